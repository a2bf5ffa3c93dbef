import type { CallInput } from '@ceiba/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { type Deviations, SoftwarePasskey } from '../testing/software-passkey.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { openInvitation } from './credentials.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Creates a person with a second factor, and a session that was confirmed just now. */
const enrolled = async (role = 'support'): Promise<TestDesk> => {
  const desk = await openDesk(shop, role);
  await shop.db.pool.query('update staff_members set enrolled_at = now() where id = $1', [desk.id]);
  return desk;
};

const add = async (desk: TestDesk, device = new SoftwarePasskey(), lies: Deviations = {}) => {
  const { data } = done(await desk.call('startOwnPasskey', {}));
  const body = { passkeyName: 'Teléfono', ...device.create(data, lies) };
  return { device, body, answer: await desk.call('addOwnPasskey', { body }) };
};

const post = (path: string, payload: object = {}, origin = shop.config.publicUrl) =>
  shop.inject({ method: 'POST', url: `/v1/admin/session/passkey${path}`, headers: { origin }, payload });

const challenge = async () => (await post('/options')).json<{ data: { challenge: string; rpId: string } }>().data;

const logIn = async (device: SoftwarePasskey, lies: Deviations = {}) => post('', device.use(await challenge(), lies));

const cookieOf = ({ headers }: Awaited<ReturnType<TestShop['inject']>>): string =>
  String([headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? '';

const whoIs = (cookie: string) => shop.inject({ method: 'GET', url: '/v1/admin/session', headers: { cookie } });

type Answered = { ok: true } | { ok: false; error: { code: string } };
const codeOf = (answer: Answered): string => (answer.ok ? 'ok' : answer.error.code);

const rowsOf = async (sql: string, values: unknown[]) => (await shop.db.pool.query(sql, values)).rows;

test('[OFF-26] a passkey with a verified user signs in without a password, and counts as a fresh code', async () => {
  const desk = await enrolled('owner');
  const { device, answer } = await add(desk);
  const { data: added } = done(answer);
  expect(added).toMatchObject({ name: 'Teléfono', lastUsedAt: null });

  const entered = await logIn(device);
  expect(entered.statusCode, entered.body).toBe(200);
  const cookie = cookieOf(entered);
  expect((await whoIs(cookie)).json()).toMatchObject({ data: { user: { id: desk.id } } });
  // Disabling a person needs a fresh code. The passkey counted as one.
  const other = await enrolled();
  const disable = await shop.inject({
    method: 'POST',
    url: `/v1/admin/staff/${other.id}/disable`,
    headers: { cookie, origin: shop.config.publicUrl },
    payload: { version: 1 },
  });
  expect(disable.statusCode, disable.body).toBe(200);
  const listed = done(await desk.call('listOwnPasskeys', {})).data;
  expect(listed).toMatchObject([{ id: added.id, lastUsedAt: expect.any(String) }]);

  const stranger = await enrolled();
  const params = { id: added.id };
  expect(codeOf(await stranger.call('removeOwnPasskey', { params }))).toBe('PASSKEY_NOT_FOUND');
  done(await desk.call('removeOwnPasskey', { params }));
  expect(done(await desk.call('listOwnPasskeys', {})).data).toEqual([]);
  expect((await logIn(device)).json()).toMatchObject({ error: { code: 'PASSKEY_INVALID' } });
  // The session that the passkey opened stays open.
  expect((await whoIs(cookie)).statusCode).toBe(200);

  const audited = await rowsOf(
    `select operation, before, after from audit_entries where actor_id = $1 and operation ~* 'passkey' order by id`,
    [desk.id],
  );
  expect(audited).toEqual([
    { operation: 'addOwnPasskey', before: {}, after: { passkey: 'Teléfono' } },
    { operation: 'loginStaffByPasskey', before: {}, after: { passkey: 'Teléfono' } },
    { operation: 'removeOwnPasskey', before: { passkey: 'Teléfono' }, after: {} },
  ]);
  const mails = await rowsOf('select subject from mails where recipient = $1 order by subject', [
    `${desk.id}@ceiba.example`,
  ]);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Agregaste una llave de acceso en Ceiba',
    'Quitaste una llave de acceso en Ceiba',
  ]);
});

test('[OFF-26] a passkey is added and removed only with a code of the last ten minutes', async () => {
  const desk = await enrolled();
  const { device, answer } = await add(desk);
  const { data: added } = done(answer);
  await shop.db.pool.query(
    `update staff_sessions set confirmed_at = now() - interval '11 minutes' where staff_id = $1`,
    [desk.id],
  );
  const remove = () => desk.call('removeOwnPasskey', { params: { id: added.id } });
  expect(codeOf(await desk.call('startOwnPasskey', {}))).toBe('REAUTHENTICATION_REQUIRED');
  expect(codeOf(await remove())).toBe('REAUTHENTICATION_REQUIRED');

  const { data: asked } = done(await desk.call('startPasskeyConfirmation', {}));
  expect(asked.allowCredentials).toEqual([{ id: device.id.toString('base64url'), type: 'public-key' }]);
  done(await desk.call('confirmByPasskey', { body: device.use(asked) }));
  done(await remove());
  expect(codeOf(await desk.call('startPasskeyConfirmation', {}))).toBe('PASSKEY_NOT_FOUND');
});

