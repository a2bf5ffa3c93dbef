import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { applyImport, checkFile } from './import-file.ts';
import { listErrors } from './import-rows.store.ts';
import { findKind } from './kinds.ts';

let shop: TestShop;
let folder = '';
let files = 0;
/** Another person's change between the check and the application of a file. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-attributes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  meanwhile = async () => {};
  shop = await openTestShop();
  await createShopBasics(shop.db);
  return () => shop.close();
});

/** Imports rows of a kind. Returns the counts and the errors of each wrong row. */
const loadAs = async (name: string, heading: string, ...rows: string[]) => {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, `${heading}\n${rows.join('\n')}\n`);
  const actor = { kind: 'command', id: 'prueba' } as const;
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor, now: new Date(), isAgain: true });
  if (!checked.ok) throw new Error(checked.error.code);
  const { run } = checked.value;
  await meanwhile();
  const applied = await applyImport(shop.db, run.id, { onlyValid: true, now: new Date() });
  if (!applied.ok) throw new Error(applied.error.code);
  const wrong = await listErrors(shop.db.write, run.id, 0, 100);
  const { new: fresh, changed, equal } = applied.value.counts;
  return {
    ...{ fresh, changed, equal },
    said: wrong.flatMap(({ row, errors }) => errors.map(({ column, text }) => `${row} ${column} ${text}`)),
  };
};

const load = (heading: string, ...rows: string[]) => loadAs('products', heading, ...rows);

