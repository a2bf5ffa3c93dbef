import type { PrepareTarget } from '@ceiba/server/loading/shop-loader';
import { demoStaffSecret } from '@ceiba/server/staff/demo-code';
import { provideMember } from '@ceiba/server/staff/provide-member';
import { demoPasswordHash } from './demo-accounts.ts';

/** Desk users of the demo shop (desk.md §0.5), one for each role. The last part of their ids never changes. */
const demoStaff = [
  { n: 301, email: 'duena', name: 'Beatriz Cojulún', role: 'owner', stores: null },
  { n: 302, email: 'gerencia', name: 'Marta Xicará', role: 'manager', stores: null },
  { n: 303, email: 'catalogo', name: 'Rodrigo Batz', role: 'catalogue', stores: null },
  { n: 304, email: 'bodega', name: 'Wilmer Chávez', role: 'warehouse', stores: null },
  { n: 305, email: 'soporte', name: 'Gabriela Ixcot', role: 'support', stores: null },
  { n: 306, email: 'contabilidad', name: 'Óscar Pineda', role: 'accounting', stores: null },
  { n: 307, email: 'cajero', name: 'Kevin Morales', role: 'cashier', stores: ['MAX'] },
  { n: 308, email: 'asesora', name: 'Andrea Sic', role: 'advisor', stores: null },
  { n: 309, email: 'vendedor', name: 'Pablo Monzón', role: 'seller', stores: null },
] as const;

/** Creates the users with the password of every demo account and a public second factor. Does not change existing users. */
export const loadDemoStaff = (
  { db, sealedSecrets }: Pick<PrepareTarget, 'db' | 'sealedSecrets'>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const known = { passwordHash: demoPasswordHash, secret: demoStaffSecret };
    for (const { n, email, name, role, stores } of demoStaff) {
      const id = `01900000-0000-7000-8000-000000000${n}`;
      const member = { id, email: `${email}@ceiba.example`, name, role, stores: stores === null ? null : [...stores] };
      await provideMember({ tx, sealedSecrets }, member, known, now);
    }
  });
