import { randomUUID } from 'node:crypto';
import { personNameMessage } from '@ceiba/domain/customers/person-name';
import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openServices } from '../services.ts';
import { startJobs } from '../start-jobs.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
// A failed test must not move the clock of later ones.
afterEach(() => shop.setNow(undefined));
afterAll(() => shop.close());

const origin = { origin: 'http://localhost:3000' };

const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  shop.inject({ method: 'POST', url, ...(payload === undefined ? {} : { payload }), headers });

const person = (email: string) => ({
  firstName: 'Ana',
  lastName: 'Ajú',
  email,
  phone: '5555-1234',
  password: 'Ceiba2026demo',
  registerLeal: false,
  acceptTerms: true,
});

const register = (email: string, changes: object = {}) => post('/v1/auth/register', { ...person(email), ...changes });
const login = (email: string, password = 'Ceiba2026demo', headers: Record<string, string> = {}) =>
  post('/v1/auth/login', { email, password }, headers);
const me = (token: string) =>
  shop.inject({ method: 'GET', url: '/v1/customers', headers: { authorization: `Bearer ${token}` } });

type AnswerOf = Awaited<ReturnType<typeof post>>;
const tokenOf = (answer: AnswerOf): string => answer.json().data.sessionToken;
const outcome = (answer: AnswerOf): string =>
  answer.statusCode < 400 ? String(answer.statusCode) : `${answer.statusCode} ${answer.json().error.code}`;

/** Returns the cookies that an answer sets: name, value and attributes. */
const cookiesOf = (answer: AnswerOf): string[] => {
  const set = answer.headers['set-cookie'] ?? [];
  return Array.isArray(set) ? set.map(String) : [String(set)];
};
const cookieHeader = (answer: AnswerOf): string =>
  cookiesOf(answer)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const linkIn = async (email: string, subject: string): Promise<{ token: string; customerId: string }> => {
  const { rows } = await shop.db.pool.query<{ text: string }>(
    'select text from mails where recipient = $1 and subject = $2 order by created_at desc, id desc limit 1',
    [email, subject],
  );
  const [, carried = ''] = /https?:\S+#(token=\S+)/.exec(rows[0]?.text ?? '') ?? [];
  const link = new URLSearchParams(carried);
  return { token: link.get('token') ?? '', customerId: link.get('customerId') ?? '' };
};
const confirmLink = (email: string) => linkIn(email, 'Confirma tu correo en Ceiba');

