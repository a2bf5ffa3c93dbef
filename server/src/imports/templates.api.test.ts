import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportKind, importKinds, importPermissions } from '@ceiba/contract/desk/import-kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator, typing } from '../testing/operator.ts';
import { readCsv } from '../testing/read-csv.ts';
import { createProduct, createShipment, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { importCommands } from './import-command.ts';
import { applyImport, checkFile } from './import-file.ts';
import { choiceColumn, type Kind, wholeColumn } from './import-kind.ts';
import { listErrors } from './import-rows.store.ts';
import { findKind, kinds } from './kinds.ts';
import { hasSheet, makeTemplate, templateCsv } from './template.ts';

let shop: TestShop;
let owner: TestDesk;
let folder = '';
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-templates-'));
  shop = await openTestShop();
  await createShopBasics(shop.db);
  // A banner needs the name of an uploaded picture.
  await shop.db.pool.query(`insert into media (key, width, height) values (repeat('0', 32), 1600, 800)`);
  await createProduct(shop.db, { sku: 'TV-55', price: 500_00 });
  await createShipment(shop.db, { orderNumber: 100_000_101 });
  await createProduct(shop.db, { sku: 'VISITA', kind: 'service', price: 500_00 });
  await shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type, unit, choices, is_required) values
       (1, 'potencia', 'Potencia', 'number', 'W', '', true), (1, 'color-de-caja', 'Color', 'choice', '', E'Negro\\nBlanco', false),
       (2, 'portatil', 'Portátil', 'flag', '', '', false), (2, 'tela', 'Tela', 'text', '', '', false);
     insert into products (sku, slug, title, brand_id, seller_id, category_id, attributes)
       values ('BOCINA', 'bocina', 'Bocina', 1, 1, 2, '[{"code": "potencia", "label": "Potencia", "value": "20", "unit": "W"}]')`,
  );
  owner = await openDesk(shop, 'owner');
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const kindOf = (name: string): Kind => {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
};

const templateOf = async (kind: Kind, category?: string) => {
  const made = await makeTemplate(shop.db.read, { kind, category, now: new Date() });
  if (!made.ok) throw new Error(made.error.text);
  return made.value;
};

/** Imports a text as a file without applying it. Returns the run, its counts, and the errors of its rows. */
const check = async (kind: Kind, text: string) => {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, text);
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor: operator, now: new Date(), isAgain: true });
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const wrong = await listErrors(shop.db.write, checked.value.run.id, 0, 100);
  const said = wrong.flatMap(({ errors }) => errors.map(({ column, text: why }) => `${column}: ${why}`));
  return { run: checked.value.run, counts: checked.value.counts, said };
};

const attributesOf = async (sku: string): Promise<Record<string, string>> => {
  const { rows } = await shop.db.pool.query(
    `select coalesce(jsonb_object_agg(a ->> 'code', concat_ws(' ', a ->> 'label', a ->> 'value', a ->> 'unit')), '{}') as all
     from products p, jsonb_array_elements(p.attributes) a where p.sku = $1`,
    [sku],
  );
  return rows[0]?.all;
};

/** Imports a text and applies its rows without an error. */
const apply = async (text: string) => {
  const { run, counts, said } = await check(kindOf('products'), text);
  const applied = await applyImport(shop.db, run.id, { onlyValid: true, now: new Date() });
  if (!applied.ok) throw new Error(applied.error.code);
  return { counts, said };
};

const sheets = kinds.filter(hasSheet);

test.each(sheets.map((kind) => [kind.name, kind] as const))(
  '[BULK-10] if the shop has no %s yet, the example of its template imports without an error',
  async (_name, { all: _all, sample: _sample, ...kind }) => {
    const template = await templateOf(kind);
    expect(template.isPresent).toBe(false);
    const { counts, said } = await check(kindOf(kind.name), templateCsv(template));
    expect(said).toEqual([]);
    expect(counts.new + counts.changed + counts.equal).toBe(1);
  },
);

test.each(sheets.map((kind) => [kind.name, kind] as const))(
  '[BULK-10] every column of a template of %s has a meaning and a description of its values',
  async (_name, kind) => {
    const { columns, extras } = await templateOf(kind);
    for (const { column } of [...columns, ...extras]) {
      expect(column.about, column.name).toMatch(/\S.*\.$/);
      expect(column.accepts, column.name).not.toBe('');
    }
  },
);

test('[BULK-10] a changed declaration changes the template’s headings, limits and allowed values', async () => {
  const kind = kindOf('coupons');
  const changed: Kind = {
    ...kind,
    columns: [
      ...kind.columns.filter(({ name }) => name !== 'limite'),
      wholeColumn('limite', 't.total_limit', 5, 77, { about: 'El límite.' }),
      choiceColumn('canal', 'null', { web: 'web', tienda: 'store' }, { about: 'El canal.', example: 'web' }),
    ],
  };
  const of = async (one: Kind) => {
    const { columns } = await templateOf(one);
    return Object.fromEntries(columns.map(({ column, values }) => [column.name, [column.accepts, values]]));
  };
  const [before, after] = [await of(kind), await of(changed)];
  expect(before['canal']).toBeUndefined();
  expect(after['canal']).toEqual(['una palabra de su lista', ['web', 'tienda']]);
  expect(before['limite']).not.toEqual(after['limite']);
  expect(after['limite']).toEqual(['un número entero de 5 a 77', null]);
});

test('[BULK-10] a category’s template has a column for each declared or inherited attribute', async () => {
  const { columns } = await templateOf(kindOf('products'), 'audio/bocinas');
  const attributes = columns.filter(({ column }) => column.partOf !== undefined);
  expect(attributes.map(({ column, values }) => [column.name, column.about, column.isRequired, values])).toEqual([
    ['atributo:potencia', 'Potencia.', true, null],
    ['atributo:color-de-caja', 'Color.', false, ['Negro', 'Blanco']],
    ['atributo:portatil', 'Portátil.', false, ['Sí', 'No']],
    ['atributo:tela', 'Tela.', false, null],
  ]);
  expect(attributes[0]?.column.accepts).toBe('un número, en W (sin escribir la unidad)');
  expect(columns.map(({ column }) => column.name)).not.toContain('atributos');
  await shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type) values (2, 'nuevo', 'Nuevo', 'text')`,
  );
  const later = await templateOf(kindOf('products'), 'audio/bocinas');
  expect(later.columns.map(({ column }) => column.name)).toContain('atributo:nuevo');
});

