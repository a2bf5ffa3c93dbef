import type { Client } from '@ceiba/contract/client';
import { cartOutcome } from './place-order.ts';

/** `open`: there is no order and nothing was charged; `running`: the bank has not decided; `unreachable`: nobody answers. */
export type Outcome =
  | { kind: 'placed'; orderNumber: string }
  | { kind: 'open' }
  | { kind: 'running' }
  | { kind: 'unreachable' };

/** Milliseconds between two questions, and how many of them a shopper waits for. */
const interval = 2_000;
const questions = 12;

/**
 * What became of a placement whose answer is missing. Confirming the e-mail again changes nothing and charges nothing,
 * but a cart that is an order, or is becoming one, says so. A free cart must say it twice: the lost request might still
 * have been on its way.
 */
export async function findOutcome(
  call: Client,
  cart: { cartId: string; email: string },
  wait: (milliseconds: number) => Promise<void>,
): Promise<Outcome> {
  let last: Outcome = { kind: 'unreachable' };
  for (let asked = 0; asked < questions; asked += 1) {
    const before: Outcome['kind'] = last.kind;
    last = await ask(call, cart);
    if (last.kind === 'placed' || (last.kind === 'open' && before === 'open')) return last;
    if (asked + 1 < questions) await wait(interval);
  }
  return last;
}

async function ask(call: Client, { cartId, email }: { cartId: string; email: string }): Promise<Outcome> {
  const answer = await call('confirmCart', { params: { id: cartId }, body: { email } });
  if (answer.ok) return { kind: 'open' };
  const outcome = cartOutcome(answer.error);
  if (outcome?.kind === 'placed') return { kind: 'placed', orderNumber: outcome.orderNumber };
  if (outcome?.kind === 'unknown') return { kind: 'running' };
  // A cart that is refused for another reason is a cart nothing was ordered from.
  return answer.error.status === 0 || answer.error.status >= 500 ? { kind: 'unreachable' } : { kind: 'open' };
}
