import type { ApiError, CallOptions } from '@ceiba/contract/client';
import type { AnyRow, EntityDeclaration } from '@ceiba/contract/desk/entity';
import type { ListQuery } from '@ceiba/contract/desk/list';
import type { Result } from '@ceiba/domain/result';
import type { ListTotal } from '../list/list-foot.tsx';
import { callAny } from '../session/desk-client.ts';

/** An entity as its detail call returns it: its fields, its version, and the verbs that are possible now. */
export type EntityDetail = AnyRow & { readonly actions: readonly string[] };

type Values = Readonly<Record<string, unknown>>;
type Sent<T> = Promise<Result<T, ApiError>>;

/**
 * The calls of an entity, by action. `contract/src/desk/entity-calls.ts` builds their names from the entity's declaration. The compiler cannot derive
 * the types of their answers, so they are cast here.
 */
export const callsOfEntity = ({ calls: [one, many], key }: EntityDeclaration) => {
  const of = (id: string) => ({ params: { [key]: id } });
  return {
    list: (query: ListQuery, options: CallOptions) =>
      callAny(`list${many}`, { query }, options) as Sent<{
        data: readonly AnyRow[];
        next: string | null;
        total: ListTotal;
      }>,
    get: (id: string, options: CallOptions = {}) =>
      callAny(`get${one}`, of(id), options) as Sent<{ data: EntityDetail }>,
    create: (body: Values, options: CallOptions) =>
      callAny(`create${one}`, { body }, options) as Sent<{ data: EntityDetail }>,
    change: (id: string, body: Values, options: CallOptions) =>
      callAny(`change${one}`, { ...of(id), body }, options) as Sent<{ data: EntityDetail }>,
    remove: (id: string, version: number, options: CallOptions) =>
      callAny(`remove${one}`, { ...of(id), body: { version } }, options) as Sent<{ data: EntityDetail }>,
  };
};

/** The key of a row in addresses and in the audit. */
export const keyOf = ({ key }: EntityDeclaration, row: Values): string => String(row[key]);

/** The name of a row for people. */
export const titleOf = ({ title }: EntityDeclaration, row: Values): string => String(row[title]);
