import { cartCodeLimits, readCartCode } from '@ceiba/domain/cart-codes/cart-code';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { networkOf } from '../platform/http/caller.ts';
import type { Refusal, RequestContext } from '../platform/http/route.ts';
import { addCalls, uncountCall } from '../platform/limits/call-budgets.store.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import { type CodeLineRow, findCodeLines } from './cart-codes.store.ts';

const windowMs = 3_600_000;

/**
 * Finds the lines of a typed code. Unknown, expired and malformed codes take the same statements and get the same refusal (WA-06). Each look-up
 * counts as a wrong code until it is found, so that concurrent guesses count, too. Beyond a limit nobody learns whether a code exists.
 */
export async function findCartCode(
  { write }: Pick<Database, 'write'>,
  typed: string,
  { client, now, factor }: Pick<RequestContext, 'client' | 'now'> & { factor: number },
): Promise<Result<{ code: string; lines: CodeLineRow[] }, Refusal<'CODE_NOT_FOUND' | 'RATE_LIMITED'>>> {
  const network = networkOf(client);
  const counts = [
    { budget: 'cart-code-client', caller: client, most: cartCodeLimits.wrongOfClient },
    { budget: 'cart-code-network', caller: network, most: cartCodeLimits.wrongOfNetwork },
  ].slice(0, network === client ? 1 : 2);
  const counted: typeof counts = [];
  const giveBack = async (): Promise<void> => {
    for (const { budget, caller } of counted) await uncountCall(write, budget, caller);
  };
  for (const { most, ...count } of counts) {
    const endsAt = new Date(now.getTime() + windowMs);
    const taken = await addCalls(write, { ...count, calls: 1, now, endsAt, windowMs });
    counted.push({ ...count, most });
    if (taken.calls <= withFactor(most, factor)) continue;
    await giveBack();
    const waitMs = taken.endsAt.getTime() - now.getTime();
    return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) } });
  }
  const code = readCartCode(typed) ?? '';
  const lines = await findCodeLines(write, code, now);
  if (lines.length === 0) return refuse({ code: 'CODE_NOT_FOUND' });
  await giveBack();
  return ok({ code, lines });
}