test('[BULK-10] an attribute’s cell changes only that attribute, with the declared name and unit', async () => {
  const heading = 'sku,atributo:potencia,atributo:color-de-caja';
  expect(await apply(`${heading}\nBOCINA,30,Negro\n`)).toMatchObject({ counts: { changed: 1 }, said: [] });
  expect(await attributesOf('BOCINA')).toEqual({ potencia: 'Potencia 30 W', 'color-de-caja': 'Color Negro' });
  expect(await apply(`${heading}\nBOCINA,30,Negro\n`)).toMatchObject({ counts: { equal: 1, changed: 0 } });
  await apply(`sku,atributo:tela\nBOCINA,Lino\n`);
  await apply(`${heading}\nBOCINA,,[borrar]\n`);
  expect(await attributesOf('BOCINA')).toEqual({ potencia: 'Potencia 30 W', tela: 'Tela Lino' });
  const fresh = 'sku,titulo,marca,categoria,atributo:potencia,atributo:portatil';
  expect(await apply(`${fresh}\nOTRA,Bocina,Volcán,audio/bocinas,40,Sí\n`)).toMatchObject({ counts: { new: 1 } });
  expect(await attributesOf('OTRA')).toEqual({ potencia: 'Potencia 40 W', portatil: 'Portátil Sí' });
});

test('[BULK-10] an attribute that does not fit, is missing, or belongs to another category is refused with a reason', async () => {
  const heading = 'sku,titulo,marca,categoria,atributo:potencia,atributo:tela';
  const wrong = await apply(
    `${heading}\nMAL,B,Volcán,audio/bocinas,mucha,\nSIN,B,Volcán,audio/bocinas,,Lino\nOTRO,B,Volcán,audio,20,Lino\n`,
  );
  expect(wrong.said).toEqual([
    'atributos: «Potencia»: escribe un número, en W.',
    'atributos: Falta «Potencia».',
    'atributos: Su categoría no tiene «tela».',
  ]);
  await expect(check(kindOf('products'), 'sku,atributos,atributo:potencia\nBOCINA,,\n')).rejects.toThrow(
    'DUPLICATE_COLUMN',
  );
});

