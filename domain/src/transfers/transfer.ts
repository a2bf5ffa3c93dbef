/** The units of a product in a transfer between two places (PROD-20). */
export interface TransferUnits {
  planned: number;
  sent: number;
  received: number;
  returned: number;
  lost: number;
}

export type TransferState = 'draft' | 'sent' | 'received' | 'closed' | 'canceled';

/** Units in transit. They are at no place, and cannot be sold. */
export const inTransitOf = ({ sent, received, returned, lost }: TransferUnits): number =>
  sent - received - returned - lost;

/** Units that were asked for and have not been sent. */
export const leftToSend = ({ planned, sent }: TransferUnits): number => Math.max(0, planned - sent);

/**
 * The state of a transfer after units were sent or received. A transfer ends automatically when all requested units
 * have left and no unit is in transit. Lost units are a difference.
 */
export function stateOfTransfer(lines: readonly TransferUnits[]): TransferState {
  if (lines.every(({ sent }) => sent === 0)) return 'draft';
  if (lines.some((line) => leftToSend(line) > 0 || inTransitOf(line) > 0)) return 'sent';
  return lines.some(({ lost, returned }) => lost + returned > 0) ? 'closed' : 'received';
}

/** The steps that a person may take with a transfer. `send` and `close` belong to the sender, `receive` to the receiver. */
export function transferVerbs(state: TransferState, lines: readonly TransferUnits[]): ('send' | 'receive' | 'close')[] {
  if (state !== 'draft' && state !== 'sent') return [];
  const isUnderWay = lines.some((line) => inTransitOf(line) > 0);
  return isUnderWay ? ['send', 'receive', 'close'] : ['send', 'close'];
}
