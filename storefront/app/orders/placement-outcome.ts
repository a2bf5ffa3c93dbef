import type { Client } from '@ceiba/contract/client';
import { wait } from '../platform/wait.ts';
import type { PlacedAs } from './placement.ts';

/**
 * `open`: there is no order and nothing was charged, though what was sent may still wait for its turn; `running`: the bank has
 * not decided; `unreachable`: nobody answers; `barred`: the session of who asks, or the token of their link, is over. `isOwn`: it is of
 * one of the keys that were asked for.
 */
export type Outcome =
  | ({ kind: 'placed'; isOwn: boolean } & PlacedAs)
  | { kind: 'running' }
  | { kind: 'open' }
  | { kind: 'unreachable' }
  | { kind: 'barred' };

/** Whose attempts are asked for: keys that a page has sent; `token` of a payment link whose page does not stand yet. */
export interface Asked {
  cartId: string;
  keys: string[];
  token?: string | null;
}

/** Milliseconds between two questions, and how many of them a shopper waits for. */
const askIntervalMs = 2_000;
const questions = 12;

/**
 * What became of a placement whose answer is missing; asking writes nothing. A free cart must say it twice: the lost request
 * might still have been on its way.
 */
export async function findOutcome(
  call: Client,
  asked: Asked,
  { pause = wait }: { pause?: typeof wait } = {},
): Promise<Outcome> {
  let last: Outcome = { kind: 'unreachable' };
  for (let count = 0; count < questions; count += 1) {
    const before: Outcome['kind'] = last.kind;
    last = await ask(call, asked);
    if (['placed', 'barred'].includes(last.kind) || (last.kind === 'open' && before === 'open')) return last;
    if (count + 1 < questions) await pause(askIntervalMs);
  }
  return last;
}

/** What a call brings that names a link's cart while no page of it stands; nothing for another cart. */
export const bearerOf = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` };

async function ask(call: Client, { token = null, ...body }: Asked): Promise<Outcome> {
  const answer = await call('findPlacement', { body }, { headers: bearerOf(token) });
  if (!answer.ok && [401, 403].includes(answer.error.status)) return { kind: 'barred' };
  if (!answer.ok) return { kind: answer.error.code === 'CART_NOT_FOUND' ? 'open' : 'unreachable' };
  const { state, isOwn, orderNumber, confirmBefore } = answer.value.data;
  if (state === 'placing') return { kind: 'running' };
  if (state !== 'ordered' || orderNumber === null) return { kind: 'open' };
  return { kind: 'placed', orderNumber, confirmBefore, isOwn };
}
