import { staffRules } from '@ceiba/domain/staff/sign-in';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilBlocked } from '../testing/lock-waits.ts';
import { typing } from '../testing/operator.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { staffCommands } from './staff-command.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const origin = (): Record<string, string> => ({ origin: shop.config.publicUrl });
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.inject({ method: 'POST', url: `/v1/admin/${path}`, headers: { ...origin(), ...headers }, payload: body });

const password = 'una contraseña de prueba';

/** Invites a person. Returns the token in the mail. */
async function invite(email: string, role: string): Promise<string> {
  const owner = await openDesk(shop, 'owner');
  const invited = await owner.call('inviteStaff', { body: { email, name: 'Ana Prueba', role } });
  expect(invited).toMatchObject({ ok: true, value: { data: { email, state: 'invited' } } });
  const [mail] = await shop.db.write.run<{ text: string }>({
    text: `select text from mails where recipient = $1 order by created_at desc limit 1`,
    values: [email],
  });
  const [, token = ''] = /https?:\S+\/admin\/invitacion#token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return token;
}

const codeAt = (secret: string, moment: Date): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: moment.getTime(),
  });

test('[OFF-03] without SECRETS_KEY no second factor can be stored, and the invite command reports it', async () => {
  const said: string[] = [];
  const type = (config: typeof shop.config, ...args: string[]) =>
    typing(staffCommands, 'staff')({ db: shop.db, config, args, say: (text) => void said.push(text) });
  const members = async () => (await shop.db.pool.query('select email, role from staff_members')).rows;
  const before = await members();
  const address = 'duena@ceiba.example';
  const bare = { ...shop.config, secretsKeys: [] };
  for (const args of [
    ['invite', address, '--role', 'owner'],
    ['invite-again', address],
  ])
    expect(await type(bare, ...args)).toBe(false);
  expect(said).toHaveLength(2);
  for (const text of said) expect(text).toMatch(/^SECRETS_KEY is not set: .*`openssl rand -base64 32`/);
  expect(await members()).toEqual(before);
  expect(await type(shop.config, 'invite', address, '--role', 'owner')).toBe(true);
  expect(await members()).toEqual([...before, { email: address, role: 'owner' }]);
});

test('[OFF-03] an invited person sets a password, enrols a second factor and signs in, and each code works once', async () => {
  const token = await invite('nueva@ceiba.example', 'support');
  const weak = await post('session/invitation', { token, password: '1q2w3e4r5t6y' });
  expect(weak.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  const accepted = (await post('session/invitation', { token, password })).json<{
    data: { challenge: string; enrolled: boolean };
  }>();
  expect(accepted.data.enrolled).toBe(false);
  expect((await post('session/invitation', { token, password })).statusCode).toBe(404);
  const { challenge } = accepted.data;
  const enrolled = (await post('session/enrol', { challenge })).json<{ data: { secret: string } }>();
  const { secret } = enrolled.data;
  const now = new Date();
  const entered = await post('session/verify', { challenge, code: codeAt(secret, now) });
  expect(entered.statusCode).toBe(200);
  expect(String(entered.headers['set-cookie'])).toMatch(/^ceiba_staff=[\w-]{43}; .*HttpOnly.*SameSite=Strict/);
  const { recoveryCodes } = entered.json<{ data: { recoveryCodes: string[] } }>().data;
  expect(recoveryCodes).toHaveLength(staffRules.recoveryCodes);
  const again = async (code: string) => {
    const started = (await post('session', { email: 'Nueva@ceiba.example', password })).json<{
      data: { challenge: string; enrolled: boolean };
    }>();
    expect(started.data.enrolled).toBe(true);
    return (await post('session/verify', { challenge: started.data.challenge, code })).statusCode;
  };
  expect(await again(codeAt(secret, now))).toBe(401);
  expect(await again(recoveryCodes[0] ?? '')).toBe(200);
  expect(await again(recoveryCodes[0] ?? '')).toBe(401);
});

test('[OFF-08] a refusal names the missing permission, and a shopper’s session is not accepted', async () => {
  const cashier = await openDesk(shop, 'cashier');
  const refused = await cashier.send('GET', '/v1/admin/staff');
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ error: { code: 'FORBIDDEN', metadata: { permission: 'staff.edit' } } });
  expect((await shop.inject({ method: 'GET', url: '/v1/admin/staff' })).statusCode).toBe(401);
});

