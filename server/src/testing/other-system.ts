import { randomUUID } from 'node:crypto';
import { apiScopes } from '@ceiba/contract/endpoint';
import { insertApiToken } from '../api-tokens/api-tokens.store.ts';
import type { Database } from '../platform/db/database.ts';

/** Creates an API token with every scope, and returns its header. */
export const otherSystemOf = async ({ write }: Pick<Database, 'write'>): Promise<{ authorization: string }> => {
  const token = { id: randomUUID(), name: 'ERP', scopes: apiScopes, days: 1 };
  return { authorization: `Bearer ${await insertApiToken(write, token, new Date())}` };
};
