import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import {
  builtInRoles,
  hasNeeded,
  isBuiltInRole,
  namedPermission,
  type Permission,
} from '@ceiba/domain/staff/permissions';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { signInCustomer } from '../testing/sessions.ts';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

type StaffSpec = Extract<EndpointSpec, { auth: 'staff' }>;

const staffCalls = Object.values<EndpointSpec>(deskEndpoints).filter(
  (spec): spec is StaffSpec => spec.auth === 'staff',
);
const roles = Object.keys(builtInRoles).filter(isBuiltInRole);

/** With unknown IDs, an allowed call is answered with 400 or 404, and changes nothing. */
const addressOf = ({ path, params }: EndpointSpec): string => {
  const shape: Record<string, z.ZodType> = params instanceof z.ZodObject ? params.shape : {};
  const candidates = ['00000000-0000-4000-8000-000000000000', '999999999', 'nothing'];
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fits = candidates.find((candidate) => shape[name]?.safeParse(candidate).success === true);
    return fits ?? candidates[0] ?? '';
  });
};

/** An empty body. A call that needs a body is refused by its shape, after the permission check. */
const bodyOf = ({ method }: EndpointSpec): { payload: object } | object => (method === 'GET' ? {} : { payload: {} });

const send = (spec: EndpointSpec, headers: Record<string, string>) =>
  shop.inject({
    method: spec.method,
    url: addressOf(spec),
    headers: { origin: shop.config.publicUrl, ...headers },
    ...bodyOf(spec),
  });

const holds = (role: keyof typeof builtInRoles, permission: StaffSpec['permission']): boolean => {
  const held: readonly Permission[] = builtInRoles[role].permissions;
  return hasNeeded(permission, (each) => held.includes(each));
};

/** The refusal for lack of the call's own permission. */
const missing = (permission: string) => ({ error: { code: 'FORBIDDEN', metadata: { permission } } });

test('the contract has desk calls, and roles that may make them', () => {
  expect(staffCalls.length).toBeGreaterThan(15);
  expect(roles).toHaveLength(9);
});

test.each(staffCalls.map((spec) => [spec.name, spec] as const))(
  '[OFF-02, OFF-08] %s: a role without its permission is refused with the permission’s name',
  async (_, spec) => {
    for (const role of roles) {
      // Each role has its own session, because one of the calls ends the session.
      const { cookie } = await openDesk(shop, role);
      const answer = await send(spec, { cookie });
      const body: unknown = answer.statusCode < 400 ? {} : answer.json();
      const answered = [role, answer.statusCode, body];
      if (holds(role, spec.permission)) {
        expect(answered[1], JSON.stringify(answered)).not.toBe(401);
        // An allowed call may be refused for other reasons, but never fails.
        expect(answered[1], JSON.stringify(answered)).toBeLessThan(500);
        expect(body, role).not.toMatchObject(missing(namedPermission(spec.permission)));
      } else {
        expect(answered[1], JSON.stringify(answered)).toBe(403);
        expect(body).toMatchObject(missing(namedPermission(spec.permission)));
      }
    }
    expect((await send(spec, {})).statusCode).toBe(401);
    expect((await send(spec, { cookie: 'ceiba_staff=nobody' })).statusCode).toBe(401);
    const shopper = await signInCustomer(shop.db, `${crypto.randomUUID()}@correo.gt`, new Date());
    const token = shopper.headers.authorization.replace('Bearer ', '');
    for (const headers of [shopper.headers, { cookie: `ceiba.session=${token}` }, { cookie: `ceiba_staff=${token}` }])
      expect((await send(spec, headers)).statusCode).toBe(401);
    // A staff session is accepted as a cookie only.
    const { cookie } = await openDesk(shop, 'owner');
    const authorization = `Bearer ${cookie.replace('ceiba_staff=', '')}`;
    expect((await send(spec, { authorization })).statusCode).toBe(401);
  },
  120_000,
);

test('[OFF-02] only calls about a person’s own data are open to everybody who is signed in', () => {
  const open = staffCalls.filter(({ permission, touches }) => permission === 'signedIn' && touches !== 'nothing');
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'getDeskHome',
    'getHistory',
    'listNames',
    'listPlaces',
    'searchDesk',
  ]);
});

/** Listed by name, so that a lost flag is noticed. These calls change people, roles and the owner of an account. */
const confirmedCalls = [
  'addOwnPasskey',
  'approveRefund',
  'changeStaff',
  'correctCustomerEmail',
  'createRole',
  'disableStaff',
  'enableStaff',
  'giveCustomerBack',
  'inviteStaff',
  'inviteStaffAgain',
  'removeOwnPasskey',
  'startOwnPasskey',
];