test('[OFF-09] nobody can disable the last owner, or give them another role', async () => {
  const owner = await openDesk(shop, 'owner');
  const made = await owner.call('getStaffMember', { params: { id: owner.id } });
  if (!made.ok) throw new Error(made.error.code);
  await shop.db.write.run({ text: `update staff_members set password_hash = 'x' where id = $1`, values: [owner.id] });
  const answer = await owner.call('disableStaff', {
    params: { id: owner.id },
    body: { version: made.value.data.version },
  });
  const lastOwner = { ok: false, error: { code: 'LAST_OWNER', status: 409 } };
  expect(answer).toMatchObject(lastOwner);
  const { version } = made.value.data;
  const demote = () => owner.call('changeStaff', { params: { id: owner.id }, body: { version, role: 'manager' } });
  expect(await demote()).toMatchObject(lastOwner);
  // An owner can be disabled if another owner can sign in.
  const heir = await openDesk(shop, 'owner');
  await shop.db.write.run({ text: `update staff_members set password_hash = 'x' where id = $1`, values: [heir.id] });
  expect(await demote()).toMatchObject({ ok: true, value: { data: { role: 'manager' } } });
});

test('[OFF-09] of two owners who disable each other at the same time, one succeeds and is the last owner', async () => {
  const { pool } = shop.db;
  for (let round = 0; round < 5; round += 1) {
    await pool.query(`update staff_members set disabled_at = now() where role = 'owner'`);
    const [one, other] = [await openDesk(shop, 'owner'), await openDesk(shop, 'owner')];
    const ids = [one.id, other.id];
    const { rows } = await pool.query<{ id: string; version: number }>(
      `update staff_members set password_hash = 'x' where id = any ($1) returning id, version`,
      [ids],
    );
    const disable = (by: typeof one, { id }: typeof one) =>
      by.call('disableStaff', {
        params: { id },
        body: { version: rows.find((row) => row.id === id)?.version ?? 0 },
      });
    // Both wait until both have started.
    const held = await pool.connect();
    await held.query('begin');
    await held.query('select from staff_members where id = any ($1) for update', [ids]);
    const answers = Promise.all([disable(one, other), disable(other, one)]);
    await untilBlocked(pool, held, 2);
    await held.query('commit');
    held.release();
    const outcomes = (await answers).map((answer) =>
      answer.ok ? 'done' : `${answer.error.status} ${answer.error.code}`,
    );
    expect(outcomes.sort()).toEqual(['409 LAST_OWNER', 'done']);
    const left = await pool.query(`select from staff_members where role = 'owner' and disabled_at is null`);
    expect(left.rowCount).toBe(1);
  }
}, 120_000);

test('[OFF-15] the list of people has pages by key and a CSV export', async () => {
  const owner = await openDesk(shop, 'owner');
  const page = await owner.call('listStaff', { query: { state: 'active,invited', sort: '-name', limit: 25 } });
  expect(page).toMatchObject({ ok: true });
  const wrong = await owner.send('GET', '/v1/admin/staff?colour=red');
  expect(wrong.json()).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { colour: expect.anything() } } },
  });
  const csv = await owner.send('GET', '/v1/admin/staff/export?columns=name,email');
  expect(csv.headers['content-type']).toBe('text/csv');
  expect(csv.payload).toContain(`\uFEFFNombre,Correo electrónico`);
});
