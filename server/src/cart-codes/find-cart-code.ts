import { createHash } from 'node:crypto';
import { cartCodeLimits, readCartCode } from '@ceiba/domain/cart-codes/cart-code';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { networkOf } from '../platform/http/caller.ts';
import type { Refusal, RequestContext } from '../platform/http/route.ts';
import { addCalls, type CountedCall, findCalls, uncountCall } from '../platform/limits/call-budgets.store.ts';
import { withFactor } from '../platform/limits/rate-limit.ts';
import { type CodeLineRow, findCodeLines } from './cart-codes.store.ts';

const windowMs = 3_600_000;

/** Returns the name under which a client's wrong code is counted. The name does not reveal the code (WA-06). */
const wrongCodeOf = (client: string, typed: string): { budget: string; caller: string } => {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase();
  const caller = createHash('sha256').update(`${client} ${plain}`).digest('base64url');
  return { budget: 'cart-code-wrong', caller };
};

/**
 * Finds the lines of a typed code. Unknown, expired and malformed codes take the same statements and get the same
 * refusal (WA-06). Each lookup counts as a wrong code until the code is found, so concurrent guesses count, too. A
 * wrong code that the same client repeats within the hour counts once. Beyond a limit, answers do not reveal whether
 * another code exists.
 */
export async function findCartCode(
  { write }: Pick<Database, 'write'>,
  typed: string,
  { client, now, factor }: Pick<RequestContext, 'client' | 'now'> & { factor: number },
): Promise<Result<{ code: string; lines: CodeLineRow[] }, Refusal<'CODE_NOT_FOUND' | 'RATE_LIMITED'>>> {
  const window = { calls: 1, now, endsAt: new Date(now.getTime() + windowMs), windowMs };
  const wrongCode = wrongCodeOf(client, typed);
  const isRepeated = (await findCalls(write, { ...wrongCode, now })) > 0;
  const counted: CountedCall[] = [];
  const giveBack = async (): Promise<void> => {
    for (const count of counted) await uncountCall(write, count);
  };
  for (const { most, ...caller } of isRepeated ? [] : limitsOf(client)) {
    const { calls, endsAt } = await addCalls(write, { ...caller, ...window });
    counted.push({ ...caller, endsAt });
    if (calls <= withFactor(most, factor)) continue;
    await giveBack();
    const waitMs = endsAt.getTime() - now.getTime();
    return refuse({ code: 'RATE_LIMITED', metadata: { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) } });
  }
  const code = readCartCode(typed) ?? '';
  const lines = await findCodeLines(write, code, now);
  if (lines.length > 0) {
    await giveBack();
    return ok({ code, lines });
  }
  // The second of two concurrent look-ups of one wrong code does not count.
  const { calls } = await addCalls(write, { ...wrongCode, ...window });
  if (calls > 1) await giveBack();
  return refuse({ code: 'CODE_NOT_FOUND' });
}

const limitsOf = (client: string) => {
  const network = networkOf(client);
  const ofClient = { budget: 'cart-code-client', caller: client, most: cartCodeLimits.wrongOfClient };
  const ofNetwork = { budget: 'cart-code-network', caller: network, most: cartCodeLimits.wrongOfNetwork };
  return network === client ? [ofClient] : [ofClient, ofNetwork];
};