test('[OFF-07] eleven minutes after the code, calls that need a fresh code are refused until a new one', async () => {
  const { id, cookie } = await openDesk(shop, 'owner');
  const enteredAgo = (minutes: number) =>
    shop.db.pool.query(
      `update staff_sessions set confirmed_at = now() - make_interval(mins => $2) where staff_id = $1`,
      [id, minutes],
    );
  const refused = async () => {
    const names: string[] = [];
    for (const spec of staffCalls.filter(({ name }) => !endsSession.has(name))) {
      const answer = await send(spec, { cookie });
      const isRefused = answer.statusCode === 403 && answer.json().error.code === 'REAUTHENTICATION_REQUIRED';
      if (isRefused) names.push(spec.name);
    }
    return names.sort();
  };
  await enteredAgo(11);
  expect(await refused()).toEqual(confirmedCalls);
  await enteredAgo(9);
  expect(await refused()).toEqual([]);
}, 120_000);

/** The call ends the caller's session. */
const endsSession = new Set(['endStaffSession']);

test('[OFF-02] a desk session opens nothing of a customer, and a change needs an allowed Origin', async () => {
  const owner = await openDesk(shop, 'owner');
  expect(
    (await shop.inject({ method: 'GET', url: '/v1/customers', headers: { cookie: owner.cookie } })).statusCode,
  ).toBe(401);
  const url = '/v1/admin/session';
  const ending = (headers: Record<string, string>) =>
    shop.inject({ method: 'DELETE', url, headers: { cookie: owner.cookie, ...headers } });
  expect((await ending({})).json()).toMatchObject({ status: 403, error: { code: 'ORIGIN_NOT_ALLOWED' } });
  expect((await ending({ origin: 'https://elsewhere.example' })).statusCode).toBe(403);
  expect((await ending({ origin: shop.config.publicUrl })).statusCode).toBe(204);
  expect((await owner.send('GET', url)).statusCode).toBe(401);
});

test('[OFF-08] the API reference shows the permission that each staff call needs', async () => {
  const { paths } = (await shop.inject({ method: 'GET', url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Record<string, unknown>>>;
  }>();
  const shown = staffCalls.map(({ path, method, name }) => [
    name,
    paths[path]?.[method.toLowerCase()]?.['x-permission'],
  ]);
  expect(shown).toEqual(staffCalls.map(({ name, permission }) => [name, permission]));
});

test('[OFF-08] a role of the shop’s own has its permissions from the next request on', async () => {
  await shop.db.write.run({
    text: `insert into staff_roles (id, label, permissions) values ('own-audit', 'Auditoría', '{audit.read}')`,
    values: [],
  });
  const auditor = await openDesk(shop, 'own-audit');
  expect((await auditor.send('GET', '/v1/admin/audit')).statusCode).toBe(200);
  expect((await auditor.send('GET', '/v1/admin/staff')).json()).toMatchObject(missing('staff.edit'));
  await shop.db.write.run({ text: `update staff_roles set permissions = '{}' where id = 'own-audit'`, values: [] });
  expect((await auditor.send('GET', '/v1/admin/audit')).json()).toMatchObject(missing('audit.read'));
});

test('[OFF-10] a person’s refused calls are audited up to a daily limit, and later calls get 429', async () => {
  const few = await openTestShop({ RATE_LIMIT_FACTOR: '0.02' });
  onTestFinished(() => few.close());
  const ask = async (cookie: string, method: 'GET' | 'POST', url: string) =>
    (
      await few.inject({
        method,
        url,
        headers: { origin: few.config.publicUrl, cookie },
        ...(method === 'POST' && { payload: {} }),
      })
    ).statusCode;
  const [first, second] = [await openDesk(few, 'warehouse'), await openDesk(few, 'support')];
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1)
    statuses.push(
      await ask(first.cookie, 'POST', '/v1/admin/staff'),
      await ask(first.cookie, 'GET', '/v1/admin/roles'),
    );
  expect(statuses).toEqual([403, 403, 403, ...Array.from({ length: 7 }, () => 429)]);
  expect(await ask(second.cookie, 'POST', '/v1/admin/staff')).toBe(403);
  const { rows } = await few.db.pool.query(
    `select count(*)::int as refused from audit_entries where entity_id = 'refused' group by actor_id order by 1`,
  );
  expect(rows).toEqual([{ refused: 1 }, { refused: 3 }]);
  // The person's allowed calls still work.
  expect(await ask(first.cookie, 'GET', '/v1/admin/session')).toBe(200);
});
