import { createHash, randomBytes } from 'node:crypto';
import { type ApiScope, isApiScope } from '@ceiba/contract/endpoint';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import type { Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';
import type { FindApiToken } from '../platform/http/route.ts';

/** The longest validity of a token (HOOK-10). */
export const maxDays = 365;

/** The hash that the database stores instead of a token. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const insert = statement(
  'api-tokens.insert',
  'insert into api_tokens (id, token_hash, name, scopes, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
);

/** Adds a token and returns it. The token cannot be read again. `days`: 1 to 365. */
export async function insertApiToken(
  tx: Tx,
  { id, name, scopes, days }: { id: string; name: string; scopes: readonly ApiScope[]; days: number },
  now: Date,
): Promise<string> {
  const token = `ceiba_${randomBytes(32).toString('base64url')}`;
  await insert(tx, [id, hashOf(token), name, scopes, now, new Date(now.getTime() + days * dayMs)]);
  return token;
}

const select = statement(
  'api-tokens.find',
  `with used as (
     update api_tokens set last_used_at = $2::timestamptz
     where token_hash = $1 and coalesce(last_used_at < $2::timestamptz - interval '1 minute', true))
   select id, scopes from api_tokens where token_hash = $1 and ended_at is null and expires_at > $2`,
);

/** Finds a token that is valid at that time, and records its use. Undefined if there is no such token. */
export const findApiToken =
  (tx: Tx): FindApiToken =>
  async (token, now) => {
    const [row] = await select(tx, [hashOf(token), now]);
    return row && { id: row.id, scopes: row.scopes.filter(isApiScope) };
  };

type ListedToken = RowOf<typeof selectAll>;

const selectAll = statement(
  'api-tokens.list',
  `select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt", last_used_at as "lastUsedAt"
   from api_tokens order by created_at, id`,
);

/** Lists every token ever made, without its secret. */
export const listApiTokens = (tx: Tx): Promise<ListedToken[]> => selectAll(tx, []);

const end = statement(
  'api-tokens.end',
  'update api_tokens set ended_at = $2 where id = $1 and ended_at is null and expires_at > $2 returning 1',
);

/** Revokes a token immediately. False if the token was no longer valid. */
export const endApiToken = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await end(tx, [id, now])).length > 0;
