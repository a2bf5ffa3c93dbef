import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { endpoints } from '@ceiba/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { otherSystemOf } from './other-system.ts';
import { sample } from './sample-input.ts';
import { type SignedInCustomer, signInCustomer } from './sessions.ts';
import { createProduct, createShopBasics } from './shop-fixtures.ts';
import { openDesk } from './test-desk.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

// Values that match a field's form but cannot be compared by the database, and names that every JavaScript object has.

let shop: TestShop;
let customer: SignedInCustomer;
let desk: { cookie: string };
let otherSystem: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop({ BANK_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'error' });
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'texto' });
  customer = await signInCustomer(shop.db, 'ana@correo.gt', new Date());
  otherSystem = await otherSystemOf(shop.db);
});
afterAll(() => shop.close());

const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
const inherited = ['constructor', '__proto__', 'toString'];
const digits = [8, 13, 20].map((length) => '9'.repeat(length));
const values = [
  ...digits,
  ...['999', '99999', ...digits].map((number) => `100000001-${number}`),
  ...digits.map((number) => `D-${number}`),
  ...inherited,
  '-1',
  '1e999',
  'Infinity',
  '00000000-0000-0000-0000-000000000000',
  'a,'.repeat(120),
  '9999-12-31',
  '2026-02-29',
  '2026-11-28T00:00:00Z',
  '-infinity',
  cursor('x', 'y'),
  cursor('9'.repeat(20), '9'.repeat(20)),
  cursor('1e999', '1'),
  cursor('infinity', 'infinity'),
  cursor('2026-99-99', '01890a5d-ac96-4774-bcce-b302099a8057'),
  cursor('\u0000', '\u0000'),
  cursor(1, 2),
  cursor('null', 'null', 'null'),
];

const specs = [...Object.values<EndpointSpec>(endpoints), ...Object.values<EndpointSpec>(deskEndpoints)];
const namesOf = (schema: z.ZodObject | undefined): string[] => Object.keys(schema?.shape ?? {});
const sampleOf = (schema: z.ZodType | undefined): unknown =>
  schema === undefined ? undefined : sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

const isQuick = ({ form, name }: EndpointSpec): boolean =>
  form === undefined && !['endStaffSession', 'endOwnSession', 'closeAccount', 'logout'].includes(name);

const send = async (
  spec: EndpointSpec,
  path: Record<string, string>,
  query: Record<string, string>,
  body = sampleOf(spec.body),
) => {
  const url = spec.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query);
  const answer = await shop.inject({
    method: spec.method,
    url: search.size === 0 ? url : `${url}?${search}`,
    headers: {
      origin: shop.config.publicUrl,
      ...(spec.auth === 'customer' && customer.headers),
      ...(spec.auth === 'token' && otherSystem),
      ...(spec.auth === 'staff' && { cookie: desk.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, text: answer.payload };
};

const wrong = (answers: { status: number; text: string; what: string }[]) =>
  answers
    .filter(({ status }) => status >= 500 && status !== 502 && status !== 503)
    .map(({ what, status }) => `${what}: ${status}`);

const ids = (spec: EndpointSpec): Record<string, string> =>
  Object.fromEntries(
    [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '01890a5d-ac96-4774-bcce-b302099a8057']),
  );

test.each(specs.filter(isQuick).map((spec) => [spec.name, spec] as const))(
  '[DEC-01, DEC-02] %s: no value of its path or query causes a defect',
  async (_, spec) => {
    desk = await openDesk(shop, 'owner');
    const answers: { status: number; text: string; what: string }[] = [];
    for (const value of values) {
      for (const name of Object.keys(ids(spec)))
        answers.push({ ...(await send(spec, { ...ids(spec), [name]: value }, {})), what: `${name}=${value}` });
      for (const name of namesOf(spec.query))
        answers.push({ ...(await send(spec, ids(spec), { [name]: value })), what: `?${name}=${value}` });
    }
    for (const name of inherited)
      answers.push({ ...(await send(spec, ids(spec), { [name]: 'x'.repeat(2_001) })), what: `?${name}=x…` });
    expect(wrong(answers)).toEqual([]);
  },
);

const bodies = [
  ...inherited.map((name) => `{"${name}":{"${name}":1}}`),
  '{"a":1e999}',
  `${'['.repeat(7_000)}${']'.repeat(7_000)}`,
  `${'['.repeat(7_000)}"\\u0000"${']'.repeat(7_000)}`,
  `{"a":${'['.repeat(7_000)}"\\ud800"${']'.repeat(7_000)}}`,
  `${'{"a":'.repeat(2_500)}"\\u0000"${'}'.repeat(2_500)}`,
];

test.each(specs.filter((spec) => isQuick(spec) && spec.body !== undefined).map((spec) => [spec.name, spec] as const))(
  '[DEC-01, DEC-02] %s: no body with inherited names, endless depth or numbers causes a defect',
  async (_, spec) => {
    desk = await openDesk(shop, 'owner');
    const answers: { status: number; text: string; what: string }[] = [];
    for (const body of bodies) answers.push({ ...(await send(spec, ids(spec), {}, body)), what: body.slice(0, 40) });
    const whole = sampleOf(spec.body);
    if (typeof whole === 'object' && whole !== null && !Array.isArray(whole))
      for (const [name, part] of Object.entries(whole))
        for (const value of [...values, 1e21, Number.MAX_SAFE_INTEGER, 2_147_483_648, -2_147_483_649])
          if (typeof part === typeof value)
            answers.push({
              ...(await send(spec, ids(spec), {}, { ...whole, [name]: value })),
              what: `${name}=${value}`,
            });
    expect(wrong(answers)).toEqual([]);
  },
);
