import { importPermissions } from '@ceiba/contract/desk/import-kinds';
import type { Actor } from '@ceiba/domain/actors/actor';
import { type Permission, permissionLabels } from '@ceiba/domain/staff/permissions';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal } from '../platform/http/route.ts';
import { findRights } from '../staff/members.store.ts';
import type { Kind } from './import-kind.ts';

/**
 * Permissions that a file of this kind with these columns needs besides `imports.run`. `columns`: undefined if the
 * headings are not read yet.
 */
const neededFor = (kind: Kind, columns: readonly string[] = []): readonly Permission[] => [
  ...importPermissions[kind.name],
  ...kind.columns.flatMap(({ name, permission }) =>
    permission !== undefined && columns.includes(name) ? [permission] : [],
  ),
];

/**
 * Returns the refusal for a person who may import files but not change this file's data. Undefined if the person may
 * (record 0083).
 */
export function refusalOfKind(
  permissions: ReadonlySet<Permission>,
  kind: Kind,
  columns?: readonly string[],
): (Refusal<'FORBIDDEN'> & { message: string }) | undefined {
  const missing = neededFor(kind, columns).find((permission) => !permissions.has(permission));
  return (
    missing && {
      code: 'FORBIDDEN',
      message: `Para importar este archivo también necesitas el permiso «${permissionLabels[missing]}».`,
      metadata: { permission: missing },
    }
  );
}

/**
 * Does the same for a person who made an earlier request, by their present permissions, because a job runs later than its call. Commands
 * are run by an operator, who has every permission.
 */
export async function refusalOfActor(
  tx: Tx,
  actor: Actor,
  kind: Kind,
  columns?: readonly string[],
): Promise<{ code: 'FORBIDDEN'; text: string } | undefined> {
  if (actor.kind !== 'staff') return undefined;
  const rights = actor.id === null ? undefined : await findRights(tx, actor.id);
  const isAllowed = rights !== undefined && rights.stores === null && rights.permissions.has('imports.run');
  if (!isAllowed) return { code: 'FORBIDDEN', text: 'Quien pidió esta importación ya no puede importar archivos.' };
  const refusal = refusalOfKind(rights.permissions, kind, columns);
  return refusal && { code: 'FORBIDDEN', text: refusal.message };
}