/** Declares attributes of "Audio", which its categories inherit. */
const declare = (values: string) =>
  shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type, unit, choices, is_required)
     select c.id, v.* from categories c,
       (values ${values}) v where c.path = 'audio'`,
  );

const heading = 'sku,titulo,marca,categoria,atributos,publicado';
const speaker = (sku: string, attributes: string, published = 'sí') =>
  `${sku},Bocina,Volcán,audio/bocinas,${attributes},${published}`;

test('[PROD-03] rows with wrong or missing attributes are refused with a reason, but drafts may lack attributes', async () => {
  await declare(
    `('potencia', 'Potencia', 'number', 'W', '', true), ('color', 'Color', 'choice', '', E'Negro\\nBlanco', false)`,
  );
  expect(
    await load(
      heading,
      speaker('BIEN', 'potencia|Potencia|20;color|Color|Negro'),
      speaker('SIN', 'color|Color|Negro'),
      speaker('MAL', 'potencia|Potencia|mucha;color|Color|Verde'),
      speaker('BORRADOR', '', 'no'),
    ),
  ).toEqual({
    ...{ fresh: 2, changed: 0, equal: 0 },
    said: [
      '3 atributos Falta «Potencia».',
      '4 atributos «Potencia»: escribe un número, en W. «Color»: escribe uno de Negro, Blanco.',
    ],
  });
});

test('[PROD-03] a changed row of a product on sale must fit later declarations, but not an unchanged row', async () => {
  await load(heading, speaker('UNO', ''));
  await declare(`('potencia', 'Potencia', 'number', 'W', '', true)`);
  expect(await load(heading, speaker('UNO', ''))).toEqual({ fresh: 0, changed: 0, equal: 1, said: [] });
  expect(await load('sku,titulo', 'UNO,Bocina nueva')).toMatchObject({ said: ['2 atributos Falta «Potencia».'] });
  expect(await load('sku,titulo,atributos', 'UNO,Bocina nueva,potencia|Potencia|20')).toMatchObject({ changed: 1 });
});

const declared = async (): Promise<string[]> =>
  (
    await shop.db.pool.query<{ line: string }>(
      `select concat_ws(' ', c.path, a.code, a.name, a.type, a.unit, a.choices, a.role, a.sheet_group, a.is_required, a.is_filterable) as line
       from category_attributes a join categories c on c.id = a.category_id order by c.path, a.code`,
    )
  ).rows.map(({ line }) => line);

test('[PROD-07, ZOOM-05] a file adds and changes attributes of categories, with roles, units, groups and filters', async () => {
  await declare(`('potencia', 'Potencia', 'number', 'W', '', false)`);
  const columns = 'categoria,codigo,nombre,tipo,unidad,valores,papel,grupo,obligatorio,filtro';
  const rows = [
    'audio,potencia,Potencia real,número,W,,,Energía,sí,',
    'audio/bocinas,alto,Alto,número,cm,,alto,,,no',
    'audio/bocinas,acabado,Acabado,lista de valores,,"Negro\nBlanco",,,,',
  ];
  expect(await loadAs('attributes', columns, ...rows)).toEqual({ fresh: 2, changed: 1, equal: 0, said: [] });
  expect(await declared()).toEqual([
    'audio potencia Potencia real number W  Energía t t',
    'audio/bocinas acabado Acabado choice  Negro\nBlanco  f t',
    'audio/bocinas alto Alto number cm  alto  f f',
  ]);
  expect(await loadAs('attributes', columns, ...rows)).toEqual({ fresh: 0, changed: 0, equal: 3, said: [] });
  await loadAs('attributes', 'categoria,codigo,papel,grupo', 'audio,potencia,,[borrar]');
  expect((await declared())[0]).toBe('audio potencia Potencia real number W   t t');
});

test('[PROD-07, ZOOM-05] an attribute in a file that the desk would refuse is an error of its row', async () => {
  await declare(`('potencia', 'Potencia', 'number', 'W', '', false), ('color', 'Color', 'text', '', '', false)`);
  await shop.db.pool.query(`update category_attributes set role = 'energia-etiqueta' where code = 'color'`);
  await load(heading, speaker('ROJA', 'color|Color|Rojo'));
  const columns = 'categoria,codigo,nombre,tipo,unidad,valores,papel';
  const { said } = await loadAs(
    'attributes',
    columns,
    'audio,otra,POTENCIA,texto,,,',
    'audio,peso,Peso,número,cm,,peso',
    'audio/bocinas,etiqueta,Etiqueta,texto,,,energía: etiqueta o clase',
    'audio,alto,Alto,número,cm,,alto',
    'audio/bocinas,altura,Altura,número,cm,,alto',
    'audio/bocinas,potencia,Potencia aquí,texto,,,',
    'audio,color,Color,lista de valores,,Negro,',
    'nadie,x,X,texto,,,',
  );
  expect(said).toEqual([
    '2 nombre La categoría ya tiene un atributo con ese nombre. Ni mayúsculas ni tildes hacen otro.',
    '3 papel Ese papel es de un número en kg, g, lb.',
    '4 papel Ya lo tiene un atributo de una categoría de arriba.',
    '5 papel Otra fila del archivo tiene ese papel en la misma rama.',
    '6 papel Otra fila del archivo tiene ese papel en la misma rama.',
    '7 codigo Ya lo hereda de una categoría de arriba.',
    '8 tipo No caben los valores de productos: ROJA: «Rojo».',
    '9 categoria La categoría «nadie» no existe.',
  ]);
});

test('[ZOOM-05] a role or a name that was taken after the check of the file is a conflict of its row', async () => {
  meanwhile = async () => {
    await declare(`('altura', 'Altura', 'number', 'cm', '', false), ('tono', 'TONO', 'text', '', '', false)`);
    await shop.db.pool.query(`update category_attributes set role = 'alto' where code = 'altura'`);
  };
  const columns = 'categoria,codigo,nombre,tipo,unidad,papel';
  const { fresh, said } = await loadAs(
    'attributes',
    columns,
    'audio/bocinas,alto,Alto,número,cm,alto',
    'audio,tono-2,Tono,texto,,',
    'audio,peso,Peso,número,kg,peso',
  );
  expect({ fresh, said }).toEqual({
    fresh: 1,
    said: [
      '2 categoria Ya lo tiene un atributo de una categoría de arriba.',
      '3 categoria La categoría ya tiene un atributo con ese nombre. Ni mayúsculas ni tildes hacen otro.',
    ],
  });
});

test('[ZOOM-05] a file cannot move a category to a branch where another attribute has the same role', async () => {
  await shop.db.pool.query(`
    insert into categories (id, path, slug, title, level, ancestor_ids) values (9, 'medidas', 'medidas', 'Medidas', 1, '{9}');
    insert into category_attributes (category_id, code, name, type, unit, role)
      values (9, 'altura', 'Altura', 'number', 'cm', 'alto'), (2, 'alto', 'Alto', 'number', 'cm', 'alto')`);
  const { said } = await loadAs('categories', 'ruta,nueva_ruta', 'audio/bocinas,medidas/bocinas');
  expect(said).toEqual([
    '2 nueva_ruta Dos atributos de la rama tendrían el mismo papel: quítaselo a uno antes de moverla.',
  ]);
});

test('[PAY-06, PROD-16] a file adds and changes cards of banks, and a promotion must not end before its start', async () => {
  const columns = 'bin,marca,banco,cuotas,descuento,descuento_desde,descuento_hasta';
  const { said } = await loadAs(
    'bins',
    columns,
    '450799,visa,Banco Industrial,"6, 12",sí,2026-12-01,2026-12-24',
    '450798,visa,Banco Industrial,6,sí,2026-12-24,2026-12-01',
    '450797,visa,Banco Industrial,1,no,,',
  );
  expect(said).toHaveLength(2);
  expect(said[0]).toBe('3 descuento_hasta Debe terminar después de empezar.');
  const { rows } = await shop.db.pool.query(
    `select bank_name, plans, has_discount, discount_ends_at from card_bins where bin = '450799'`,
  );
  expect(rows).toEqual([
    {
      ...{ bank_name: 'Banco Industrial', plans: [6, 12], has_discount: true },
      discount_ends_at: new Date('2026-12-25T05:59:59.999Z'),
    },
  ]);
});
