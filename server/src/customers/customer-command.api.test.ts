import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInCustomer } from '../testing/sessions.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { runCustomerCommand } from './customer-command.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** What the command says, and whether it was taken. */
const ceiba = async (...args: string[]): Promise<{ taken: boolean; said: string }> => {
  const said: string[] = [];
  const taken = await runCustomerCommand({ db: shop.db, args, now: new Date(), say: (text) => void said.push(text) });
  return { taken, said: said.join('\n') };
};

const isEmployee = async (headers: Record<string, string>): Promise<boolean> =>
  (await shop.inject({ method: 'GET', url: '/v1/customers', headers })).json().isEmployee;

test('[EMP-01, DEC-152, DEC-153] staff e-mails make employees of confirmed accounts, and are taken back, at once', async () => {
  const ana = await signInCustomer(shop.db, 'ana@ceiba.example', new Date());
  expect(await ceiba('staff', 'add', 'ANA@ceiba.example')).toEqual({
    taken: true,
    said: 'ana@ceiba.example is staff now.',
  });
  expect(await isEmployee(ana.headers)).toBe(false);
  expect((await ceiba('staff')).said).toBe('ana@ceiba.example   (no confirmed account yet)');
  await shop.db.pool.query('update customers set email_confirmed_at = now() where id = $1', [ana.id]);
  expect(await isEmployee(ana.headers)).toBe(true);
  expect((await ceiba('staff')).said).toBe('ana@ceiba.example');
  expect((await ceiba('staff', 'add', 'ana@ceiba.example')).said).toBe('ana@ceiba.example was staff already.');
  expect((await ceiba('staff', 'remove', 'ana@ceiba.example')).taken).toBe(true);
  expect(await isEmployee(ana.headers)).toBe(false);
  expect((await ceiba('staff', 'remove', 'ana@ceiba.example')).taken).toBe(false);
});

test('an operator sees an account without what would open it, and ends its sessions', async () => {
  const luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
  await shop.db.pool.query("update customers set phone = '55551234' where id = $1", [luis.id]);
  const { said } = await ceiba('show', 'luis@correo.gt');
  expect(said).toContain('5555 1234');
  expect(said).toContain('sessions        1');
  expect(said).not.toMatch(/argon|hash|eyJ/);
  expect((await ceiba('sign-out', 'luis@correo.gt')).said).toBe('1 sessions of luis@correo.gt ended.');
  const after = await shop.inject({ method: 'GET', url: '/v1/customers', headers: luis.headers });
  expect(after.statusCode).toBe(401);
});

test.each([
  [[]],
  [['show']],
  [['show', 'nobody']],
  [['staff', 'add']],
  [['staff', 'add', 'a@b.gt', 'x']],
  [['erase', 'a@b.gt']],
])('a command of no meaning (%j) changes nothing and says how', async (args) => {
  const { taken, said } = await ceiba(...args);
  expect(taken).toBe(false);
  expect(said).toContain('ceiba customer');
});

test('an e-mail without an account is told', async () => {
  expect(await ceiba('show', 'nadie@correo.gt')).toEqual({
    taken: false,
    said: 'There is no account of nadie@correo.gt.',
  });
});
