import type { Actor } from '@ceiba/domain/actors/actor';
import type { Tx } from '../db/database.ts';
import { statement } from '../db/statement.ts';

/** The person or process that makes a change. */
export interface Author {
  actor: Actor;
  /** The author's display name. */
  name: string;
  requestId: string | null;
  now: Date;
}

/** A change to one entity, as written to its row in the audit. */
export interface Change {
  /** The resource (`orders`) and the entity's ID or key, as in the resource's API paths. */
  entity: string;
  entityId: string;
  /**
   * Only the changed fields, and never a secret. Identifiers of a person's papers or accounts are masked (`masked`). Contact data of a
   * buyer are shortened (`hinted`), because audit rows stay when a person's data are erased (record 0073).
   */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  reason?: string | null | undefined;
}

/** A change that names its own operation, for calls that make several kinds of changes. */
export interface NamedChange extends Change {
  operation?: string;
}

const insert = statement(
  'audit.record',
  `insert into audit_entries (at, actor_kind, actor_id, actor_name, request_id, operation, entity, entity_id, before, after, reason)
   select $1, $2, $3, $4, $5, coalesce(c.operation, $6), c.entity, c."entityId", c.before, c.after, c.reason
   from jsonb_to_recordset($7::jsonb) as c (entity text, "entityId" text, before jsonb, after jsonb, reason text, operation text)`,
);

/** Writes an audit row in the transaction of the change. `operation` is the name of the API operation or command. */
export const recordChange = (
  tx: Tx,
  author: Author,
  { operation, ...change }: Change & { operation: string },
): Promise<void> => recordChanges(tx, author, operation, [change]);

/** Writes an audit row for each entity that one operation changed, such as each shipment of a manifest. Runs one statement. */
export async function recordChanges(
  tx: Tx,
  author: Author,
  operation: string,
  changes: readonly NamedChange[],
): Promise<void> {
  const { actor, name, requestId, now } = author;
  const rows = changes.map(({ before = {}, after = {}, reason = null, ...of }) => ({ ...of, before, after, reason }));
  await insert(tx, [now, actor.kind, actor.id, name, requestId, operation, JSON.stringify(rows)]);
}

/** Masks the identifier of a paper or an account, such as a DPI: returns only the last four characters. */
export const masked = (text: string): string => `…${text.slice(-4)}`;

const hintOf = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  if (digits.length > 6 && /^[\d\s()+.-]+$/.test(text)) return masked(digits);
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => `${[...word][0]}…`);
};

/**
 * Shortens a name, address, e-mail or phone for an audit row that stays for years: the first letter of each word, the last four digits of a
 * number. Readers can still distinguish two people, but cannot find anybody (record 0073).
 */
export const hinted = (value: unknown): unknown => {
  if (typeof value === 'string') return hintOf(value);
  if (Array.isArray(value)) return value.map(hinted);
  return typeof value === 'object' && value !== null ? hintedFields({ ...value }) : value;
};

/** Applies `hinted` to each field. */
export const hintedFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, hinted(value)]));

/** Returns the fields in which two states of an entity differ, as `before` and `after`. Values are compared as JSON. */
export function changedFields<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const changed = { before: {} as Partial<T>, after: {} as Partial<T> };
  for (const key of Object.keys({ ...before, ...after }) as (keyof T)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    changed.before[key] = before[key];
    changed.after[key] = after[key];
  }
  return changed;
}
