import type { Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import { markEnrolled } from './credentials.store.ts';
import { insertMember, type StaffMember } from './members.store.ts';
import { provideCredentials } from './sign-in.ts';

/** Adds a person who may sign in immediately, without an invitation, with a known password and second factor. Does not change an existing person. */
export async function provideMember(
  { tx, sealedSecrets }: { tx: Tx; sealedSecrets: SealedSecrets },
  member: Pick<StaffMember, 'id' | 'email' | 'name' | 'role' | 'stores'>,
  { passwordHash, secret }: { passwordHash: string; secret: string },
  now: Date,
): Promise<void> {
  if ((await insertMember(tx, member, now)) === undefined) return;
  await provideCredentials(tx, sealedSecrets, { staffId: member.id, passwordHash, secret });
  await markEnrolled(tx, member.id, now);
}
