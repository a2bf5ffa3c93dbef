import { randomUUID } from 'node:crypto';
import type { CallInput } from '@ceiba/contract/client';
import { loginByPasskey } from '@ceiba/contract/passkeys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { type Deviations, SoftwarePasskey } from '../testing/software-passkey.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

const password = 'Ceiba2026demo';

interface Member {
  id: string;
  email: string;
  headers: { authorization: string };
}

const register = async (): Promise<Member> => {
  const email = `p-${randomUUID()}@correo.gt`;
  const person = { firstName: 'Ana', lastName: 'Ajú', email, phone: '5555-1234', password };
  const { data } = done(await shop.call('register', { body: { ...person, registerLeal: false, acceptTerms: true } }));
  return { id: data.customer.id, email, headers: { authorization: `Bearer ${data.sessionToken}` } };
};

const start = ({ headers }: Member, currentPassword = password) =>
  shop.call('startPasskey', { body: { currentPassword } }, { headers });

const add = async (member: Member, device = new SoftwarePasskey(), lies: Deviations = {}) => {
  const options = done(await start(member));
  const body = { passkeyName: 'Teléfono', ...device.create(options, lies) };
  return { device, body, answer: await shop.call('addPasskey', { body }, { headers: member.headers }) };
};

const challenge = async () => done(await shop.call('startPasskeyLogin', {}));
const enter = (body: CallInput<'loginByPasskey'>['body']) => shop.call('loginByPasskey', { body });
const logIn = async (device: SoftwarePasskey, lies: Deviations = {}) => enter(device.use(await challenge(), lies));

type Answered = { ok: true } | { ok: false; error: { code: string } };
const codeOf = (answer: Answered): string => (answer.ok ? 'ok' : answer.error.code);

test('a customer adds a passkey by password, gets a mail, signs in with the passkey, and removes it', async () => {
  const member = await register();
  expect(codeOf(await start(member, 'Otra2026clave'))).toBe('WRONG_PASSWORD');
  await shop.db.pool.query('update customers set email_confirmed_at = now() where email = $1', [member.email]);
  const { device, answer } = await add(member);
  const added = done(answer);
  expect(added).toMatchObject({ name: 'Teléfono', lastUsedAt: null });
  const { rows } = await shop.db.pool.query('select subject from mails where recipient = $1', [member.email]);
  expect(rows).toContainEqual({ subject: 'Agregaste una llave de acceso a tu cuenta de Ceiba' });

  const { data } = done(await logIn(device));
  expect(data.customer).toMatchObject({ id: member.id, email: member.email });
  const session = { headers: { authorization: `Bearer ${data.sessionToken}` } };
  expect(done(await shop.call('getCustomer', {}, session)).id).toBe(member.id);
  const [listed] = done(await shop.call('listPasskeys', {}, session));
  expect(listed).toMatchObject({ id: added.id, lastUsedAt: expect.any(String) });

  const stranger = await register();
  const remove = (headers: Member['headers']) => shop.call('removePasskey', { params: { id: added.id } }, { headers });
  expect(codeOf(await remove(stranger.headers))).toBe('PASSKEY_NOT_FOUND');
  expect((await remove(member.headers)).ok).toBe(true);
  expect(codeOf(await logIn(device))).toBe('PASSKEY_INVALID');
  expect(done(await shop.call('listPasskeys', {}, session))).toEqual([]);
});

/** Returns the cookies that an answer sets. */
const cookiesOf = ({ headers }: Awaited<ReturnType<TestShop['inject']>>) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => {
    const [pair = '', ...attributes] = String(cookie).split('; ');
    const path = attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/';
    return { name: pair.split('=')[0], pair, path };
  });

test('[DEC-04] a sign-in by passkey sets the same cookies as a login', async () => {
  const { device } = await add(await register());
  const payload = device.use(await challenge());
  const answer = await shop.inject({ method: 'POST', url: loginByPasskey.path, payload });
  expect(cookiesOf(answer).map(({ name }) => name)).toEqual(['ceiba.session', 'ceiba.device']);
  // The browser sends these cookies with the next login by passkey.
  for (const { path } of cookiesOf(answer)) expect(loginByPasskey.path.startsWith(path)).toBe(true);
});

