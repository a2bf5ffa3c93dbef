import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, done } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { customerCommands } from './customer-command.ts';

const runCustomerCommand = typing(customerCommands, 'customer');

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** The command's output, and whether it succeeded. */
const ceiba = async (...args: string[]): Promise<{ taken: boolean; said: string }> => {
  const said: string[] = [];
  const taken = await runCustomerCommand({ db: shop.db, args, now: new Date(), say: (text) => void said.push(text) });
  return { taken, said: said.join('\n') };
};

const isEmployee = async (headers: Record<string, string>): Promise<boolean> =>
  (await shop.inject({ method: 'GET', url: '/v1/customers', headers })).json().isEmployee;

test('[EMP-01, DEC-152, DEC-153] adding or removing a staff e-mail changes confirmed accounts immediately', async () => {
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

test('an operator can show an account without its secrets, and end its sessions', async () => {
  const luis = await signInCustomer(shop.db, 'luis@correo.gt', new Date());
  await shop.db.pool.query("update customers set phone = '55551234' where id = $1", [luis.id]);
  const { said } = await ceiba('show', 'luis@correo.gt');
  expect(said).toContain('5555 1234');
  expect(said).toContain('sessions        1');
  expect(said).not.toMatch(/argon|hash|eyJ/);
  expect((await ceiba('sign-out', 'luis@correo.gt')).said).toContain('1 sessions of luis@correo.gt ended');
  const after = await shop.inject({ method: 'GET', url: '/v1/customers', headers: luis.headers });
  expect(after.statusCode).toBe(401);
});

/** A customer with a passkey and mailed links to the present and to a requested address. */
const withWaysIn = async (email: string) => {
  const person = { firstName: 'Ana', lastName: 'Ajú', email, phone: '5555-1234', password: 'Ceiba2026demo' };
  const { data } = done(await shop.call('register', { body: { ...person, registerLeal: false, acceptTerms: true } }));
  const customer = data.customer;
  const headers = { authorization: `Bearer ${data.sessionToken}` };
  const device = new SoftwarePasskey();
  const options = done(await shop.call('startPasskey', { body: { currentPassword: person.password } }, { headers }));
  done(await shop.call('addPasskey', { body: { passkeyName: 'Teléfono', ...device.create(options) } }, { headers }));
  await shop.db.pool.query(
    `insert into account_links (token_hash, customer_id, purpose, created_at, expires_at, new_email)
     values (sha256(convert_to($1 || 'e', 'UTF8')), $1::uuid, 'email', now(), now() + interval '1 day', 'otra@correo.gt'),
       (sha256(convert_to($1 || 'r', 'UTF8')), $1::uuid, 'reset', now(), now() + interval '1 hour', null)`,
    [customer.id],
  );
  const logIn = async (): Promise<string> => {
    const body = device.use(done(await shop.call('startPasskeyLogin', {})));
    return codeOf(await shop.call('loginByPasskey', { body }));
  };
  const links = async () =>
    (
      await shop.db.pool.query("select from account_links where customer_id = $1 and purpose <> 'confirm'", [
        customer.id,
      ])
    ).rows.length;
  return { ...customer, logIn, links };
};

test('an operator’s sign-out also ends passkeys and mailed links', async () => {
  const eva = await withWaysIn('eva@correo.gt');
  expect(await eva.logIn()).toBe('ok');
  expect((await ceiba('sign-out', 'eva@correo.gt')).taken).toBe(true);
  expect([await eva.logIn(), await eva.links()]).toEqual(['PASSKEY_INVALID', 0]);
});

test('an operator returns a stolen account to its address, and no other person can sign in', async () => {
  const rosa = await withWaysIn('ladron@correo.gt');
  await signInCustomer(shop.db, 'vecina@correo.gt', new Date());
  const refused = await ceiba('email', 'ladron@correo.gt', 'vecina@correo.gt');
  expect(refused).toEqual({ taken: false, said: 'Nothing was changed: vecina@correo.gt has an account.' });
  expect((await ceiba('email', 'nadie@correo.gt', 'rosa@correo.gt')).said).toBe(
    'Nothing was changed: there is no account of nadie@correo.gt.',
  );
  expect([await rosa.logIn(), await rosa.links()]).toEqual(['ok', 2]);
  expect(await ceiba('email', 'LADRON@correo.gt', 'Rosa@correo.gt')).toEqual({
    taken: true,
    said: "The account of ladron@correo.gt is rosa@correo.gt's. 2 sessions ended; its owner asks for a new password by mail.",
  });
  expect([await rosa.logIn(), await rosa.links()]).toEqual(['PASSKEY_INVALID', 0]);
  const { rows } = await shop.db.pool.query(
    'select email, email_confirmed_at is not null as confirmed, password_hash from customers where id = $1',
    [rosa.id],
  );
  expect(rows).toEqual([{ email: 'rosa@correo.gt', confirmed: true, password_hash: null }]);
});

test.each([
  [[]],
  [['show']],
  [['show', 'nobody']],
  [['staff', 'add']],
  [['staff', 'add', 'a@b.gt', 'x']],
  [['erase', 'a@b.gt']],
  [['email', 'a@b.gt']],
  [['email', 'a@b.gt', 'a@b.gt']],
])('an unknown command (%j) changes nothing and shows the usage', async (args) => {
  const { taken, said } = await ceiba(...args);
  expect(taken).toBe(false);
  expect(said).toContain('ceiba customer');
});

test('the command reports an e-mail without an account', async () => {
  expect(await ceiba('show', 'nadie@correo.gt')).toEqual({
    taken: false,
    said: 'There is no account of nadie@correo.gt.',
  });
});
