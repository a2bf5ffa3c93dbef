import { randomUUIDv7 } from 'node:crypto';
import { apiScopes } from '@ceiba/contract/endpoint';
import { z } from 'zod';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typed, typedChoice, typedId, typedText } from '../platform/operations/typed-words.ts';
import { endApiToken, insertApiToken, listApiTokens, maxDays } from './api-tokens.store.ts';

const typedScope = typedChoice(apiScopes);

const typedLife = typed('<days>', `1 to ${maxDays} days`, (text) =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxDays ? Number(text) : undefined,
);

export const tokenCommands: readonly Command[] = [
  databaseCommand({
    usage: 'token add <name>',
    changes: { entity: 'tokens' },
    summary: `creates a token with which another system calls the API, limited to the given --scope values. The token expires after --days, at most ${maxDays} (default 90). It is printed only once (HOOK-10)`,
    takes: {
      name: typedText('<name>', 100),
      scope: z
        .array(typedScope)
        .optional()
        .describe(typedScope.description ?? ''),
      days: optional(typedLife),
    },
    check: ({ scope }) => (scope === undefined ? '--scope is missing.' : undefined),
    run: async ({ db, now, end }, { name, scope = [], days = 90 }) => {
      const id = randomUUIDv7();
      const token = await insertApiToken(db.write, { id, name, scopes: [...new Set(scope)], days }, now);
      return end(true, `Token ${id} of ${name}, shown this once: ${token}`);
    },
  }),
  databaseCommand({
    usage: 'token list',
    changes: null,
    summary: 'lists every token with its owner, scopes, expiry and last use',
    canJson: true,
    takes: {},
    run: async ({ db, now, answer }) => {
      const tokens = await listApiTokens(db.write);
      const stateOf = ({ endedAt, expiresAt }: (typeof tokens)[number]): string =>
        endedAt !== null ? 'ended' : expiresAt <= now ? 'expired' : `until ${expiresAt.toISOString()}`;
      answer(
        tokens,
        tokens.length === 0
          ? ['There are no tokens.']
          : tokens.map(
              (token) =>
                `${token.id}  ${token.name}  ${token.scopes.join(' ')}  ${stateOf(token)}  used ${token.lastUsedAt?.toISOString() ?? 'never'}`,
            ),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'token end <token>',
    changes: { entity: 'tokens' },
    summary: 'revokes a token immediately, by its id',
    canDryRun: true,
    takes: { token: typedId },
    run: async ({ db, now, end }, { token }) =>
      (await endApiToken(db.write, token, now))
        ? end(true, `Token ${token} is revoked.`)
        : end(false, `There is no token ${token} that holds. "token list" lists them.`),
  }),
];
