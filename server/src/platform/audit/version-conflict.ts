import { statement, type Tx } from '../db/database.ts';

const selectLast = statement<{ at: Date; by: string; fields: string[] }, [entity: string, entityId: string]>(
  'audit.last-change',
  `select at, coalesce(nullif(actor_name, ''), actor_id, '') as by, array(select jsonb_object_keys(after)) as fields
   from audit_entries where entity = $1 and entity_id = $2 order by id desc limit 1`,
);

interface Conflicting {
  /** As the audit names it. */
  entity: string;
  entityId: string;
  /** How it stands, as its calls answer it. */
  current: unknown;
  /** What both want to change: named, or of what was `asked` for the fields that the last change touched. */
  conflicts: readonly string[] | { asked: object };
  /** What the entity itself says of its last change, where not all that changes it is in the audit: the later of both is told. */
  known?: { by: string | null; at: Date } | undefined;
}

/**
 * What a change that saw an older version of an entity is told (OFF-21): how it stands now, who changed it last and when, and which of the fields
 * that change touched, too. One statement.
 */
export async function versionConflict(tx: Tx, { entity, entityId, current, conflicts, known }: Conflicting) {
  const [audited] = await selectLast(tx, [entity, entityId]);
  const last = known !== undefined && !(audited !== undefined && audited.at >= known.at) ? known : audited;
  return {
    code: 'VERSION_CONFLICT' as const,
    metadata: {
      current,
      changedBy: last?.by || null,
      changedAt: last?.at.toISOString() ?? null,
      conflicts:
        'asked' in conflicts
          ? Object.keys(conflicts.asked).filter((field) => audited?.fields.includes(field) === true)
          : conflicts,
    },
  };
}
