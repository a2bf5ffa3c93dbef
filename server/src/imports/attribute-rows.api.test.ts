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
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-attributes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  return () => shop.close();
});

/** Imports rows of products. Returns the counts and the errors of each wrong row. */
const load = async (heading: string, ...rows: string[]) => {
  const kind = findKind('products');
  if (kind === undefined) throw new Error('no kind of products');
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, `${heading}\n${rows.join('\n')}\n`);
  const actor = { kind: 'command', id: 'prueba' } as const;
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor, now: new Date(), isAgain: true });
  if (!checked.ok) throw new Error(checked.error.code);
  const { run } = checked.value;
  const applied = await applyImport(shop.db, run.id, { onlyValid: true, now: new Date() });
  if (!applied.ok) throw new Error(applied.error.code);
  const wrong = await listErrors(shop.db.write, run.id, 0, 100);
  const { new: fresh, changed, equal } = applied.value.counts;
  return {
    ...{ fresh, changed, equal },
    said: wrong.flatMap(({ row, errors }) => errors.map(({ column, text }) => `${row} ${column} ${text}`)),
  };
};

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

test('[PROD-03] rows with attributes that do not fit, or without a required one, say so in words; drafts may lack them', async () => {
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

test('[PROD-03] a row that changes a product on sale must fit later declarations; an unchanged row need not', async () => {
  await load(heading, speaker('UNO', ''));
  await declare(`('potencia', 'Potencia', 'number', 'W', '', true)`);
  expect(await load(heading, speaker('UNO', ''))).toEqual({ fresh: 0, changed: 0, equal: 1, said: [] });
  expect(await load('sku,titulo', 'UNO,Bocina nueva')).toMatchObject({ said: ['2 atributos Falta «Potencia».'] });
  expect(await load('sku,titulo,atributos', 'UNO,Bocina nueva,potencia|Potencia|20')).toMatchObject({ changed: 1 });
});
