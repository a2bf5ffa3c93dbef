import { entityLabels, operationLabels } from '@ceiba/contract/desk/audit-words';
import { maxNames, type NameKind, nameKinds } from '@ceiba/contract/desk/list';
import { builtInRoles } from '@ceiba/domain/staff/permissions';
import type { Tx } from '../db/database.ts';
import { numbered, type Sql } from './sql.ts';

/** Returns SQL for the distinct values of an audit column. The column leads an index, so that each value takes one index step. */
const distinctOf = (column: 'actor_name' | 'operation' | 'entity'): string =>
  `with recursive seen (code) as (
     (select ${column} from audit_entries order by ${column} limit 1)
     union all select (select ${column} from audit_entries where ${column} > code order by ${column} limit 1) from seen where code is not null)
   select code from seen where code <> ''`;

/** Returns the SQL for rows with the codes and labels that this release knows. */
const words =
  (labels: Readonly<Record<string, string>>): Sql =>
  (p) =>
    `select * from unnest(${p(Object.keys(labels))}::text[], ${p(Object.values(labels))}::text[]) t (code, name)`;

const labelled =
  (labels: Readonly<Record<string, string>>, column: 'operation' | 'entity'): Sql =>
  (p) =>
    `select code, name from (${words(labels)(p)}) t union
     select code, code from (${distinctOf(column)}) d where code <> all (${p(Object.keys(labels))}::text[])`;

const roleLabels = Object.fromEntries(Object.entries(builtInRoles).map(([role, { label }]) => [role, label]));

const places: Sql = () => 'select store_code as code, name from stores';
const couriers: Sql = () => 'select code, name from couriers';

/** SQL for the codes and names of each kind. One code may have several names, and one name several codes. */
const names: Readonly<Record<NameKind, Sql>> = {
  place: places,
  store: () => `${places(() => '')} where retired_at is null`,
  department: () => 'select region_id::text as code, title as name from departments where is_active',
  municipality: () =>
    `select m.name as code, m.name || ' (' || string_agg(d.title, ', ' order by d.position) || ')' as name, array_agg(region_id::text) as within
     from municipios m join departments d using (region_id) group by m.name`,
  courier: couriers,
  carrier: () => 'select code, name from couriers union select name, name from couriers',
  deliverer: () =>
    'select name as code, name from couriers union select code, name from couriers union select name, name from stores',
  seller: () => 'select id::text as code, title as name from sellers',
  supplier: () => 'select id::text as code, name from suppliers',
  assignee: () => `select id::text as code, name from staff_members union all select 'none', 'Sin encargado'`,
  staffEmail: () =>
    `select email as code, name || ' (' || email || ')' as name from staff_members where disabled_at is null`,
  categoryPath: () =>
    `select c.path as code, (select string_agg(a.title, ' › ' order by a.level) from categories a where a.id = any (c.ancestor_ids)) as name
     from categories c`,
  role: (p) => `select id as code, label as name from staff_roles union all (${words(roleLabels)(p)})`,
  category: () =>
    `select c.id::text as code, (select string_agg(a.title, ' › ' order by a.level) from categories a where a.id = any (c.ancestor_ids)) as name
     from categories c`,
  brand: () => `select id::text as code, title as name from brands where state <> 'retired'`,
  actor: () => `select code, code as name from (${distinctOf('actor_name')}) t`,
  operation: labelled(operationLabels, 'operation'),
  entity: labelled(entityLabels, 'entity'),
};

/**
 * SQL for an array: the codes that a text can mean. An exact code or name has priority over a part of a name. Accents and
 * capitals make no difference.
 */
export const codesOf =
  (kind: NameKind, text: string): Sql =>
  (p) =>
    `array_append(array(
       select code from (
         select n.code, f.fit, min(f.fit) over () as best
         from (${names[kind](p)}) n cross join (select ${p(text)}::text as words) w
           cross join lateral (select case when n.code = w.words or folded(n.name) = folded(w.words) then 1
             when position(folded(w.words) in folded(n.name)) > 0 then 2 end as fit) f
         where f.fit is not null) fits
       where fit = best), ${p(text)}::text)`;

/** Returns the codes that these texts can mean, by kind. Runs no statement if there are no texts. */
export async function codesMeant(
  tx: Tx,
  texts: Readonly<Partial<Record<NameKind, string | undefined>>>,
): Promise<Partial<Record<NameKind, string[]>>> {
  const asked = nameKinds.flatMap((kind) => {
    const text = texts[kind];
    return text === undefined ? [] : [{ kind, text }];
  });
  if (asked.length === 0) return {};
  const statement = numbered(
    (p) => `select ${asked.map(({ kind, text }) => `${codesOf(kind, text)(p)} as "${kind}"`).join(', ')}`,
  );
  const [row] = await tx.run<Partial<Record<NameKind, string[]>>>(statement);
  return row ?? {};
}

/** Returns the options of a filter of this kind, in Spanish order. `stores`: returns only these places. */
export async function listNames(
  tx: Tx,
  kind: NameKind,
  stores: readonly string[] | null,
): Promise<{ code: string; name: string; within?: string[] }[]> {
  return tx.run(
    numbered(
      (
        p,
      ) => `select distinct code, name, ${kind === 'municipality' ? 'within, ' : ''}name collate spanish as sorted from (${names[kind](p)}) n
        ${(kind === 'place' || kind === 'store') && stores !== null ? `where code = any (${p(stores)}::text[])` : ''}
        order by sorted, code limit ${maxNames}`,
    ),
  );
}