test('[OFF-26] another person’s passkey, or a challenge for signing in, confirms nobody', async () => {
  const [desk, other] = [await enrolled(), await enrolled()];
  const { device } = await add(desk);
  const { device: foreign } = await add(other);
  const confirm = async (body: CallInput<'loginByPasskey'>['body']) =>
    codeOf(await desk.call('confirmByPasskey', { body }));
  const ask = async () => done(await desk.call('startPasskeyConfirmation', {})).data;
  expect(await confirm(foreign.use(await ask()))).toBe('PASSKEY_INVALID');
  expect(await confirm(device.use(await challenge()))).toBe('PASSKEY_INVALID');
  // A challenge for a confirmation cannot sign in, and is not valid for another person.
  const asked = await ask();
  expect((await post('', device.use(asked))).statusCode).toBe(400);
  expect(codeOf(await other.call('confirmByPasskey', { body: device.use(asked) }))).toBe('PASSKEY_INVALID');
  expect(await confirm(device.use(asked))).toBe('ok');
  expect(await confirm(device.use(asked))).toBe('PASSKEY_INVALID');
});

const lies: [string, Deviations][] = [
  ['on a page of somebody else', { origin: 'https://ceiba.example.evil.test' }],
  ['for another domain', { rpId: 'evil.test' }],
  ['without asking who holds the device', { flags: 0x01 }],
  ['for another person', { userHandle: 'AAAA' }],
];

test.each(lies)('[OFF-26] a challenge signed %s signs nobody in, is used up, and is counted', async (_, lie) => {
  const desk = await enrolled();
  const { device } = await add(desk);
  const asked = await challenge();
  expect((await post('', device.use(asked, lie))).json()).toMatchObject({ error: { code: 'PASSKEY_INVALID' } });
  expect((await post('', device.use(asked))).statusCode).toBe(400);
  expect((await logIn(device)).statusCode).toBe(200);
  const counted = await rowsOf('select operation, refusals from staff_refused_sign_ins where entity_id = $1', [
    desk.id,
  ]);
  expect(counted).toEqual([{ operation: 'loginStaffByPasskey', refusals: 2 }]);
});

test.each(lies.slice(0, 2))('[OFF-26] a passkey made %s is not stored', async (_, lie) => {
  const desk = await enrolled();
  expect(codeOf((await add(desk, new SoftwarePasskey(), lie)).answer)).toBe('PASSKEY_INVALID');
  const unverified = await add(desk, new SoftwarePasskey(), { flags: 0x41 });
  expect(codeOf(unverified.answer)).toBe('PASSKEY_INVALID');
  expect(done(await desk.call('listOwnPasskeys', {})).data).toEqual([]);
});

test('[OFF-26] a challenge is valid once and for five minutes, and its counter reveals a copied device', async () => {
  const { device } = await add(await enrolled());
  const asked = await challenge();
  const signed = device.use(asked);
  const both = await Promise.all([post('', signed), post('', signed)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  const late = await challenge();
  await shop.db.pool.query(`update staff_passkey_challenges set expires_at = now() - interval '1 second'`);
  expect((await post('', device.use(late))).statusCode).toBe(400);
  expect((await logIn(device, { counter: 1 })).statusCode).toBe(400);
  expect((await logIn(device)).statusCode).toBe(200);
});

test('[OFF-26] a disabled or newly invited person has no passkey, and customers’ passkeys are not valid at the desk', async () => {
  const [leaving, invited] = [await enrolled(), await enrolled()];
  const { device: former } = await add(leaving);
  await shop.db.pool.query('update staff_members set disabled_at = now() where id = $1', [leaving.id]);
  expect((await logIn(former)).statusCode).toBe(400);

  const { device: lost } = await add(invited);
  const token = await shop.db.transaction((tx) => openInvitation(tx, invited.id, new Date()));
  const accepted = await shop.inject({
    method: 'POST',
    url: '/v1/admin/session/invitation',
    headers: { origin: shop.config.publicUrl },
    payload: { token, password: 'canario-clave-de-prueba' },
  });
  expect(accepted.statusCode, accepted.body).toBe(200);
  expect((await logIn(lost)).statusCode).toBe(400);
  expect(await rowsOf('select id from staff_passkeys where staff_id = $1', [invited.id])).toEqual([]);
  expect((await logIn(new SoftwarePasskey(), { userHandle: 'AA' })).statusCode).toBe(400);
});

test('[OFF-26] a repeated call stores one passkey, a device is stored once, and ten are the limit', async () => {
  const desk = await enrolled();
  const device = new SoftwarePasskey();
  const { data: options } = done(await desk.call('startOwnPasskey', {}));
  const body = { passkeyName: ' Laptop ', ...device.create(options) };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => desk.send('POST', '/v1/admin/session/passkeys', { body, headers });
  const twice = await Promise.all([send(), send()]);
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(twice[0]?.json()).toEqual(twice[1]?.json());
  expect(codeOf((await add(await enrolled(), device)).answer)).toBe('PASSKEY_INVALID');
  for (let count = 1; count < 10; count += 1) done((await add(desk)).answer);
  expect(done(await desk.call('listOwnPasskeys', {})).data).toHaveLength(10);
  expect(codeOf(await desk.call('startOwnPasskey', {}))).toBe('PASSKEY_LIMIT');
});
