import type { Tx } from '../db/database.ts';
import { statement } from '../db/statement.ts';

const selectLast = statement(
  'audit.last-change',
  `select at, coalesce(nullif(actor_name, ''), actor_id, '') as by, array(select jsonb_object_keys(after)) as fields
   from audit_entries where entity = $1 and entity_id = $2 order by id desc limit 1`,
);

interface Conflicting {
  /** The entity's name in the audit. */
  entity: string;
  entityId: string;
  /** The entity's current state, as the API returns it. */
  current: unknown;
  /** The fields that both changes touch. Either a list of names, or the `asked` change, whose fields are compared with those of the last change. */
  conflicts: readonly string[] | { asked: object };
  /** The last change that the entity itself records, for entities whose audit lacks some changes. The later of the two changes is reported. */
  known?: { by: string | null; at: Date } | undefined;
}

/**
 * Builds the answer to a change that was based on an older version of the entity (OFF-21). The answer holds the current state, the author
 * and time of the last change, and the fields that both changes touch. Runs one statement.
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
