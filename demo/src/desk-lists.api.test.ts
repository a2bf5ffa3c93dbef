import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { allEntities } from '@ceiba/contract/desk/entities/all';
import { listOf } from '@ceiba/contract/desk/entity';
import type { ListColumn, ListDeclaration, ListFilter } from '@ceiba/contract/desk/list';
import * as audit from '@ceiba/contract/desk/lists/audit';
import * as cashRefunds from '@ceiba/contract/desk/lists/cash-refunds';
import * as categories from '@ceiba/contract/desk/lists/categories';
import * as changedPrices from '@ceiba/contract/desk/lists/changed-prices';
import * as couponUses from '@ceiba/contract/desk/lists/coupon-uses';
import * as customers from '@ceiba/contract/desk/lists/customers';
import * as doorCash from '@ceiba/contract/desk/lists/door-cash';
import * as imports from '@ceiba/contract/desk/lists/imports';
import * as lowStock from '@ceiba/contract/desk/lists/low-stock';
import * as manifests from '@ceiba/contract/desk/lists/manifests';
import * as missingLines from '@ceiba/contract/desk/lists/missing-lines';
import * as orders from '@ceiba/contract/desk/lists/orders';
import * as presales from '@ceiba/contract/desk/lists/presales';
import * as priceChecks from '@ceiba/contract/desk/lists/price-checks';
import * as pricePlans from '@ceiba/contract/desk/lists/price-plans';
import * as productRuns from '@ceiba/contract/desk/lists/product-runs';
import * as products from '@ceiba/contract/desk/lists/products';
import * as purchases from '@ceiba/contract/desk/lists/purchases';
import * as refunds from '@ceiba/contract/desk/lists/refunds';
import * as returns from '@ceiba/contract/desk/lists/returns';
import * as shipments from '@ceiba/contract/desk/lists/shipments';
import * as staff from '@ceiba/contract/desk/lists/staff';
import * as stockCounts from '@ceiba/contract/desk/lists/stock-counts';
import * as supplierNotes from '@ceiba/contract/desk/lists/supplier-notes';
import * as tillClosings from '@ceiba/contract/desk/lists/till-closings';
import * as tillDifferences from '@ceiba/contract/desk/lists/till-differences';
import * as tills from '@ceiba/contract/desk/lists/tills';
import * as transfers from '@ceiba/contract/desk/lists/transfers';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { namedPermission, permissions } from '@ceiba/domain/staff/permissions';
import { readCsv } from '@ceiba/server/testing/read-csv';
import { openDesk, type TestDesk } from '@ceiba/server/testing/test-desk';
import { openTestShop, type TestShop } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadDemoShop } from './load-demo-shop.ts';
import { fillDeskLists } from './testing/fill-desk-lists.ts';

let shop: TestShop;
let desk: TestDesk;
/** Values of filters that no row of a list shows. */
let known: Readonly<Record<string, string>>;

beforeAll(async () => {
  shop = await openTestShop();
  await loadDemoShop({ db: shop.db, now: new Date() });
  desk = await openDesk(shop, 'owner');
  known = await fillDeskLists(shop.db, desk);
}, 240_000);
afterAll(() => shop.close());

const isList = (value: unknown): value is ListDeclaration =>
  typeof value === 'object' && value !== null && 'sorts' in value && 'filters' in value && 'columns' in value;

/** Every list in the contract, by name. */
const lists = new Map(
  [
    audit,
    cashRefunds,
    categories,
    changedPrices,
    couponUses,
    customers,
    doorCash,
    imports,
    manifests,
    lowStock,
    missingLines,
    orders,
    productRuns,
    presales,
    priceChecks,
    pricePlans,
    products,
    purchases,
    refunds,
    returns,
    shipments,
    staff,
    stockCounts,
    supplierNotes,
    tillClosings,
    tillDifferences,
    tills,
    transfers,
  ]
    .flatMap((module): unknown[] => Object.values(module))
    .concat(allEntities.map(listOf))
    .filter(isList)
    .map((list) => [list.name, list]),
);

/** The column that a list's search finds. Other lists search by order number, e-mail or id. */
const titles = new Map([...allEntities.map(({ name, title }) => [name, title] as const), ['categories', 'path']]);

/** Choice filters whose values exclude some rows. For example, a product without a missing field has no value. */
const partial = new Set(['attributes.role', 'price-checks.doubt', 'products.missing']);

interface Row {
  readonly [column: string]: unknown;
}
type Query = Readonly<Record<string, string | number | boolean>>;

/** Queries for all rows of a list. Without states, shipments shows only open ones, and cash at the door only missing cash. */
const whole: Readonly<Record<string, Query>> = {
  'door-cash': { state: Object.keys(doorCash.doorCashList.filters.state.values).join(',') },
  shipments: { state: Object.keys(shipments.shipmentList.filters.state.values).join(',') },
};

