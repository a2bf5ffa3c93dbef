import type { Check } from './import-kind.ts';

const value = (of: string, name: string): string => `coalesce(m.${of} ->> '${name}', '')`;

/** SQL for the products whose values would not fit the declaration of row `r`. */
const misfits = `attribute_misfits((select id from categories where path = r.key[1]), r.key[2], m.is ->> 'tipo',
  array[${value('was', 'unidad')}, ${value('is', 'unidad')}], ${value('is', 'valores')})`;

/** A type, unit or list that does not fit the values of products. The desk refuses the same (PROD-07). */
export const attributeMisfits: Check = {
  column: 'tipo',
  code: 'IN_USE',
  text: 'No caben los valores de algunos productos.',
  says: `'No caben los valores de productos: ' || (select string_agg(f.sku || ': «' || f.value || '»', ', ')
    from (select * from ${misfits} order by product limit 5) f) || '.'`,
  isBroken: `(${['tipo', 'unidad', 'valores'].map((name) => `${value('was', name)} is distinct from ${value('is', name)}`).join(' or ')})
    and exists (select from ${misfits})`,
};

/** A role that another row of the same file takes in the same branch. Each row alone is valid (ZOOM-05). */
export const twinRoles: Check = {
  column: 'papel',
  code: 'TAKEN',
  text: 'Otra fila del archivo tiene ese papel en la misma rama.',
  isBroken: `m.is ->> 'papel' is not null and exists (
    select from import_rows o where o.run_id = r.run_id and o.row_no <> r.row_no and o.outcome <> 'wrong'
      and (coalesce(o.before, '{}') || o.given) ->> 'papel' = m.is ->> 'papel' and o.key[2] <> r.key[2]
      and (starts_with(r.key[1], o.key[1] || '/') or starts_with(o.key[1], r.key[1] || '/'))
      and ('new' in (r.outcome, o.outcome) or 'changed' in (r.outcome, o.outcome)))`,
  isLate: true,
};
