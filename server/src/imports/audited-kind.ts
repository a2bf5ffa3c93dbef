import type { AuditedCall } from '@ceiba/contract/desk/audit-changes';
import { type Kind, rowsToWrite, valuesOf } from './import-kind.ts';

export interface AuditedField {
  /** The field's name in calls, and its heading in files. */
  name: string;
  heading: string;
  /**
   * SQL for the field's value in the form of calls, read from `source` (`r.before` or `r.given`). The default is the
   * file's value.
   */
  valueIn?: (source: string) => string;
}

interface Audited {
  /** The entity of the audit. */
  entity: string;
  /** The desk's calls that do the same. Rows that a person types leave the same rows in the audit (record 0125). */
  calls: readonly [create: AuditedCall, change: AuditedCall];
  /** SQL for the key by which calls name row `r` after it was written. */
  id: string;
  fields: readonly AuditedField[];
  /** SQL of the reason that row `r` gives for its change. */
  reason?: string;
}

/** SQL of an audit row for each written row, so that a conflict names the person who imported the file (OFF-10, OFF-21). */
const auditSql = ({ entity, calls: [create, change], id, fields, reason = 'null' }: Audited): string => {
  const objectOf = (source: string): string =>
    `coalesce((select jsonb_object_agg(f.name, f.value) from (values ${fields
      .map(
        ({ name, heading, valueIn = (from) => `${from} -> '${heading}'` }) =>
          `('${name}', '${heading}', ${valueIn(source)})`,
      )
      .join(', ')}) f (name, heading, value)
      where r.given ? f.heading and (r.before -> f.heading) is distinct from (r.given -> f.heading)), '{}')`;
  return `insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after, reason)
    select clock_timestamp(), u.actor_kind, u.actor_id, coalesce(m.name, u.actor_id, ''),
      case when u.file_name <> '' then 'applyImport' when r.before is null then '${create}' else '${change}' end,
      '${entity}', ${id}, case when r.before is null then '{}' else ${objectOf('r.before')} end, ${objectOf('r.given')}, ${reason}
    from ${rowsToWrite()} r join runs u on u.id = r.run_id left join staff_members m on m.id::text = u.actor_id
    order by r.row_no`;
};

/**
 * Creates a kind of file whose rows each leave an audit row of an entity. One statement writes the audit rows of a
 * portion.
 */
export function auditedKind(kind: Kind, audited: Audited): Kind {
  const text = auditSql(audited);
  return {
    ...kind,
    entity: audited.entity,
    calls: audited.calls,
    apply: async (tx, portion, columns) => {
      const refused = await kind.apply(tx, portion, columns);
      await tx.run({ text, values: valuesOf(portion) });
      return refused;
    },
  };
}