/** Returns the names of the statements of a response, except for the statement that records once a minute that a person is active. */
const statementsOf = ({ headers }: Awaited<ReturnType<TestDesk['send']>>): string[] =>
  z
    .string()
    .parse(headers['x-statement-names'])
    .split(' ')
    .filter((name) => name !== 'staff.touch-session');

/** Returns all rows of a query, page by page, each with three statements at most. */
async function rowsOf(list: ListDeclaration, asked: Query = {}): Promise<Row[]> {
  const query = { ...whole[list.name], ...asked };
  const rows: Row[] = [];
  for (let after = ''; ; ) {
    const search = new URLSearchParams({
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      limit: '100',
      ...(after && { after }),
    });
    const answer = await desk.send('GET', `/v1/admin/${list.name}?${search}`);
    if (answer.statusCode !== 200) throw new Error(`${list.name}?${search}: ${answer.payload}`);
    expect(statementsOf(answer).length, `${list.name}?${search}: ${statementsOf(answer)}`).toBeLessThanOrEqual(3);
    const { data, next, total } = answer.json<{ data: Row[]; next: string | null; total: { value: number } }>();
    rows.push(...data);
    if (next === null) {
      expect(total.value, `${list.name}?${search}`).toBe(rows.length);
      return rows;
    }
    after = next;
  }
}

/** Returns words that find the first of these rows. */
const searchedOf = (list: ListDeclaration, rows: readonly Row[]): string =>
  String(rows[0]?.orderNumber ?? rows[0]?.email ?? rows[0]?.[titles.get(list.name) ?? list.id]);

const idsOf = (list: ListDeclaration, rows: readonly Row[]): string[] => rows.map((row) => String(row[list.id]));

/** Returns the lines of an export, with its headings first. */
async function exportOf(list: ListDeclaration, query: Query): Promise<string[][]> {
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  const answer = await desk.send('GET', `/v1/admin/${list.name}/export?${search}`);
  expect(answer.statusCode, answer.payload).toBe(200);
  return readCsv(answer.payload);
}

/** Days and amounts that may split a list. */
const days = Array.from({ length: 60 }, (_, at) =>
  new Date(Date.now() + (20 - at) * 86_400_000).toISOString().slice(0, 10),
);
const amounts = [10, 50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000];

/** Returns groups of queries for a filter. The queries of a group together find every row once. */
function parts(list: ListDeclaration, name: string, filter: ListFilter, rows: readonly Row[]): Query[][] {
  switch (filter.kind) {
    case 'choice':
      return [Object.keys(filter.values).map((value) => ({ [name]: value }))];
    case 'flag':
      return [[{ [name]: true }, { [name]: false }]];
    case 'dates':
      return days.slice(1).map((day, at) => [{ [`${name}From`]: days[at] ?? '' }, { [`${name}To`]: day }]);
    case 'amounts':
      return amounts.map((amount) => [{ [`${name}From`]: amount }, { [`${name}To`]: amount - 0.01 }]);
    case 'text': {
      const values = [known[`${list.name}.${name}`] ?? rows.map((row) => row[name]).find((value) => value)];
      return values.map((value) => [{ [name]: String(value) }]);
    }
  }
}

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return String(typeof value === 'object' && value !== null && 'name' in value ? value.name : (value ?? ''));
};

/** Removes accents. */
const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const defused = (text: string): string => (/^[=+@-]/.test(text) ? `'${text}` : text);

