import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { staffCommands } from './staff-command.ts';

const publicUrl = 'https://ceiba.example';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: publicUrl });
});
afterAll(() => shop.close());

const staff = typing(staffCommands, 'staff');

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  shop.inject({ method: 'POST', url: `/v1/admin/${path}`, headers: { origin: publicUrl, ...headers }, payload });

/** Runs `ceiba staff …`. Returns its output. */
const type = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const isDone = await staff({ db: shop.db, args, say: (line) => void said.push(line), config: shop.config });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

/** Follows an invitation's link: sets a password and a second factor, and returns the cookie. */
async function follow(email: string): Promise<{ header: string; cookie: string }> {
  const { rows } = await shop.db.pool.query<{ text: string }>(
    'select text from mails where recipient = $1 order by created_at desc limit 1',
    [email],
  );
  const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
  const accepted = await post('session/invitation', { token, password: 'una clave larga de prueba' });
  const { challenge } = accepted.json<{ data: { challenge: string } }>().data;
  const { secret } = (await post('session/enrol', { challenge })).json<{ data: { secret: string } }>().data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const entered = await post('session/verify', { challenge, code });
  expect(entered.statusCode, entered.body).toBe(200);
  const header = [entered.headers['set-cookie']].flat().find((each) => each?.includes('ceiba_staff=')) ?? '';
  return { header, cookie: header.split(';')[0] ?? '' };
}

test('[OFF-02, OFF-09] `ceiba staff invite --role owner` makes the first owner, who can invite others', async () => {
  expect(await type('list')).toContain('staff invite');
  expect(await type('invite', 'jefa@correo.gt', '--role', 'reina')).toContain('refused');
  expect(await type('invite', 'jefa@correo.gt', '--role', 'owner')).toContain('done');
  expect(await type('invite', 'jefa@correo.gt', '--role', 'owner')).toContain('invite-again');
  const { cookie } = await follow('jefa@correo.gt');
  const guest = { email: 'ayuda@correo.gt', name: 'Ayuda', role: 'support' };
  expect((await post('staff', guest, { cookie })).statusCode).toBe(201);
  const helper = await follow('ayuda@correo.gt');
  expect((await post('staff', guest, { cookie: helper.cookie })).statusCode).toBe(403);
  const { rows } = await shop.db.pool.query(
    "select actor_kind, after ->> 'code' as code from audit_entries where operation = 'inviteStaff' order by id",
  );
  expect(rows).toEqual([
    { actor_kind: 'command', code: null },
    { actor_kind: 'staff', code: null },
    { actor_kind: 'staff', code: 'FORBIDDEN' },
  ]);
  expect(await type('disable', 'jefa@correo.gt')).toContain('The desk needs an owner');
  expect(await type('disable', 'ayuda@correo.gt')).toContain('done');
  const session = { method: 'GET', url: '/v1/admin/session' } as const;
  expect((await shop.inject({ ...session, headers: { cookie: helper.cookie } })).statusCode).toBe(401);
  expect((await shop.inject({ ...session, headers: { cookie } })).statusCode).toBe(200);
});

test('[OFF-28, OFF-09] `ceiba staff invite --store` limits a person to those stores, which the session shows', async () => {
  const stores = ['--store', 'MAX, XELA'];
  expect(await type('invite', 'cajera@correo.gt', '--role', 'cashier', '--name', 'Brenda Coc', ...stores)).toContain(
    'done',
  );
  const { cookie } = await follow('cajera@correo.gt');
  const answer = await shop.inject({ method: 'GET', url: '/v1/admin/session', headers: { cookie } });
  expect(answer.json()).toMatchObject({
    data: { user: { name: 'Brenda Coc', role: 'cashier' }, stores: ['MAX', 'XELA'] },
  });
});

test('[OFF-05] over https no subdomain can plant the desk’s cookie, and no script or other site gets it', async () => {
  expect(await type('invite', 'segunda@correo.gt', '--role', 'manager')).toContain('done');
  const { header, cookie } = await follow('segunda@correo.gt');
  expect(header).toMatch(/^__Host-ceiba_staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const ask = (sent: string) => shop.inject({ method: 'GET', url: '/v1/admin/session', headers: { cookie: sent } });
  const planted = cookie.replace('__Host-', '');
  expect((await ask(planted)).statusCode).toBe(401);
  expect((await ask(`${planted}; ${cookie}`)).statusCode).toBe(200);
});

test('[DEC-172] the idempotency key of a desk call has 255 characters at most', async () => {
  const local = await openTestShop();
  const owner = await openDesk(local, 'owner');
  const create = (key: string) =>
    owner.send('POST', '/v1/admin/roles', {
      body: { label: `Rol ${key.length}`, permissions: ['orders.read'] },
      headers: { 'idempotency-key': key },
    });
  const refused = await create('k'.repeat(256));
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ error: { metadata: { fields: { 'Idempotency-Key': expect.any(String) } } } });
  expect((await create('k'.repeat(255))).statusCode).toBe(201);
  expect((await create('k'.repeat(255))).statusCode).toBe(201);
  const { rows } = await local.db.pool.query('select label from staff_roles');
  expect(rows).toEqual([{ label: 'Rol 255' }]);
  await local.close();
});
