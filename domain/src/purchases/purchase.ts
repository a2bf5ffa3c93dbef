/** States of a purchase at the desk (BUY-02). */
export const purchaseStateLabels = {
  draft: 'Borrador',
  ordered: 'Pedida',
  partlyReceived: 'Recibida en parte',
  received: 'Recibida',
  closed: 'Cerrada',
} as const;
export type PurchaseState = keyof typeof purchaseStateLabels;

/** The steps that can follow each state. */
export const purchaseSteps = {
  draft: ['edit', 'order', 'close'],
  ordered: ['edit', 'send', 'receive', 'close'],
  partlyReceived: ['send', 'receive', 'close'],
  received: [],
  closed: [],
} as const satisfies Record<PurchaseState, readonly PurchaseStep[]>;
export type PurchaseStep = 'edit' | 'order' | 'send' | 'receive' | 'close';

/** The permission for each step. */
export const purchaseStepPermissions = {
  edit: 'purchases.edit',
  order: 'purchases.edit',
  send: 'purchases.edit',
  close: 'purchases.edit',
  receive: 'purchases.receive',
} as const satisfies Record<PurchaseStep, string>;

export const mayStep = (state: PurchaseState, step: PurchaseStep): boolean =>
  purchaseSteps[state].some((allowed) => allowed === step);

/** "C-12", the name of a purchase. */
export const purchaseNumberText = (id: number): string => `C-${id}`;
export const purchaseIdOf = (number: string): number => Number(number.slice(2));

/** Most lines of a purchase, and most units of a line. */
export const maxPurchaseLines = 500;
export const maxPurchaseUnits = 100_000;

interface LineUnits {
  quantity: number;
  /** Units that came into stock. Rejected units are not among them. */
  received: number;
}

/** The units that are still on the way. A rejected unit stays on the way until it is replaced or the purchase is closed. */
export const unitsOnTheWay = ({ quantity, received }: LineUnits): number => Math.max(0, quantity - received);

/** The state after a receipt. */
export const stateAfterReceipt = (lines: readonly LineUnits[]): 'partlyReceived' | 'received' =>
  lines.every((line) => unitsOnTheWay(line) === 0) ? 'received' : 'partlyReceived';

/** Returns the number of units of this receipt that exceed the ordered units of the line. */
export const extraUnits = ({ quantity, received }: LineUnits, arrived: number): number =>
  Math.max(0, received + arrived - Math.max(quantity, received));