/** Returns a moment in Guatemala's time, six hours behind UTC all year, because the days of filters are Guatemala's. */
const clockText = (moment: string): string =>
  new Date(Date.parse(moment) - 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Returns a value of a list's page as its CSV writes it: amounts in quetzales with two decimals, texts as people read them. */
const cellText = ({ kind, values, wordsOf = String }: ListColumn, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return Number(value).toFixed(2);
  if (kind === 'flag') return value ? 'sí' : 'no';
  if (kind === 'moment') return clockText(String(value));
  if (values === undefined) return defused(wordsOf(textOf(value)));
  return [value]
    .flat()
    .map((each) => values[String(each)] ?? String(each))
    .join(', ');
};

/** Returns the value of a column. The audit returns name and kind of the actor together. */
const answeredOf = (row: Row, name: string): unknown => (name === 'actorKind' ? Object(row.actor).kind : row[name]);

/** The lines of an export for these rows. */
const linesOf = (list: ListDeclaration, rows: readonly Row[]): string[][] =>
  rows.map((row) => Object.entries(list.columns).map(([name, column]) => cellText(column, answeredOf(row, name))));

test('[OFF-16] every list of the desk is tested: each call for a list has a declaration', () => {
  const calls = Object.values(deskEndpoints).filter(
    (spec) => 'query' in spec && 'after' in spec.query.shape && 'sort' in spec.query.shape,
  );
  expect(calls.map(({ path }) => path.replace('/v1/admin/', '')).toSorted()).toEqual([...lists.keys()].toSorted());
  expect(lists.size).toBeGreaterThanOrEqual(10);
});

describe.each([...lists.values()].map((list) => ({ name: list.name, list })))('the list $name', ({ list }) => {
  const filters = Object.entries(list.filters).map(([name, filter]) => ({ name, filter }));

  test.each(filters)('[OFF-16] its filter $name changes the result', async ({ name, filter }) => {
    const all = await rowsOf(list);
    let parted = false;
    for (const queries of parts(list, name, filter, all)) {
      const found = await Promise.all(queries.map(async (query) => idsOf(list, await rowsOf(list, query))));
      for (const ids of found) expect(idsOf(list, all)).toEqual(expect.arrayContaining(ids));
      // A text filter does not split all rows, and an order has several states of its shipments.
      const isSplit = filter.kind !== 'text' && !partial.has(`${list.name}.${name}`);
      // A row without an amount is in no range of amounts.
      const filtered = filter.kind === 'amounts' ? all.filter((row) => row[name] !== null) : all;
      if (isSplit) expect(new Set(found.flat())).toEqual(new Set(idsOf(list, filtered)));
      if (isSplit && filter.kind !== 'choice') expect(found.flat()).toHaveLength(filtered.length);
      parted ||= found.filter((ids) => ids.length > 0 && ids.length < all.length).length >= Math.min(2, queries.length);
      if (parted) break;
    }
    expect(parted, `no value of ${name} parts the rows of ${list.name}`).toBe(true);
  });

  test.each(list.sorts.map((sort) => sort.replace('-', '')))(
    '[OFF-16] its sort %s changes the result',
    async (sort) => {
      const [up, down] = [await rowsOf(list, { sort }), await rowsOf(list, { sort: `-${sort}` })];
      expect(idsOf(list, down)).toEqual(idsOf(list, up).toReversed());
      const values = up.map((row) => row[sort]);
      expect(new Set(values).size, `${list.name} has one ${sort}`).toBeGreaterThan(1);
      const kind = list.columns[sort]?.kind;
      if (kind === 'text' || kind === 'link') {
        // Names are sorted in Spanish order: "Ángel" comes next to "Ana".
        if (list.columns[sort]?.isNumber !== true)
          expect(values).toEqual(values.map(String).toSorted(new Intl.Collator('es').compare));
        return;
      }
      // A person who has never signed in is sorted as the earliest.
      const rank = (value: unknown): number => (kind === 'moment' ? Date.parse(String(value)) || 0 : Number(value));
      if (kind !== 'date') expect(values.map(rank)).toEqual(values.map(rank).toSorted((one, other) => one - other));
    },
  );

  const named = filters.flatMap(({ name, filter }) =>
    filter.kind === 'text' && filter.names !== undefined ? [{ name, kind: filter.names }] : [],
  );

  test.each(named)(
    '[OFF-16] its text filter $name accepts names and codes, complete or in part',
    async ({ name, kind }) => {
      const code = String(known[`${list.name}.${name}`] ?? (await rowsOf(list)).map((row) => row[name]).find(Boolean));
      const offered = await desk.call('listNames', { query: { kind } });
      if (!offered.ok) throw new Error(JSON.stringify(offered.error));
      const own = offered.value.data.find((each) => each.code === code)?.name ?? '';
      expect(own, `${kind} ${code}`).not.toBe('');
      const byCode = idsOf(list, await rowsOf(list, { [name]: code }));
      expect(byCode.length).toBeGreaterThan(0);
      for (const words of [own, plainOf(own).toUpperCase(), plainOf(own).slice(1).toLowerCase()]) {
        const found = idsOf(list, await rowsOf(list, { [name]: words }));
        expect(found, `${name}=${words}`).toEqual(expect.arrayContaining(byCode));
      }
      const alone = offered.value.data.filter((each) => plainOf(each.name) === plainOf(own)).length === 1;
      if (alone) expect(idsOf(list, await rowsOf(list, { [name]: own }))).toEqual(byCode);
    },
  );

  test('[OFF-16] the search finds some rows, or is refused by a list without a search', async () => {
    if (list.search === undefined) {
      const refused = await desk.send('GET', `/v1/admin/${list.name}?q=x`);
      expect(refused.statusCode).toBe(400);
      return;
    }
    const all = await rowsOf(list);
    const found = await rowsOf(list, { q: searchedOf(list, all) });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(all.length);
    const number = /^\d{9}(?=-|$)/.exec(String(all[0]?.orderNumber ?? all[0]?.number ?? all[0]?.[list.id]))?.[0];
    if (number === undefined) return;
    // The last digits of a number are enough, because people read these aloud.
    const whole = idsOf(list, await rowsOf(list, { q: number }));
    for (const digits of [3, 4, 6])
      expect(idsOf(list, await rowsOf(list, { q: number.slice(-digits) })), `${digits} of ${number}`).toEqual(
        expect.arrayContaining(whole),
      );
  });

  test('[OFF-20] its export has the requested rows and columns, and no text that a spreadsheet would run', async () => {
    const columns = Object.entries(list.columns);
    const query = { ...whole[list.name], columns: Object.keys(list.columns).join(',') };
    const [head, ...lines] = await exportOf(list, query);
    expect(head).toEqual(columns.map(([, { label }]) => label));
    // Read after the export, because the audit then has a row about the export.
    const rows = await rowsOf(list);
    expect(lines).toHaveLength(rows.length);
    expect(lines).toEqual(linesOf(list, rows));
    expect(lines.flat().some((text) => text.startsWith("'"))).toBe(true);
  });

  test('[OFF-20] its export has only the rows of its filter or search', async () => {
    const all = await rowsOf(list);
    const filtered = filters.flatMap(({ name, filter }) => parts(list, name, filter, all).flat());
    // A list without filters has only a search.
    for (const query of filters.length > 0 ? filtered : [{ q: searchedOf(list, all) }]) {
      const rows = await rowsOf(list, query);
      if (rows.length === 0 || rows.length === all.length) continue;
      const names = Object.keys(list.columns).join(',');
      const [, ...lines] = await exportOf(list, { ...whole[list.name], ...query, columns: names });
      expect(lines).toEqual(linesOf(list, rows));
      return;
    }
    expect.fail(`no filter parts ${list.name}`);
  });
});

const pages = new Set(Object.values<EndpointSpec>(deskEndpoints).map(({ path }) => path.replace(/\{\w+\}$/, '')));
const withPages = [...lists.values()].filter(({ name }) => pages.has(`/v1/admin/${name}/`));

test.each(withPages.map((list) => ({ name: list.name, list })))(
  'the page of a row in the list $name takes six statements at most',
  async ({ list }) => {
    for (const id of idsOf(list, await rowsOf(list)).slice(0, 5)) {
      const answer = await desk.send('GET', `/v1/admin/${list.name}/${id}`);
      expect(answer.statusCode, answer.payload).toBe(200);
      expect(statementsOf(answer).length, `${id}: ${statementsOf(answer)}`).toBeLessThanOrEqual(6);
    }
  },
);

/** Personal columns by name, so that a column without its mark is noticed. */
const personal = {
  customers: ['name', 'email', 'phone'],
  orders: ['customer', 'phone', 'email'],
  returns: ['name'],
  'cash-refunds': ['name', 'phone'],
  'missing-lines': ['customer', 'phone'],
};

test('[OFF-20] exactly the personal columns of all lists are marked', () => {
  const marked = [...lists].flatMap(([name, { columns }]) => {
    const names = Object.keys(columns).filter((column) => columns[column]?.isPersonal === true);
    return names.length === 0 ? [] : [[name, names]];
  });
  expect(Object.fromEntries(marked)).toEqual(personal);
});

test.each(Object.entries(personal))(
  '[OFF-20] a person with only customers.export can export the personal columns of %s',
  async (name, columns) => {
    const list = lists.get(name);
    if (list === undefined) throw new Error(`no list ${name}`);
    const reads = permissions.filter((each) => each === namedPermission(list.permission));
    const roleOf = async (label: string, permissions: typeof reads) => {
      const role = await desk.call('createRole', { body: { label: `${label} ${name}`, permissions } });
      if (!role.ok) throw new Error(JSON.stringify(role.error));
      return openDesk(shop, role.value.data.id);
    };
    const reader = await roleOf('Ve', reads);
    const exporter = await roleOf('Exporta', [...reads, 'customers.export']);
    const ask = (person: TestDesk, asked?: string) =>
      person.send(
        'GET',
        `/v1/admin/${name}/export?${new URLSearchParams(asked === undefined ? {} : { columns: asked })}`,
      );
    for (const column of columns) {
      expect((await ask(reader, column)).json()).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN', metadata: { permission: 'customers.export' } },
      });
      expect(readCsv((await ask(exporter, column)).payload)[0]).toEqual([list.columns[column]?.label]);
    }
    const labels = columns.map((column) => list.columns[column]?.label);
    const [head = []] = readCsv((await ask(reader)).payload);
    expect(head.length).toBeGreaterThan(0);
    expect(head.filter((label) => labels.includes(label))).toEqual([]);
  },
);
