import type { Database } from '../platform/database.ts';
import { changeOrder, type OrderChangeRefusal, type OrderEnd } from './change-order.ts';
import type { OrderState } from './order-states.store.ts';

export const orderUsage = `ceiba order ship <number>           it was sent off, or waits at its store (DEC-137)
ceiba order deliver <number>        the buyer has it; cash was paid
ceiba order cancel <number>         ends it before it is sent off: stock, coupon and charge are given back, a mail says so
`;

const ends: Record<string, OrderEnd> = { ship: 'shipped', deliver: 'delivered', cancel: 'canceled' };

const notesOf = ({ isUnconfirmed, hasVoidGiftCards, isReversing }: OrderState): string =>
  [
    isUnconfirmed ? ', waits for the link in its mail' : '',
    hasVoidGiftCards ? '; the codes of its gift cards are void' : '',
    isReversing ? '; its charge is being reversed' : '',
  ].join('');

const explain = (refusal: OrderChangeRefusal, orderNumber: string, to: OrderEnd): string => {
  if (refusal.code === 'ORDER_UNKNOWN') return `There is no order ${orderNumber}. Nothing was changed.`;
  const { state } = refusal;
  return `Order ${orderNumber} is ${state.status}${notesOf(state)}: it cannot become ${to}. Nothing was changed.`;
};

export interface OrderCommand {
  db: Database;
  /** What follows `order`. */
  args: readonly string[];
  now: Date;
  say: (text: string) => void;
}

/** `npm run ceiba -- order …`: changes one order, or nothing, and says how it stands. False when it refused. */
export async function runOrderCommand({ db, args, now, say }: OrderCommand): Promise<boolean> {
  const [verb = '', orderNumber, ...more] = args;
  const to = Object.hasOwn(ends, verb) ? ends[verb] : undefined;
  if (to === undefined || orderNumber === undefined || more.length > 0) {
    say(orderUsage);
    return false;
  }
  const changed = await changeOrder(db, { orderNumber, to }, now);
  if (!changed.ok) {
    say(explain(changed.error, orderNumber, to));
    return false;
  }
  const { status, isChanged } = changed.value;
  say(`Order ${orderNumber} is ${isChanged ? 'now' : 'already'} ${status}${notesOf(changed.value)}.`);
  return true;
}
