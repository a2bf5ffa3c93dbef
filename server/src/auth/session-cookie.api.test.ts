import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let local: TestShop;
let real: TestShop;

beforeAll(async () => {
  local = await openTestShop();
  real = await openTestShop({ PUBLIC_URL: 'https://ceiba.example' });
});
afterAll(async () => {
  await local.close();
  await real.close();
});

const password = 'Ceiba2026demo';

/** Registers a customer. Returns the answer's session cookie, and its token. */
const register = async (shop: TestShop, email: string): Promise<{ cookie: string; token: string; header: string }> => {
  const payload = {
    firstName: 'Ana',
    lastName: 'Ajú',
    email,
    phone: '5555-1234',
    password,
    registerLeal: false,
    acceptTerms: true,
  };
  const answer = await shop.inject({ method: 'POST', url: '/v1/auth/register', payload });
  const [header = ''] = [answer.headers['set-cookie']].flat();
  return { header: header ?? '', cookie: header?.split(';')[0] ?? '', token: answer.json().sessionToken ?? '' };
};

const whoIs = async (shop: TestShop, cookie: string): Promise<string | number> => {
  const answer = await shop.inject({ method: 'GET', url: '/v1/customers', headers: { cookie } });
  return answer.statusCode === 200 ? answer.json().email : answer.statusCode;
};

test('[DEC-04] the session cookie has a host prefix over https, which subdomains cannot set, but not on localhost', async () => {
  const { header, cookie } = await register(real, 'ana@correo.gt');
  expect(header).toMatch(/^__Host-ceiba\.session=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(await whoIs(real, cookie)).toBe('ana@correo.gt');
  const origin = 'https://ceiba.example';
  const out = await real.inject({ method: 'DELETE', url: '/v1/auth/token', headers: { cookie, origin } });
  expect(out.headers['set-cookie']).toBe('__Host-ceiba.session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  expect((await register(local, 'ana@correo.gt')).cookie).toMatch(/^ceiba\.session=/);
});

test('[DEC-04] a cookie set by a subdomain signs nobody in or out', async () => {
  const stranger = (await register(real, 'ajeno@correo.gt')).cookie.replace('__Host-', '');
  const { cookie } = await register(real, 'eva@correo.gt');
  expect(await whoIs(real, stranger)).toBe(401);
  for (const header of [`${stranger}; ${cookie}`, `${cookie}; ${stranger}`])
    expect(await whoIs(real, header)).toBe('eva@correo.gt');
});

test.each([
  ['no token', 'basura'],
  ['an empty one', ''],
])(
  '[DEC-04] of two cookies with that name the valid one counts, whether %s comes before or after it',
  async (_, planted) => {
    const email = `dos${planted}@correo.gt`;
    for (const shop of [local, real]) {
      const { cookie } = await register(shop, email);
      const other = `${cookie.split('=')[0]}=${planted}`;
      for (const header of [`${other}; ${cookie}`, `${cookie}; ${other}`])
        expect(await whoIs(shop, header)).toBe(email);
      expect(await whoIs(shop, other)).toBe(401);
    }
  },
);

test('[DEC-04] an expired session does not hide the valid one, and a login replaces both', async () => {
  const [ended, held] = [await register(local, 'fin@correo.gt'), await register(local, 'sigue@correo.gt')];
  await local.db.pool.query(
    `delete from sessions where customer_id = (select id from customers where email = 'fin@correo.gt')`,
  );
  const cookie = `${ended.cookie}; ${held.cookie}`;
  expect(await whoIs(local, cookie)).toBe('sigue@correo.gt');
  const headers = { cookie, origin: 'http://localhost:3000' };
  const payload = { email: 'fin@correo.gt', password };
  expect((await local.inject({ method: 'POST', url: '/v1/auth/login', payload, headers })).statusCode).toBe(200);
  expect(await whoIs(local, held.cookie)).toBe(401);
});
