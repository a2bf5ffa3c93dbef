import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { cash, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { SoftwarePasskey } from '../testing/software-passkey.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { issueLink, type LinkPurpose } from './account-links.store.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

const password = 'Ceiba2026demo';

/** An account with an unconfirmed address. */
let account: { id: string; email: string; headers: { authorization: string } };
beforeEach(async () => {
  const email = `${randomUUID()}@correo.gt`;
  const names = { firstName: 'Ana', lastName: 'Ajú', phone: '5555-1234' };
  const payload = { ...names, email, password, registerLeal: false, acceptTerms: true };
  const answer = await shop.inject({ method: 'POST', url: '/v1/auth/register', payload });
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from customers where email = $1', [email]);
  account = {
    id: rows[0]?.id ?? '',
    email,
    headers: { authorization: `Bearer ${answer.json().data.sessionToken}` },
  };
});

const post = async (url: string, payload: object, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await shop.inject({ method: 'POST', url, payload, headers });
  return answer.statusCode < 400 ? '200' : `${answer.statusCode} ${answer.json().error.code}`;
};

const mailed = async (purpose: LinkPurpose): Promise<string> => {
  const newEmail = purpose === 'email' ? `${randomUUID()}@correo.gt` : undefined;
  return (await issueLink(shop.db.write, account.id, purpose, new Date(), newEmail)) ?? '';
};

const reset = async () =>
  post('/v1/auth/password/reset', { customerId: account.id, token: await mailed('reset'), password: 'Nueva2026x' });

/** Changes to an account while its password is being reset, with the expected result of each. */
const others: readonly (readonly [name: string, act: () => Promise<string>, expected: string])[] = [
  [
    'the change of its e-mail',
    async () => post('/v1/auth/email/change', { token: await mailed('email') }, account.headers),
    '404 LINK_NOT_FOUND',
  ],
  [
    'a new password by the present one',
    () => post('/v1/auth/password/change', { currentPassword: password, password: 'Otra2026x' }, account.headers),
    '403 WRONG_PASSWORD',
  ],
  [
    'the confirmation of its e-mail',
    async () =>
      post('/v1/auth/confirmEmail', { customerId: account.id, token: await mailed('confirm') }, account.headers),
    '404 LINK_NOT_FOUND',
  ],
  [
    'an operator who ends every way into it',
    async () => {
      await shop.db.pool.query('select * from end_account_access($1)', [account.id]);
      return 'ended';
    },
    'ended',
  ],
];

test.each(others)('a password reset and %s run one after the other', async (_, act, expected) => {
  const outcomes = await shop.db.transaction(async (tx) => {
    // The account's cart is being synchronized. The reset waits for the cart, because the account is not confirmed.
    await tx.run({
      text: `select pg_advisory_xact_lock(hashtextextended('sync-cart:' || $1, 0))`,
      values: [account.id],
    });
    const first = reset();
    await untilBlocked(shop.db.pool, tx);
    const second = act();
    await untilBlocked(shop.db.pool, tx, 2);
    return { both: Promise.all([first, second]) };
  });
  expect(await outcomes.both).toEqual(['200', expected]);
});

/** Adds a passkey to the account, as its owner does. */
const addDevice = async (): Promise<SoftwarePasskey> => {
  const device = new SoftwarePasskey();
  const { headers } = account;
  const options = done(await shop.call('startPasskey', { body: { currentPassword: password } }, { headers }));
  const body = { passkeyName: 'Teléfono', ...device.create(options) };
  done(await shop.call('addPasskey', { body }, { headers }));
  return device;
};

test('closing an account and signing in with its passkey at the same time do not deadlock', async () => {
  const { pool } = shop.db;
  const device = await addDevice();
  await pool.query('update customers set email_confirmed_at = now() where id = $1', [account.id]);
  const productId = await createProduct(shop.db, { sku: 'GUEST' });
  const cartId = await prepareCart(shop, { lines: [{ productId, quantity: 1 }], email: account.email });
  expect((await postOrder(shop, { cartId, payments: [cash(130)] })).statusCode).toBe(200);
  const signed = device.use(done(await shop.call('startPasskeyLogin', {})));
  const { both } = await shop.db.transaction(async (tx) => {
    // Signing in assigns the address's orders to the account. The login waits for this order and holds the passkey's lock.
    await tx.run({ text: 'select from orders where cart_id = $1 for update', values: [cartId] });
    const login = post('/v1/auth/passkeys/login', signed);
    await untilBlocked(shop.db.pool, tx);
    const closing = post('/v1/customers/closure', { currentPassword: password }, account.headers);
    await untilBlocked(shop.db.pool, tx, 2);
    return { both: Promise.all([login, closing]) };
  });
  expect(await both).toEqual(['200', '200']);
  const { rows } = await pool.query(
    `select customer_id, forgets_buyer, (select count(*)::int from sessions where customer_id = $2) as sessions
     from orders where cart_id = $1`,
    [cartId, account.id],
  );
  expect(rows).toEqual([{ customer_id: null, forgets_buyer: true, sessions: 0 }]);
});

test('two browsers that followed a confirmation link can sign in at the same time', async () => {
  const login = (cookie: string) =>
    shop.inject({
      method: 'POST',
      url: '/v1/auth/login',
      payload: { email: account.email, password },
      headers: { cookie, origin: 'http://localhost:3000' },
    });
  const cookiesOf = ({ headers }: Awaited<ReturnType<typeof login>>): string =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map((cookie) => String(cookie).split(';')[0])
      .join('; ');
  const device = cookiesOf(await login(''));
  const token = await mailed('confirm');
  const pressed = await shop.inject({
    method: 'POST',
    url: '/v1/auth/confirmEmail',
    payload: { customerId: account.id, token },
  });
  const mailbox = cookiesOf(pressed);
  for (const cookie of [device, ''])
    await shop.inject({
      method: 'POST',
      url: '/v1/auth/login',
      payload: { email: account.email, password: 'Mala2026x' },
      headers: { cookie, origin: 'http://localhost:3000' },
    });
  const { both } = await shop.db.transaction(async (tx) => {
    expect(await tx.run({ text: 'select from sign_in_failures for update', values: [] })).toHaveLength(2);
    const logins = [login(`${device}; ${mailbox}`), login(mailbox)];
    await untilBlocked(shop.db.pool, tx, 2);
    return { both: logins };
  });
  expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
