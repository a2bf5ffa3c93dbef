import type { Actor } from '@ceiba/domain/actors/actor';
import { statement, type Tx } from '../db/database.ts';

/** Who changes something, wherever that is told. */
export interface Author {
  actor: Actor;
  /** As people know them. */
  name: string;
  requestId: string | null;
  now: Date;
}

/** What a change did to an entity, for its row in the audit. */
export interface Change {
  /** The resource (`orders`), and which of it, as its calls name it. */
  entity: string;
  entityId: string;
  /**
   * Of the changed fields alone. Never a secret; what names a person's papers or accounts masked (`masked`), and what a buyer is known by hinted
   * at (`hinted`): nothing takes a row away when a person is erased (record 0073).
   */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
  reason?: string | null | undefined;
}

const insert = statement<
  object,
  [
    at: Date,
    kind: string,
    id: string | null,
    name: string,
    request: string | null,
    operation: string,
    entity: string,
    entityId: string,
    before: string,
    after: string,
    reason: string | null,
  ]
>(
  'audit.record',
  `insert into audit_entries (at, actor_kind, actor_id, actor_name, request_id, operation, entity, entity_id, before, after, reason)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** Writes what was changed beside the change itself, in its transaction; `operation` is the name of the call or command. */
export async function recordChange(tx: Tx, author: Author, change: Change & { operation: string }): Promise<void> {
  const { actor, name, requestId, now } = author;
  const { operation, entity, entityId, before = {}, after = {}, reason = null } = change;
  const values = [JSON.stringify(before), JSON.stringify(after), reason] as const;
  await insert(tx, [now, actor.kind, actor.id, name, requestId, operation, entity, entityId, ...values]);
}

/** The last four of what names a paper or an account, as a DPI. */
export const masked = (text: string): string => `…${text.slice(-4)}`;

const hintOf = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  if (digits.length > 6 && /^[\d\s()+.-]+$/.test(text)) return masked(digits);
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => `${[...word][0]}…`);
};

/**
 * What is left of a name, an address, an e-mail or a phone in a row that stays for years: the first letter of each word, of a number its last
 * four digits. Enough to tell which of two was meant, too little to find anybody by (record 0073).
 */
export const hinted = (value: unknown): unknown => {
  if (typeof value === 'string') return hintOf(value);
  if (Array.isArray(value)) return value.map(hinted);
  return typeof value === 'object' && value !== null ? hintedFields({ ...value }) : value;
};

/** The same of each field. */
export const hintedFields = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, hinted(value)]));

/** What of two states of an entity differs, for `before` and `after`; compared as JSON. */
export function changedFields<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const changed = { before: {} as Partial<T>, after: {} as Partial<T> };
  for (const key of Object.keys({ ...before, ...after }) as (keyof T)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    changed.before[key] = before[key];
    changed.after[key] = after[key];
  }
  return changed;
}