test('[DEC-139] if a browser has opened a confirmation link, its next login by passkey confirms the e-mail', async () => {
  const member = await register();
  const { device } = await add(member);
  const { rows } = await shop.db.pool.query<{ token: string }>(
    "select substring(text from 'token=([A-Za-z0-9_-]+)') as token from mails where dedupe_key like 'account-confirmation:' || $1 || '%'",
    [member.id],
  );
  const link = { customerId: member.id, token: rows[0]?.token ?? '' };
  const pressed = await shop.inject({ method: 'POST', url: '/v1/auth/confirmEmail', payload: link });
  expect(pressed.statusCode, pressed.body).toBe(200);
  const sent = cookiesOf(pressed).filter(({ path }) => loginByPasskey.path.startsWith(path));
  const answer = await shop.inject({
    method: 'POST',
    url: loginByPasskey.path,
    payload: device.use(await challenge()),
    headers: { origin: 'http://localhost:3000', cookie: sent.map(({ pair }) => pair).join('; ') },
  });
  expect(answer.json().data.customer).toMatchObject({ id: member.id, isConfirmed: true });
});

test.each<[string, Deviations]>([
  ['on a page of somebody else', { origin: 'https://ceiba.example.evil.test' }],
  ['for another domain', { rpId: 'evil.test' }],
  ['without asking who holds the device', { flags: 0x41 }],
])('a passkey made %s is not accepted', async (_, lies) => {
  const member = await register();
  expect(codeOf((await add(member, new SoftwarePasskey(), lies)).answer)).toBe('PASSKEY_INVALID');
  expect(done(await shop.call('listPasskeys', {}, { headers: member.headers }))).toEqual([]);
});

test('a wrong signature signs nobody in, and a right signature then works', async () => {
  const [{ device }, other] = [await add(await register()), await register()];
  const lies: Deviations[] = [
    { origin: 'https://ceiba.example.evil.test' },
    { rpId: 'evil.test' },
    { flags: 0x01 },
    { userHandle: Buffer.from(other.id.replaceAll('-', ''), 'hex').toString('base64url') },
  ];
  for (const lie of lies) expect(codeOf(await logIn(device, lie)), JSON.stringify(lie)).toBe('PASSKEY_INVALID');
  const signed = device.use(await challenge());
  const forged = { ...signed, signature: device.use(await challenge()).signature };
  expect(codeOf(await enter(forged))).toBe('PASSKEY_INVALID');
  // An attempt with a wrong signature uses up the challenge.
  expect(codeOf(await enter(signed))).toBe('PASSKEY_INVALID');
  expect(codeOf(await logIn(new SoftwarePasskey(), { userHandle: 'AA' }))).toBe('PASSKEY_INVALID');
  expect(codeOf(await logIn(device))).toBe('ok');
});

test('a challenge can be signed once, within five minutes, and only for its purpose', async () => {
  const begun = new Date('2026-11-24T16:00:00Z');
  shop.setNow(begun);
  const member = await register();
  const { device } = await add(member);
  const signed = device.use(await challenge());
  expect((await Promise.all([enter(signed), enter(signed)])).map(codeOf).sort()).toEqual(['PASSKEY_INVALID', 'ok']);
  const late = device.use(await challenge());
  shop.setNow(new Date(begun.getTime() + 5 * 60_000));
  expect(codeOf(await enter(late))).toBe('PASSKEY_INVALID');
  // The challenge is for signing in. Without the password, no passkey is added.
  const body = {
    passkeyName: 'Ajeno',
    ...new SoftwarePasskey().create({ ...(await challenge()), rp: { id: 'localhost' }, user: { id: 'AA' } }),
  };
  expect(codeOf(await shop.call('addPasskey', { body }, { headers: member.headers }))).toBe('PASSKEY_INVALID');
  // Another customer has requested this challenge.
  const theirs = { passkeyName: 'Ajeno', ...new SoftwarePasskey().create(done(await start(member))) };
  const stranger = await register();
  expect(codeOf(await shop.call('addPasskey', { body: theirs }, { headers: stranger.headers }))).toBe(
    'PASSKEY_INVALID',
  );
  shop.setNow(undefined);
});

