import { builtInRoles } from '@ceiba/domain/staff/permissions';
import { demoStaffCode } from '@ceiba/server/staff/demo-code';
import { testSecrets } from '@ceiba/server/testing/test-secrets';
import { openTestShop, type TestShop } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoStaff } from './demo-staff.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await loadDemoStaff({ db: shop.db, sealedSecrets: testSecrets }, new Date());
});
afterAll(() => shop.close());

const post = (path: string, payload: object) =>
  shop.inject({ method: 'POST', url: `/v1/admin/${path}`, headers: { origin: shop.config.publicUrl }, payload });

const names = ['duena', 'gerencia', 'catalogo', 'bodega', 'soporte', 'contabilidad', 'cajero', 'asesora', 'vendedor'];

test('[OFF-02] the demo shop has a user for each role, with a public password and code', async () => {
  const roles = [];
  for (const name of names) {
    const started = await post('session', { email: `${name}@ceiba.example`, password: 'Ceiba2026demo' });
    const { challenge } = started.json<{ data: { challenge: string } }>().data;
    const entered = await post('session/verify', { challenge, code: demoStaffCode(new Date()) });
    expect([name, entered.statusCode]).toEqual([name, 200]);
    roles.push(entered.json<{ data: { user: { role: string } } }>().data.user.role);
  }
  expect(roles).toEqual(Object.keys(builtInRoles));
});

test('changes of the users stay at the next start', async () => {
  await shop.db.pool.query(`update staff_members set name = 'Otra', last_step = 1 where email = 'duena@ceiba.example'`);
  await loadDemoStaff({ db: shop.db, sealedSecrets: testSecrets }, new Date());
  const { rows } = await shop.db.pool.query(`select name from staff_members where email = 'duena@ceiba.example'`);
  expect(rows).toEqual([{ name: 'Otra' }]);
});