/** Requests a reset and runs its job. Returns the link. */
const resetLink = async (email: string) => {
  expect((await post('/v1/auth/password/request', { email })).json()).toEqual({ status: 200, data: { result: true } });
  await using worker = Object.assign(await startJobs(openServices(shop), shop.url), {
    [Symbol.asyncDispose]: async (): Promise<void> => worker.close(),
  });
  await until(async () => {
    const { rows } = await shop.db.pool.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'mail-password-reset'`,
    );
    return rows[0]?.n === 0;
  });
  return linkIn(email, 'Restablece tu contraseña de Ceiba');
};

test.each(['', 'ana', 'ana@correo', 'ana correo@correo.gt'])(
  '[API-10] an invalid e-mail (%j) is refused at its field, and the answer promises no mail',
  async (email) => {
    const answer = await post('/v1/auth/password/request', { email });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: 'VALIDATION_ERROR',
      metadata: { fields: { email: expect.any(String) } },
    });
  },
);

test('[API-09, DEC-151, DEC-181, AUTH-01, AUTH-02, AUTH-04] registering opens the account, signs in and mails the confirmation', async () => {
  const answer = await register('Ana@Correo.gt', { dpi: '1234 56789 0101', dateOfBirth: '1990-05-15', gender: 2 });
  expect(answer.statusCode).toBe(201);
  const { data } = answer.json();
  expect(data).toMatchObject({
    lealCreated: false,
    customer: {
      firstName: 'Ana',
      lastName: 'Ajú',
      email: 'ana@correo.gt',
      phone: '55551234',
      dpi: '1234567890101',
      dateOfBirth: '1990-05-15',
      gender: 2,
      isEmployee: false,
      registerLeal: false,
    },
  });
  const claims = JSON.parse(Buffer.from(data.sessionToken.split('.')[1], 'base64url').toString());
  expect(claims).toEqual({
    sub: expect.any(String),
    iat: expect.any(Number),
    exp: claims.iat + 86_400,
    jti: expect.any(String),
  });
  expect(new Date(data.sessionExpiresAt).getTime()).toBe(claims.exp * 1_000);
  expect((await me(data.sessionToken)).json().email).toBe('ana@correo.gt');
  expect(await confirmLink('ana@correo.gt')).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    customerId: claims.sub,
  });
});

test('[DEC-10] a password is stored only as an Argon2id hash', async () => {
  await register('hash@correo.gt');
  const { rows } = await shop.db.pool.query("select password_hash from customers where email = 'hash@correo.gt'");
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test.each([
  ['a taken e-mail, however it is written', 'ANA@correo.gt', {}, '409 EMAIL_TAKEN', 'Este correo ya está registrado.'],
  ['no acceptance', 'x1@correo.gt', { acceptTerms: false }, '400 VALIDATION_ERROR', undefined],
  ['no letter', 'x2@correo.gt', { password: '12345678' }, '400 VALIDATION_ERROR', undefined],
  ['an e-mail of nobody', 'ana', {}, '400 VALIDATION_ERROR', undefined],
  ['a short phone', 'x3@correo.gt', { phone: '555-1234' }, '400 VALIDATION_ERROR', undefined],
  ['a wish to be staff', 'x4@correo.gt', { isEmployee: true }, '400 VALIDATION_ERROR', undefined],
])('[API-09, DEC-151, DEC-153] registering with %s is refused', async (_, email, changes, expected, message) => {
  const answer = await register(email, changes);
  expect(outcome(answer)).toBe(expected);
  if (message !== undefined) expect(answer.json().message).toBe(message);
});

test('[DEC-151] a weak password is refused with the message of its field', async () => {
  const { fields } = (await register('weak@correo.gt', { password: 'corta1' })).json().error.metadata;
  expect(fields).toEqual({ password: 'La contraseña debe tener al menos 8 caracteres, una letra y un número.' });
});

test('two simultaneous registrations of one e-mail create one account', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => register('dos@correo.gt')));
  expect(answers.map(outcome).sort()).toEqual(['201', '409 EMAIL_TAKEN', '409 EMAIL_TAKEN']);
});

test('[API-08, AUTH-01, DEC-151] a wrong password and an unknown e-mail get the same answer', async () => {
  await register('luis@correo.gt');
  const right = await login(' LUIS@correo.gt ');
  expect(right.statusCode).toBe(200);
  expect(right.json()).toMatchObject({ status: 200, data: { customer: { email: 'luis@correo.gt' } } });
  const sent: string[][] = [];
  for (const email of ['luis@correo.gt', 'nadie@correo.gt']) {
    const answer = await login(email, 'Otra2026');
    expect(outcome(answer)).toBe('401 WRONG_CREDENTIALS');
    expect(answer.json().message).toBe('Correo o contraseña incorrectos.');
    sent.push(shop.lastStatements());
  }
  // Both run the same statements, so that the time reveals no account.
  expect(sent[0]).toEqual(sent[1]);
  expect(outcome(await post('/v1/auth/login', { email: 'luis@correo.gt' }))).toBe('400 VALIDATION_ERROR');
});

test('[DEC-04] the storefront’s session cookie is hidden from scripts and lives as long as the token', async () => {
  const answer = await register('cookie@correo.gt');
  const session = cookiesOf(answer).find((cookie) => cookie.startsWith('ceiba.session='));
  expect(session).toBe(`ceiba.session=${tokenOf(answer)}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax`);
  const cookie = cookieHeader(answer);
  const read = await shop.inject({ method: 'GET', url: '/v1/customers', headers: { cookie } });
  expect(read.json().email).toBe('cookie@correo.gt');
});

test('[DEC-04] a change with the cookie from an unknown Origin answers 403', async () => {
  const cookie = cookieHeader(await register('origen@correo.gt'));
  const change = (headers: Record<string, string>) =>
    shop.inject({
      method: 'PATCH',
      url: '/v1/customers/profile',
      payload: { firstName: 'Eva' },
      headers: { cookie, ...headers },
    });
  expect(outcome(await change({}))).toBe('403 ORIGIN_NOT_ALLOWED');
  expect(outcome(await change({ origin: 'https://evil.example' }))).toBe('403 ORIGIN_NOT_ALLOWED');
  const read = () => shop.inject({ method: 'GET', url: '/v1/customers', headers: { cookie } });
  expect((await read()).json().firstName).toBe('Ana');
  expect((await change(origin)).statusCode).toBe(200);
  expect((await read()).json().firstName).toBe('Eva');
});

test('[API-12, AUTH-08, DEC-04] logout revokes the token immediately and deletes the cookie', async () => {
  const answer = await register('fuera@correo.gt');
  const headers = { cookie: cookieHeader(answer), ...origin };
  const gone = await shop.inject({ method: 'DELETE', url: '/v1/auth/token', headers });
  expect([gone.statusCode, gone.body]).toEqual([204, '']);
  expect(cookiesOf(gone)).toEqual(['ceiba.session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax']);
  expect(outcome(await me(tokenOf(answer)))).toBe('401 UNAUTHORIZED');
  expect(outcome(await shop.inject({ method: 'DELETE', url: '/v1/auth/token' }))).toBe('401 UNAUTHORIZED');
});

test('[DEC-04] a login replaces the browser’s earlier session', async () => {
  const first = await register('rota@correo.gt');
  const second = await login('rota@correo.gt', 'Ceiba2026demo', { cookie: cookieHeader(first), ...origin });
  expect(second.statusCode).toBe(200);
  expect(outcome(await me(tokenOf(first)))).toBe('401 UNAUTHORIZED');
  expect(outcome(await me(tokenOf(second)))).toBe('200');
  // Another browser's session stays.
  const other = await login('rota@correo.gt');
  expect([outcome(await me(tokenOf(second))), outcome(await me(tokenOf(other)))]).toEqual(['200', '200']);
});

test('[DEC-04, DEC-155] a browser with an expired cookie is a guest, and a late answer deletes no newer cookie', async () => {
  const answer = await register('apagada@correo.gt');
  await shop.db.pool.query(
    "delete from sessions where customer_id = (select id from customers where email = 'apagada@correo.gt')",
  );
  const open = (headers: Record<string, string>) => post('/v1/carts/', {}, headers);
  const cookie = { cookie: cookieHeader(answer), ...origin };
  const opened = await open(cookie);
  expect(outcome(opened)).toBe('201');
  const read = await shop.inject({ method: 'GET', url: `/v1/carts/${opened.json().id}`, headers: cookie });
  expect(outcome(read)).toBe('200');
  const personal = await shop.inject({ method: 'GET', url: '/v1/customers', headers: cookie });
  expect([outcome(personal), personal.headers['set-cookie']]).toEqual(['401 UNAUTHORIZED', undefined]);
  const byToken = await open({ authorization: `Bearer ${tokenOf(answer)}`, cookie: cookieHeader(answer) });
  expect([outcome(byToken), byToken.headers['set-cookie']]).toEqual(['401 UNAUTHORIZED', undefined]);
});

/** Confirms the address, as the mail's link does. */
const confirm = (email: string) =>
  shop.db.pool.query('update customers set email_confirmed_at = now() where email = $1', [email]);

test('[DEC-04, DEC-151] a new password ends other sessions and mailed links, and a confirmed address gets a mail', async () => {
  const email = 'cambia@correo.gt';
  const [here, there] = [tokenOf(await register(email)), tokenOf(await login(email))];
  await confirm(email);
  const link = await resetLink(email);
  const change = (body: object, token = here) =>
    post('/v1/auth/password/change', body, { authorization: `Bearer ${token}` });
  const body = { currentPassword: 'Ceiba2026demo', password: 'Nueva2027clave' };
  const wrong = await change({ ...body, currentPassword: 'Otra2026clave' });
  expect([outcome(wrong), wrong.json().message]).toEqual([
    '403 WRONG_PASSWORD',
    'Tu contraseña actual no es correcta.',
  ]);
  expect(outcome(await change({ ...body, password: 'corta1' }))).toBe('400 VALIDATION_ERROR');
  expect(outcome(await change(body, 'a.b.c'))).toBe('401 UNAUTHORIZED');
  expect(outcome(await me(there))).toBe('200');
  // Two calls run at the same time, and one changes the password. The other call's current password is then wrong.
  expect((await Promise.all([change(body), change(body)])).map(outcome).sort()).toEqual(['200', '403 WRONG_PASSWORD']);
  expect([outcome(await me(here)), outcome(await me(there))]).toEqual(['200', '401 UNAUTHORIZED']);
  expect([outcome(await login(email)), outcome(await login(email, body.password))]).toEqual([
    '401 WRONG_CREDENTIALS',
    '200',
  ]);
  expect(outcome(await post('/v1/auth/password/reset', { ...link, password: 'Ladron2027x' }))).toBe(
    '404 LINK_NOT_FOUND',
  );
  const { rows } = await shop.db.pool.query(
    "select count(*)::int as told from mails where recipient = $1 and subject = 'Tu contraseña de Ceiba cambió'",
    [email],
  );
  expect(rows).toEqual([{ told: 1 }]);
});

test('[DEC-170] an intruder in an open session can guess five passwords, but the owner’s login still works', async () => {
  const token = tokenOf(await register('abierta@correo.gt'));
  const guess = (currentPassword: string) =>
    post(
      '/v1/auth/password/change',
      { currentPassword, password: 'Nueva2027clave' },
      { authorization: `Bearer ${token}` },
    );
  for (let tried = 0; tried < 5; tried += 1)
    expect(outcome(await guess(`Otra202${tried}x`))).toBe('403 WRONG_PASSWORD');
  expect(outcome(await guess('Ceiba2026demo'))).toBe('403 SIGN_IN_LOCKED');
  expect(outcome(await login('abierta@correo.gt'))).toBe('200');
});

test('[DEC-04] a session ends after 24 hours', async () => {
  const start = new Date('2026-11-24T16:00:00Z');
  shop.setNow(start);
  const token = tokenOf(await register('dia@correo.gt'));
  shop.setNow(new Date(start.getTime() + 86_399_000));
  expect(outcome(await me(token))).toBe('200');
  shop.setNow(new Date(start.getTime() + 86_400_000));
  expect(outcome(await me(token))).toBe('401 UNAUTHORIZED');
});

test('[DEC-10, DEC-170] after five wrong passwords, every password answers 403 for 15 minutes', async () => {
  const start = new Date('2026-11-24T16:00:00Z');
  const at = (minutes: number) => shop.setNow(new Date(start.getTime() + minutes * 60_000));
  at(0);
  await register('cinco@correo.gt');
  for (const email of ['cinco@correo.gt', 'nadie5@correo.gt']) {
    at(1);
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(outcome(await login(email, 'Mala2026x'))).toBe('401 WRONG_CREDENTIALS');
    expect(outcome(await login(email))).toBe('403 SIGN_IN_LOCKED');
    at(15.9);
    expect(outcome(await login(email))).toBe('403 SIGN_IN_LOCKED');
  }
  at(16);
  expect(outcome(await login('cinco@correo.gt'))).toBe('200');
});

test('[DEC-170] of fifty concurrent guesses, only five learn whether the password is right', async () => {
  await register('todos@correo.gt');
  const wrong = await Promise.all(Array.from({ length: 49 }, () => login('todos@correo.gt', 'Mala2026x')));
  expect(wrong.map(outcome).filter((each) => each === '401 WRONG_CREDENTIALS')).toHaveLength(5);
  expect(outcome(await login('todos@correo.gt'))).toBe('403 SIGN_IN_LOCKED');
});

test('a stranger who guesses all day does not lock out the customer’s own browser', async () => {
  const cookie = cookieHeader(await register('propia@correo.gt'));
  for (let wrong = 0; wrong < 6; wrong += 1) await login('propia@correo.gt', 'Mala2026x');
  expect(outcome(await login('propia@correo.gt'))).toBe('403 SIGN_IN_LOCKED');
  expect(outcome(await login('propia@correo.gt', 'Ceiba2026demo', { cookie, ...origin }))).toBe('200');
  // The browser's own five tries still count, and another account's device gives no access.
  const other = cookieHeader(await register('ajena@correo.gt'));
  expect(outcome(await login('propia@correo.gt', 'Ceiba2026demo', { cookie: other, ...origin }))).toBe(
    '403 SIGN_IN_LOCKED',
  );
  for (let wrong = 0; wrong < 5; wrong += 1) await login('propia@correo.gt', 'Mala2026x', { cookie, ...origin });
  expect(outcome(await login('propia@correo.gt', 'Ceiba2026demo', { cookie, ...origin }))).toBe('403 SIGN_IN_LOCKED');
});

test('[API-10, API-11, AUTH-01, AUTH-07, DEC-04, DEC-152, DEC-170] a reset ends sessions, lock and link', async () => {
  const before = tokenOf(await register('reset@correo.gt'));
  for (let wrong = 0; wrong < 6; wrong += 1) await login('reset@correo.gt', 'Mala2026x');
  const link = await resetLink('reset@correo.gt');
  const reset = (password: string, changes: object = {}) =>
    post('/v1/auth/password/reset', { ...link, password, ...changes });
  expect(outcome(await reset('corta1'))).toBe('400 VALIDATION_ERROR');
  expect(outcome(await reset('Nueva2026x', { token: 'x'.repeat(43) }))).toBe('404 LINK_NOT_FOUND');
  expect(outcome(await reset('Nueva2026x', { customerId: randomUUID() }))).toBe('404 LINK_NOT_FOUND');
  const answers = await Promise.all([reset('Nueva2026x'), reset('Nueva2026x')]);
  expect(answers.map(outcome).sort()).toEqual(['200', '404 LINK_NOT_FOUND']);
  expect(outcome(await me(before))).toBe('401 UNAUTHORIZED');
  expect(outcome(await login('reset@correo.gt', 'Nueva2026x'))).toBe('200');
  expect(outcome(await login('reset@correo.gt'))).toBe('401 WRONG_CREDENTIALS');
  const { rows } = await shop.db.pool.query<{ subject: string }>(
    "select subject from mails where recipient = 'reset@correo.gt'",
  );
  expect(rows.map(({ subject }) => subject)).toContain('Tu contraseña de Ceiba cambió');
});

test('[DEC-170] a guessing stranger does not lock out the browser in which the password was reset', async () => {
  await register('sigue@correo.gt');
  const answer = await post('/v1/auth/password/reset', {
    ...(await resetLink('sigue@correo.gt')),
    password: 'Nueva2026x',
  });
  expect(outcome(answer)).toBe('200');
  for (let wrong = 0; wrong < 6; wrong += 1) await login('sigue@correo.gt', 'Mala2026x');
  expect(outcome(await login('sigue@correo.gt', 'Nueva2026x'))).toBe('403 SIGN_IN_LOCKED');
  const headers = { cookie: cookieHeader(answer), ...origin };
  expect(outcome(await login('sigue@correo.gt', 'Nueva2026x', headers))).toBe('200');
});

test('[DEC-152] a reset link is valid for one hour, a confirmation link for 24, and only hashes are stored', async () => {
  const start = new Date();
  await register('tarde@correo.gt');
  const reset = await resetLink('tarde@correo.gt');
  const confirm = await confirmLink('tarde@correo.gt');
  const { rows } = await shop.db.pool.query<{ row: string }>('select account_links::text as row from account_links');
  for (const { token } of [reset, confirm]) expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  shop.setNow(new Date(start.getTime() + 3_700_000));
  expect(outcome(await post('/v1/auth/password/reset', { ...reset, password: 'Nueva2026x' }))).toBe(
    '404 LINK_NOT_FOUND',
  );
  shop.setNow(new Date(start.getTime() + 86_500_000));
  expect(outcome(await post('/v1/auth/confirmEmail', confirm))).toBe('404 LINK_NOT_FOUND');
});

test('[API-10, DEC-152] a reset request has the same answer and statements with and without an account', async () => {
  await register('quien@correo.gt');
  const sent: string[][] = [];
  for (const email of ['quien@correo.gt', 'nadie@correo.gt']) {
    expect((await post('/v1/auth/password/request', { email })).json()).toEqual({
      status: 200,
      data: { result: true },
    });
    sent.push(shop.lastStatements());
  }
  expect(sent[0]).toEqual(sent[1]);
  expect(outcome(await post('/v1/auth/password/request', {}))).toBe('400 VALIDATION_ERROR');
});

/** An order placed as a guest with that address. */
const ordered = async (email: string): Promise<string> => {
  const id = randomUUID();
  await shop.db.pool.query("insert into carts (id, status) values ($1, 'ordered')", [id]);
  await shop.db.pool.query(
    `insert into orders (id, number, cart_id, status, email, contact, billing_address, payment_type, subtotal, total)
     values ($1, nextval('order_numbers'), $1, 'processing', $2, '{}', '{}', 'Cash', 0, 0)`,
    [id, email],
  );
  return id;
};

const owner = async (id: string): Promise<string | null | undefined> =>
  z
    .array(z.object({ customer_id: z.string().nullable() }))
    .parse((await shop.db.pool.query('select customer_id from orders where id = $1', [id])).rows)[0]?.customer_id;

test('[API-13, AUTH-01, AUTH-06, DEC-139, DEC-152] the first confirmation assigns the orders placed as a guest', async () => {
  const [own, other] = [await ordered('pedidos@correo.gt'), await ordered('otra@correo.gt')];
  const headers = { cookie: cookieHeader(await register('pedidos@correo.gt')), ...origin };
  const link = await confirmLink('pedidos@correo.gt');
  expect(await owner(own)).toBeNull();
  const answers = await Promise.all([1, 2].map(() => post('/v1/auth/confirmEmail', link, headers)));
  expect(answers.map(outcome).sort()).toEqual(['200', '404 LINK_NOT_FOUND']);
  expect([await owner(own), await owner(other)]).toEqual([link.customerId, null]);
  // A later guest order is assigned at the next login.
  const later = await ordered('pedidos@correo.gt');
  await login('pedidos@correo.gt');
  expect(await owner(later)).toBe(link.customerId);
});

const mailAgain = (token: string) =>
  post('/v1/auth/confirmEmail/request', undefined, { authorization: `Bearer ${token}` });

test('a customer can request a second confirmation mail, and both links work until one is used', async () => {
  const email = 'perdido@correo.gt';
  const session = await register(email);
  const headers = { cookie: cookieHeader(session), ...origin };
  const mails = async (): Promise<number> => {
    const { rows } = await shop.db.pool.query<{ n: number }>(
      "select count(*)::int as n from mails where recipient = $1 and subject = 'Confirma tu correo en Ceiba'",
      [email],
    );
    return rows[0]?.n ?? 0;
  };
  const first = await confirmLink(email);
  const answer = await mailAgain(tokenOf(session));
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 200, data: { result: true } }]);
  const second = await confirmLink(email);
  expect(second.token).not.toBe(first.token);
  expect(await mails()).toBe(2);
  expect(outcome(await post('/v1/auth/confirmEmail', first, headers))).toBe('200');
  expect((await me(tokenOf(session))).json().isConfirmed).toBe(true);
  expect(outcome(await post('/v1/auth/confirmEmail', second, headers))).toBe('404 LINK_NOT_FOUND');
  expect((await mailAgain(tokenOf(session))).json()).toEqual(answer.json());
  expect(await mails()).toBe(2);
  expect(outcome(await post('/v1/auth/confirmEmail/request'))).toBe('401 UNAUTHORIZED');
});

test('a customer gets at most five confirmation mails in 24 hours, even by concurrent requests', async () => {
  const start = new Date('2026-11-24T16:00:00Z');
  shop.setNow(start);
  const email = 'seisveces@correo.gt';
  const token = tokenOf(await register(email));
  shop.setNow(new Date(start.getTime() + 3_600_000));
  const answers = await Promise.all(Array.from({ length: 7 }, () => mailAgain(token)));
  expect(answers.map(outcome).sort()).toEqual(['200', '200', '200', '200', ...Array(3).fill('429 RATE_LIMITED')]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.headers['retry-after']).toBe(String(23 * 3_600));
  shop.setNow(new Date(start.getTime() + 86_400_000));
  const later = tokenOf(await login(email));
  expect(outcome(await mailAgain(later))).toBe('200');
  expect(outcome(await mailAgain(later))).toBe('429 RATE_LIMITED');
});

test('an address gets five confirmation mails in 24 hours, even if its account is registered again', async () => {
  const email = 'cierra@correo.gt';
  const first = tokenOf(await register(email));
  for (let n = 0; n < 4; n += 1) expect(outcome(await mailAgain(first))).toBe('200');
  const proof = { currentPassword: 'Ceiba2026demo' };
  expect(outcome(await post('/v1/customers/closure', proof, { authorization: `Bearer ${first}` }))).toBe('200');
  const again = await register(email);
  // A registration counts but is never refused. Otherwise the first to register could lock out the address's owner.
  expect(outcome(again)).toBe('201');
  const refused = await mailAgain(tokenOf(again));
  expect(outcome(refused)).toBe('429 RATE_LIMITED');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(outcome(await mailAgain(tokenOf(await register('otra-que-no-cierra@correo.gt'))))).toBe('200');
});

test('repeated registrations and closings send a stranger five mails in all, and no notices', async () => {
  const email = 'no-la-pidio@correo.gt';
  const { rows: before } = await shop.db.pool.query('select id from mails where recipient = $1', [email]);
  expect(before).toEqual([]);
  const written = new Set<string>();
  const outcomes = new Set<string>();
  for (let n = 0; n < 8; n += 1) {
    const opened = await register(email);
    const headers = inSession(tokenOf(opened));
    const password = `Otra2026x${n}`;
    for (const answer of [
      opened,
      await post('/v1/auth/password/change', { currentPassword: 'Ceiba2026demo', password }, headers),
      await post('/v1/auth/email/request', { currentPassword: password, email: `nueva-${n}@correo.gt` }, headers),
    ])
      outcomes.add(outcome(answer));
    // These mails were sent before the account was closed.
    const { rows } = await shop.db.pool.query<{ key: string }>(
      'select dedupe_key as key from mails where recipient = $1',
      [email],
    );
    for (const { key } of rows) written.add(key);
    outcomes.add(outcome(await post('/v1/customers/closure', { currentPassword: password }, headers)));
    const { rows: after } = await shop.db.pool.query('select id from mails where recipient = $1', [email]);
    expect(after).toEqual([]);
  }
  expect([...outcomes].sort()).toEqual(['200', '201']);
  expect([...written].map((key) => key.split(':')[0])).toEqual(Array(5).fill('account-confirmation'));
});

test('following a confirmation link while signed out does not reset the limit of confirmation mails', async () => {
  const email = 'presiona@correo.gt';
  const token = tokenOf(await register(email));
  for (let n = 0; n < 4; n += 1) expect(outcome(await mailAgain(token))).toBe('200');
  expect(outcome(await post('/v1/auth/confirmEmail', await confirmLink(email)))).toBe('200');
  expect((await me(token)).json().isConfirmed).toBe(false);
  expect(outcome(await mailAgain(token))).toBe('429 RATE_LIMITED');
});

test('[DEC-139] following the link does not give orders to an account that another person registered', async () => {
  const order = await ordered('victima@correo.gt');
  const stranger = cookieHeader(await register('victima@correo.gt'));
  const ownBrowser = cookieHeader(await register('vecina@correo.gt'));
  const pressed = await post('/v1/auth/confirmEmail', await confirmLink('victima@correo.gt'), {
    cookie: ownBrowser,
    ...origin,
  });
  expect(pressed.json()).toEqual({ status: 200, data: { result: true } });
  for (const headers of [{}, { cookie: stranger, ...origin }])
    expect(outcome(await login('victima@correo.gt', 'Ceiba2026demo', headers))).toBe('200');
  expect(await owner(order)).toBeNull();
  const link = await resetLink('victima@correo.gt');
  expect(outcome(await post('/v1/auth/password/reset', { ...link, password: 'Nueva2026x' }))).toBe('200');
  expect(await owner(order)).toBe(link.customerId);
  expect(outcome(await login('victima@correo.gt'))).toBe('401 WRONG_CREDENTIALS');
});

test('[DEC-139] a link followed while signed out confirms at the next login, within a session immediately', async () => {
  const [order, called] = [await ordered('telefono@correo.gt'), await ordered('app@correo.gt')];
  await register('telefono@correo.gt');
  const link = await confirmLink('telefono@correo.gt');
  const phone = cookieHeader(await post('/v1/auth/confirmEmail', link));
  expect(outcome(await login('telefono@correo.gt', 'Mala2026x', { cookie: phone, ...origin }))).toContain('401');
  expect(await owner(order)).toBeNull();
  // Only this account is confirmed.
  const other = await ordered('otro-telefono@correo.gt');
  await register('otro-telefono@correo.gt');
  await login('otro-telefono@correo.gt', 'Ceiba2026demo', { cookie: phone, ...origin });
  expect(await owner(other)).toBeNull();
  await login('telefono@correo.gt', 'Ceiba2026demo', { cookie: phone, ...origin });
  expect(await owner(order)).toBe(link.customerId);
  const authorization = `Bearer ${tokenOf(await register('app@correo.gt'))}`;
  const byToken = await confirmLink('app@correo.gt');
  expect(outcome(await post('/v1/auth/confirmEmail', byToken, { authorization }))).toBe('200');
  expect(await owner(called)).toBe(byToken.customerId);
});

test('[API-01, PROF-06, DEC-181] the call returns the session’s customer and the session’s end', async () => {
  const answer = await register('perfil@correo.gt');
  const read = (await me(tokenOf(answer))).json();
  expect(read).toMatchObject({
    firstName: 'Ana',
    email: 'perfil@correo.gt',
    nit: null,
    billingName: null,
    cartId: null,
  });
  expect(read.sessionExpiresAt).toBe(answer.json().data.sessionExpiresAt);
  expect(outcome(await shop.inject({ method: 'GET', url: '/v1/customers' }))).toBe('401 UNAUTHORIZED');
});

const inSession = (token: string) => ({ authorization: `Bearer ${token}` });
const askEmail = (token: string, email: string, currentPassword = 'Ceiba2026demo') =>
  post('/v1/auth/email/request', { email, currentPassword }, inSession(token));
const newEmailLink = async (email: string): Promise<{ token: string }> => ({
  token: (await linkIn(email, 'Confirma tu nuevo correo en Ceiba')).token,
});
const takeEmail = (token: string, link: { token: string }) => post('/v1/auth/email/change', link, inSession(token));
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await shop.db.pool.query<{ subject: string }>(
      'select subject from mails where recipient = $1 order by created_at',
      [email],
    )
  ).rows.map(({ subject }) => subject);

test('[DEC-04, DEC-139] an e-mail change needs the mailbox and the session, and a confirmed former address gets a mail', async () => {
  const [from, to] = ['viejo@correo.gt', 'nuevo@correo.gt'];
  const [here, there] = [tokenOf(await register(from)), tokenOf(await login(from))];
  await confirm(from);
  const order = await ordered(to);
  const stale = await resetLink(from);
  expect(outcome(await askEmail(here, ' NUEVO@correo.gt '))).toBe('200');
  expect((await me(here)).json()).toMatchObject({ email: from, isConfirmed: true });
  expect(await mailsTo(from)).toContain('Pidieron cambiar el correo de tu cuenta de Ceiba');
  const link = await newEmailLink(to);
  const { rows: kept } = await shop.db.pool.query('select token_hash from account_links where new_email = $1', [to]);
  expect(kept[0].token_hash.toString()).not.toContain(link.token);
  const answers = await Promise.all([takeEmail(here, link), takeEmail(here, link)]);
  expect(answers.map(outcome).sort()).toEqual(['200', '404 LINK_NOT_FOUND']);
  expect((await me(here)).json()).toMatchObject({ email: to, isConfirmed: true });
  expect(outcome(await me(there))).toBe('401 UNAUTHORIZED');
  expect([outcome(await login(from)), outcome(await login(to))]).toEqual(['401 WRONG_CREDENTIALS', '200']);
  expect(await owner(order)).toBe((await me(here)).json().id);
  expect(await mailsTo(from)).toContain('El correo de tu cuenta de Ceiba cambió');
  // Links in the former mailbox no longer work.
  expect(outcome(await post('/v1/auth/password/reset', { ...stale, password: 'Nueva2026x' }))).toBe(
    '404 LINK_NOT_FOUND',
  );
});

test.each([
  ['a wrong password', 'otro-a@correo.gt', 'Otra2026x', '403 WRONG_PASSWORD'],
  ['the address it has', 'pide@correo.gt', 'Ceiba2026demo', '400 VALIDATION_ERROR'],
  ['an address of nobody', 'pide', 'Ceiba2026demo', '400 VALIDATION_ERROR'],
  ['an address that has an account', 'tomado@correo.gt', 'Ceiba2026demo', '409 EMAIL_TAKEN'],
])('a change of e-mail with %s is refused', async (_, email, password, expected) => {
  await register('tomado@correo.gt');
  await register('pide@correo.gt');
  const token = tokenOf(await login('pide@correo.gt'));
  expect(outcome(await askEmail(token, email, password))).toBe(expected);
  expect(await mailsTo('pide@correo.gt')).toEqual(['Confirma tu correo en Ceiba']);
});

test('[DEC-139] only the requesting customer can use the link in the mail to a new address', async () => {
  const thief = tokenOf(await register('asaltante@correo.gt'));
  const order = await ordered('asediada@correo.gt');
  expect(outcome(await askEmail(thief, 'asediada@correo.gt'))).toBe('200');
  const link = await newEmailLink('asediada@correo.gt');
  const reader = tokenOf(await register('lectora@correo.gt'));
  expect(outcome(await post('/v1/auth/email/change', link))).toBe('401 UNAUTHORIZED');
  expect(outcome(await takeEmail(reader, link))).toBe('404 LINK_NOT_FOUND');
  expect((await me(reader)).json().email).toBe('lectora@correo.gt');
  expect(await owner(order)).toBeNull();
});

test('an e-mail change fails if another account took the address, or after a day or a new password', async () => {
  const start = new Date('2026-11-24T16:00:00Z');
  shop.setNow(start);
  const token = tokenOf(await register('espera@correo.gt'));
  await askEmail(token, 'disputado@correo.gt');
  const link = await newEmailLink('disputado@correo.gt');
  await register('disputado@correo.gt');
  expect(outcome(await takeEmail(token, link))).toBe('409 EMAIL_TAKEN');
  expect((await me(token)).json().email).toBe('espera@correo.gt');

  await askEmail(token, 'libre@correo.gt');
  const free = await newEmailLink('libre@correo.gt');
  shop.setNow(new Date(start.getTime() + 24 * 3_600_000));
  const next = tokenOf(await login('espera@correo.gt'));
  expect(outcome(await takeEmail(next, free))).toBe('404 LINK_NOT_FOUND');

  await askEmail(next, 'libre@correo.gt');
  const last = await newEmailLink('libre@correo.gt');
  const change = { currentPassword: 'Ceiba2026demo', password: 'Nueva2027clave' };
  expect(outcome(await post('/v1/auth/password/change', change, inSession(next)))).toBe('200');
  expect(outcome(await takeEmail(next, last))).toBe('404 LINK_NOT_FOUND');
});

test('a customer sends at most five links to new addresses a day, even if links are used or ended', async () => {
  const token = tokenOf(await register('insiste@correo.gt'));
  for (let n = 0; n < 5; n += 1) expect(outcome(await askEmail(token, `objetivo${n}@correo.gt`))).toBe('200');
  expect(outcome(await askEmail(token, 'objetivo5@correo.gt'))).toBe('429 RATE_LIMITED');
  // A new password ends the links, but does not reset their limit.
  const change = { currentPassword: 'Ceiba2026demo', password: 'Nueva2027clave' };
  expect(outcome(await post('/v1/auth/password/change', change, inSession(token)))).toBe('200');
  const refused = await askEmail(token, 'objetivo5@correo.gt', change.password);
  expect(outcome(refused)).toBe('429 RATE_LIMITED');
  expect(refused.json().error.metadata.retryAfter).toBeGreaterThan(0);
  expect(await mailsTo('objetivo5@correo.gt')).toEqual([]);
});

test('several accounts together send at most five links to one new address a day', async () => {
  const [one, other] = [tokenOf(await register('una@correo.gt')), tokenOf(await register('dosuna@correo.gt'))];
  const answers = [];
  for (const token of [one, other, one, other, one, other])
    answers.push(outcome(await askEmail(token, 'blanco@correo.gt')));
  expect(answers).toEqual([...Array.from({ length: 5 }, () => '200'), '429 RATE_LIMITED']);
  expect(await mailsTo('blanco@correo.gt')).toHaveLength(5);
  expect(outcome(await askEmail(other, 'otro-blanco@correo.gt'))).toBe('200');
});

test('[DEC-170] after a reset, earlier devices count as strangers', async () => {
  const email = 'aparato@correo.gt';
  const old = cookieHeader(await register(email));
  const reset = await post('/v1/auth/password/reset', { ...(await resetLink(email)), password: 'Nueva2026x' });
  expect(outcome(reset)).toBe('200');
  const here = cookieHeader(reset);
  for (let wrong = 0; wrong < 6; wrong += 1) await login(email, 'Mala2026x');
  expect(outcome(await login(email, 'Nueva2026x', { cookie: old, ...origin }))).toBe('403 SIGN_IN_LOCKED');
  expect(outcome(await login(email, 'Nueva2026x', { cookie: here, ...origin }))).toBe('200');
});

test('[DEC-170] all devices of an account together may enter twenty wrong passwords, not five each', async () => {
  const email = 'muchos@correo.gt';
  await register(email);
  const devices: string[] = [];
  for (let n = 0; n < 5; n += 1) devices.push(cookieHeader(await login(email)));
  const guess = async (cookie: string) => outcome(await login(email, 'Mala2026x', { cookie, ...origin }));
  for (const cookie of devices.slice(0, 4))
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await guess(cookie)).toBe('401 WRONG_CREDENTIALS');
  expect(await guess(devices[4] ?? '')).toBe('403 SIGN_IN_LOCKED');
});

test('[DEC-139] a reset by mail empties an account that another person registered', async () => {
  const email = 'ocupada@correo.gt';
  const thief = await register(email, { dpi: '1234 56789 0101', dateOfBirth: '1990-05-15', gender: 1 });
  const headers = inSession(tokenOf(thief));
  const { id: cartId } = (await post('/v1/carts/', {}, headers)).json();
  await shop.db.pool.query(
    `insert into addresses (id, customer_id, alias, first_name, last_name, phone, street, city, region_id, zone, nit, is_default, created_at)
     select gen_random_uuid(), id, 'Casa', 'Ana', 'Ajú', '55551234', array['Mi casa'], 'Guatemala', 485, 'Zone 1', 'CF', true, now() from customers where email = $1`,
    [email],
  );
  const link = await resetLink(email);
  expect(outcome(await post('/v1/auth/password/reset', { ...link, password: 'Nueva2026x' }))).toBe('200');
  const own = await login(email, 'Nueva2026x');
  expect((await me(tokenOf(own))).json()).toMatchObject({ phone: null, dpi: null, dateOfBirth: null, cartId: null });
  const known = await shop.inject({
    method: 'POST',
    url: `/v1/carts/${cartId}/products`,
    payload: { sku: 'X', quantity: 1 },
  });
  expect(known.statusCode).toBeGreaterThanOrEqual(400);
  const { rows } = await shop.db.pool.query(
    'select c.status, c.customer_id, (select count(*)::int from addresses) as addresses from carts c where c.id = $1',
    [cartId],
  );
  expect(rows).toEqual([{ status: 'closed', customer_id: null, addresses: 0 }]);
});

test('a reset leaves a confirmed account’s cart, data and wish list, but ends the list’s shared link', async () => {
  const email = 'conserva@correo.gt';
  const token = tokenOf(await register(email));
  await post('/v1/auth/confirmEmail', await confirmLink(email), inSession(token));
  const { id: cartId } = (await post('/v1/carts/', {}, inSession(token))).json();
  const headers = inSession(token);
  const [list] = (await shop.inject({ method: 'GET', url: '/v1/checkout/wishlists', headers })).json();
  const { shareToken } = (await post(`/v1/checkout/wishlists/${list.id}/share`, {}, headers)).json();
  const shared = async () =>
    (await shop.inject({ method: 'GET', url: `/v1/wishlists/shared/${shareToken}` })).statusCode;
  expect(await shared()).toBe(200);
  await post('/v1/auth/password/reset', { ...(await resetLink(email)), password: 'Nueva2026x' });
  expect(await shared()).toBe(404);
  expect((await me(tokenOf(await login(email, 'Nueva2026x')))).json()).toMatchObject({ phone: '55551234', cartId });
});

test.each([
  ['Gana Q500 en evil.test', notPlainMessage],
  ['https://evil.test', notPlainMessage],
  ['Ana <b>', personNameMessage],
])(
  'an invalid name, "%s", is refused, because names are mailed to unconfirmed addresses',
  async (firstName, message) => {
    const answer = await register('nombres@correo.gt', { firstName });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(answer.json().error.metadata.fields).toEqual({
      firstName: message,
    });
  },
);