test('the counter reveals a copied device, even with concurrent sign-ins', async () => {
  const { device } = await add(await register());
  expect(codeOf(await logIn(device, { counter: 7 }))).toBe('ok');
  expect(codeOf(await logIn(device, { counter: 7 }))).toBe('PASSKEY_INVALID');
  const two = [device.use(await challenge(), { counter: 8 }), device.use(await challenge(), { counter: 8 })];
  expect((await Promise.all(two.map(enter))).map(codeOf).sort()).toEqual(['PASSKEY_INVALID', 'ok']);
});

test('a customer may have ten passkeys, and each device can be added once', async () => {
  const member = await register();
  const { device, answer } = await add(member);
  expect(answer.ok).toBe(true);
  expect(codeOf((await add(member, device)).answer)).toBe('PASSKEY_INVALID');
  const asked = [];
  for (let n = 0; n < 10; n += 1) asked.push(done(await start(member)));
  const bodies = asked.map((options) => ({ passkeyName: 'Más', ...new SoftwarePasskey().create(options) }));
  const answers = await Promise.all(
    bodies.map((body) => shop.call('addPasskey', { body }, { headers: member.headers })),
  );
  expect(answers.map(codeOf).filter((code) => code === 'PASSKEY_LIMIT')).toHaveLength(1);
  expect(codeOf(await start(member))).toBe('PASSKEY_LIMIT');
});

/** Resets the password by the link in its mail. */
const reset = async ({ id }: Member) => {
  const token = 'restablece-por-correo';
  await shop.db.pool.query(
    `insert into account_links (token_hash, customer_id, purpose, created_at, expires_at)
     values (sha256($1), $2, 'reset', now(), now() + interval '1 hour')`,
    [Buffer.from(token), id],
  );
  return shop.call('resetPassword', { body: { customerId: id, token, password: 'Nueva2027clave' } });
};

test('[DEC-139] a password reset by mail deletes the passkeys of the account’s former owner', async () => {
  const member = await register();
  const { device } = await add(member);
  done(await reset(member));
  expect(codeOf(await logIn(device))).toBe('PASSKEY_INVALID');
});

test('[DEC-04] if a reset interrupts a login by passkey, no session is left', async () => {
  const member = await register();
  const { device } = await add(member);
  const login = await shop.db.pool.connect();
  try {
    await login.query('begin');
    await login.query('update passkeys set counter = counter + 1 where credential_id = $1', [device.id]);
    await login.query(
      "insert into sessions (id, customer_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')",
      [randomUUID(), member.id],
    );
    const underway = reset(member);
    await untilBlocked(shop.db.pool, login);
    await login.query('commit');
    done(await underway);
  } finally {
    login.release(true);
  }
  expect((await shop.db.pool.query('select from sessions where customer_id = $1', [member.id])).rows).toEqual([]);
});

test('if a session ends while its new passkey waits for the account, no passkey is added', async () => {
  const member = await register();
  const body = { passkeyName: 'Ajeno', ...new SoftwarePasskey().create(done(await start(member))) };
  const ending = await shop.db.pool.connect();
  try {
    await ending.query('begin');
    await ending.query('select from customers where id = $1 for no key update', [member.id]);
    const underway = shop.call('addPasskey', { body }, { headers: member.headers });
    await untilBlocked(shop.db.pool, ending);
    await ending.query('delete from sessions where customer_id = $1', [member.id]);
    await ending.query('commit');
    expect(codeOf(await underway)).toBe('UNAUTHORIZED');
  } finally {
    ending.release(true);
  }
  expect((await shop.db.pool.query('select from passkeys where customer_id = $1', [member.id])).rows).toEqual([]);
});

test('[DEC-170] wrong passwords lock an e-mail, but not its passkeys', async () => {
  const member = await register();
  const { device } = await add(member);
  for (let wrong = 0; wrong < 6; wrong += 1)
    await shop.call('login', { body: { email: member.email, password: 'Mala2026x' } });
  expect(codeOf(await shop.call('login', { body: { email: member.email, password } }))).toBe('SIGN_IN_LOCKED');
  expect(codeOf(await logIn(device))).toBe('ok');
});