test('[BULK-10] the example is a row of the shop that changes nothing when imported, and no cell is a formula', async () => {
  await shop.db.pool.query(`update products set title = '=1+1' where sku = 'TV-55'`);
  const kind = kindOf('products');
  const csv = templateCsv(await templateOf(kind, 'audio/bocinas'));
  expect(csv).toContain(`'=1+1`);
  expect(await check(kind, csv)).toMatchObject({ counts: { equal: 1, changed: 0, wrong: 0 } });
});

const urlsOf = (kind: string): string[] =>
  ['', '/file', '/values'].map((part) => `/v1/admin/import-templates/${kind}${part}`);

/** Signs in a person whose role has only these permissions. */
const withPermissions = async (id: string, permissions: readonly string[]): Promise<TestDesk> => {
  await shop.db.pool.query('insert into staff_roles (id, label, permissions) values ($1, $1, $2)', [id, permissions]);
  return openDesk(shop, id);
};

test.each(Object.keys(importKinds) as ImportKind[])(
  '[BULK-10, OFF-08] only people who may import %s can fetch its template',
  async (kind) => {
    const needed = importPermissions[kind];
    const may = await withPermissions(`may-${kind}`, ['imports.run', ...needed]);
    const lacks = await withPermissions(`lacks-${kind}`, ['imports.run', ...needed.slice(1)]);
    const isZip = kind === 'pictures';
    for (const [at, url] of urlsOf(kind).entries()) {
      expect((await may.send('GET', url)).statusCode, url).toBe(isZip && at > 0 ? 404 : 200);
      expect((await lacks.send('GET', url)).statusCode, url).toBe(403);
    }
  },
);

test('[BULK-10] a column that needs another permission is only in templates for people with that permission', async () => {
  const clerk = await withPermissions('counts', ['imports.run', 'stock.count']);
  const headingsOf = async (desk: TestDesk) =>
    readCsv((await desk.send('GET', '/v1/admin/import-templates/stock/file')).payload)[0];
  expect(await headingsOf(owner)).toContain('recibidas');
  expect(await headingsOf(clerk)).not.toContain('recibidas');
});

test('[BULK-10] the allowed values have a separate file, and an unknown category is reported', async () => {
  const values = await owner.send('GET', '/v1/admin/import-templates/products/values?category=audio%2Fbocinas');
  const [headings = [], ...rows] = readCsv(values.payload);
  const below = (name: string) => rows.map((row) => row[headings.indexOf(name)]).filter((cell) => cell !== '');
  expect(below('categoria')).toEqual(['audio', 'audio/bocinas']);
  expect(below('atributo:color-de-caja')).toEqual(['Negro', 'Blanco']);
  expect(headings).not.toContain('sku');
  const unknown = await owner.send('GET', '/v1/admin/import-templates/products?category=nada');
  expect(unknown.json()).toMatchObject({
    error: { metadata: { fields: { category: 'La categoría «nada» no existe.' } } },
  });
});

test('[BULK-10] the file of allowed values is complete, however many values the shop has', async () => {
  const made = 6_000;
  await shop.db.pool.query(
    `insert into brands (title, slug) select 'Marca ' || n, 'marca-' || n from generate_series(1, $1) n`,
    [made],
  );
  const { columns } = await templateOf(kindOf('products'));
  const listed = columns.find(({ column }) => column.name === 'marca')?.values;
  await shop.db.pool.query(`delete from brands where slug like 'marca-%'`);
  expect(listed).toHaveLength(made + 1);
});

test('[BULK-10] the command prints the same template as the desk', async () => {
  const said: string[] = [];
  const type = typing(importCommands, 'import');
  const call = { db: shop.db, say: (text: string) => void said.push(text) };
  expect(await type({ ...call, args: ['template', 'products', '--category', 'audio/bocinas'] })).toBe(true);
  const ofDesk = await owner.send('GET', '/v1/admin/import-templates/products/file?category=audio%2Fbocinas');
  expect(`${said.join('\n')}\n`).toBe(ofDesk.payload);
  expect(await type({ ...call, args: ['template', 'brands', '--category', 'audio'] })).toBe(false);
  expect(said.at(-1)).toBe('Solo la plantilla de productos es por categoría.');
});
