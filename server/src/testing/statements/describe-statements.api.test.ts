import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '../test-shop.ts';
import { describeStatements } from './describe-statements.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  clone = await cloneDatabase();
  client = new pg.Client({ connectionString: clone.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await clone.drop();
});

/** Returns a row's generated type: `name: type`, one per line. */
const rowOf = async (text: string): Promise<string> => {
  const { types: described } = await describeStatements(client, new Map([['test.one', { text, columns: {} }]]), '');
  const row = /row: (?:\{\n([\s\S]*?)\n {4}\}|object);/.exec(described)?.[1] ?? '';
  return row.replaceAll(/^ +/gm, '').replaceAll(';', '');
};

const valuesOf = async (text: string): Promise<string | undefined> => {
  const { types } = await describeStatements(client, new Map([['test.one', { text, columns: {} }]]), '');
  return /values: \[(.*)\];/.exec(types)?.[1];
};

test.each([
  // Columns of a table, in camelCase.
  [
    'select is_general, float from tills join till_sessions s on s.till_id = tills.id',
    'isGeneral: boolean\nfloat: Centavos',
  ],
  ['select closed_at from till_sessions', 'closedAt: Date | null'],
  // An outer join may make them null, also in a subquery.
  ['select s.float from tills t left join till_sessions s on s.till_id = t.id', 'float: Centavos | null'],
  ['select t.name from tills t left join till_sessions s on s.till_id = t.id', 'name: string'],
  ['select x.name from till_sessions s right join (select id, name from tills) x on true', 'name: string'],
  ['select x.name from till_sessions s left join (select id, name from tills) x on true', 'name: string | null'],
  [
    'select a.name, b.name as other from tills a full join tills b on a.id = b.id',
    'name: string | null\nother: string | null',
  ],
  // A union combines the facts of all its parts.
  ['select name from tills union all select reason from till_sessions', 'name: string | null'],
  // Common table expressions, and rows returned by a change.
  ['with n as (insert into tills (store_code, name) values ($1, $2) returning id) select id from n', 'id: string'],
  ['update till_sessions set reason = $1 returning reason, float', 'reason: string | null\nfloat: Centavos'],
  ['with recursive n as (select 1 as n union all select n + 1 from n where n < 5) select n from n', 'n: number'],
  // Aggregates over no rows are null; a group always has rows.
  ['select count(*) as n, sum(float) as sum from till_sessions', 'n: number\nsum: Centavos | null'],
  ['select till_id, sum(float) as sum from till_sessions group by till_id', 'tillId: string\nsum: Centavos'],
  ['select sum(counted) as sum from till_sessions group by till_id', 'sum: Centavos | null'],
  ['select sum(float) filter (where float > 0) as sum from till_sessions group by till_id', 'sum: Centavos | null'],
  ['select till_id from till_sessions group by grouping sets ((till_id), ())', 'tillId: string | null'],
  // Expressions.
  [
    'select coalesce(counted, 0) as a, coalesce(counted, difference) as b from till_sessions',
    'a: Centavos\nb: Centavos | null',
  ],
  [
    'select case when float > 0 then 1 end as a, case when float > 0 then 1 else 2 end as b from till_sessions',
    'a: number | null\nb: number',
  ],
  [
    'select counted is null as a, float * 2 as b, float::text as c from till_sessions',
    'a: boolean\nb: Centavos\nc: string',
  ],
  [`select opened_by ->> 'id' as id, opened_by from till_sessions`, 'id: string | null\nopenedBy: Opaque'],
  ['select (select name from tills limit 1) as a, exists (select from tills) as b', 'a: string | null\nb: boolean'],
  ['select array(select name from tills) as names, (select count(*) from tills) as n', 'names: string[]\nn: number'],
  ['select name from unnest($1::text[]) as given (name)', 'name: string | null'],
  [
    'select nullif(name, $1) as name, lower(name) as low, $2::text as given from tills',
    'name: string | null\nlow: string\ngiven: string | null',
  ],
  // Texts of an enumeration and of a check constraint.
  ['select status from payments', `status: 'pending' | 'approved' | 'refused' | 'reversing' | 'reversed'`],
  ['select means from till_movements', `means: 'cash' | 'card'`],
  ['delete from tills', ''],
])('%s', async (text, row) => {
  expect(await rowOf(text)).toBe(row);
});

test.each([
  ['insert into tills (store_code, name) values ($1, $2)', 'storeCode: string | null, name: string | null'],
  [
    'select from till_sessions where opened_at > $1 and float = any ($2) limit $3',
    'openedAt: Date | string | null, float: readonly (number | string | null)[] | null, limit: number | string | null',
  ],
  ['select put_cart_coupon($1, $2, $3)', 'cart: string | null, wanted: string | null, moment: Date | string | null'],
  ['update till_sessions set opened_by = $1 where id = $2', 'openedBy: object | string | null, id: string | null'],
  [
    'select $1::boolean, $2::payment_status is null',
    `value1: boolean | null, value2: 'pending' | 'approved' | 'refused' | 'reversing' | 'reversed' | null`,
  ],
])('the parameters of %s', async (text, values) => {
  expect(await valuesOf(text)).toBe(values);
});

test('an error names a statement that PostgreSQL refuses, and a mark for an unknown column', async () => {
  await expect(rowOf('select nothing from tills')).rejects.toThrow('test.one: column "nothing" does not exist');
  await expect(rowOf('select name, name from tills')).rejects.toThrow('test.one has two columns called name');
  const marked = new Map([['test.one', { text: 'select name from tills', columns: { title: { isNeverNull: true } } }]]);
  await expect(describeStatements(client, marked, '')).rejects.toThrow('test.one has no column title');
});
