import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Number of people, each with an e-mail of one kilobyte: more than fits in all buffers between the server and the reader. */
const people = 60_000;
const left = 50_000;

test('[OFF-20] a list is written while it is read, so rows deleted during that time are not in the file', async () => {
  const owner = await openDesk(shop, 'owner');
  await shop.db.pool.query(
    `insert into staff_members (id, email, name, role)
     select gen_random_uuid(), n || repeat('x', 1000), '=' || to_char(n, 'FM000000'), 'support' from generate_series(1, $1) n`,
    [people],
  );
  const url = `http://127.0.0.1:${await shop.listen()}/v1/admin/staff/export?sort=name&columns=name,email`;
  const answer = await fetch(url, { headers: { cookie: owner.cookie } });
  expect(answer.headers.get('content-type')).toContain('text/csv');
  const reader = answer.body?.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true })).getReader();
  const first = await reader?.read();
  expect(first?.value).toMatch(/^\uFEFFNombre,Correo/);
  await shop.db.pool.query(
    "delete from staff_members where name like '=%' and name > '=' || to_char($1::int, 'FM000000')",
    [left],
  );
  let text = first?.value ?? '';
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) text += next.value;
  const lines = text.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith("'=0"))).toHaveLength(left);
  expect(lines).toHaveLength(left + 2);
  // Each person occurs once.
  expect(new Set(lines).size).toBe(lines.length);
});
