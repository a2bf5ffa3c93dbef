/** States of a return at the desk (WORK-20); also in SQL (`returnState` of server/src/returns). */
export const returnStateLabels = {
  requested: 'Solicitada',
  approved: 'Aprobada',
  received: 'Recibida',
  toSendBack: 'Por regresar',
  resolved: 'Resuelta',
  rejected: 'Rechazada',
  canceled: 'Cancelada',
} as const;
export type ReturnState = keyof typeof returnStateLabels;

/** The steps that can follow each state. */
export const returnSteps = {
  requested: ['approve', 'reject', 'receive', 'cancel'],
  approved: ['receive', 'reject', 'cancel'],
  received: ['outcome'],
  // The shop sends rejected units back to the buyer.
  toSendBack: ['sendBack'],
  resolved: [],
  rejected: [],
  canceled: [],
} as const satisfies Record<ReturnState, readonly ReturnStep[]>;
export type ReturnStep = 'approve' | 'reject' | 'receive' | 'cancel' | 'outcome' | 'sendBack';

/** The permission for each step. */
export const returnStepPermissions = {
  approve: 'returns.approve',
  reject: 'returns.approve',
  cancel: 'returns.approve',
  receive: 'returns.receive',
  outcome: 'returns.receive',
  sendBack: 'returns.receive',
} as const satisfies Record<ReturnStep, string>;

export const mayStep = (state: ReturnState, step: ReturnStep): boolean =>
  returnSteps[state].some((allowed) => allowed === step);
