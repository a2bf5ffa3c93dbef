import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyText, checkText, exportText, importText } from '../testing/import-text.ts';
import { createSearchBasics, createSearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
  await createSearchProduct(shop.db, { sku: 'TV', title: 'Televisor 55" Lumbrisa' });
});
afterAll(() => shop.close());

const load = (text: string) => importText(shop, 'synonyms', text);
const found = async (q: string): Promise<string[]> => {
  const answer = await shop.call('searchProducts', { query: { q } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.products.map(({ sku }) => sku);
};

test('[BULK-01] a file adds synonyms that searches use at once; the same file again changes nothing', async () => {
  expect(await found('cajón mágico')).toEqual([]);
  const file = 'palabras,significan,cualidad\n"televisor,  cajón mágico",,\n"lumbrisa, brillosa",,sí\n';
  expect(await load(file)).toMatchObject({ new: 2, changed: 0 });
  expect(await found('cajones mágicos')).toEqual(['TV']);
  expect(await load(file)).toMatchObject({ new: 0, changed: 0, equal: 2 });
  expect(await exportText(shop, 'synonyms')).toContain('"televisor, cajón mágico",,no');
  expect(await load(await exportText(shop, 'synonyms'))).toMatchObject({ new: 0, changed: 0, wrong: 0 });
});

test('[BULK-01] the words of a group change by their own column, and the group keeps its history', async () => {
  await load('palabras\n"televisor, teleta"\n');
  const change = 'palabras,nuevas_palabras,significan\n"televisor, teleta","televisor, teleto",lumbrisa\n';
  expect(await load(change)).toMatchObject({ new: 0, changed: 1 });
  expect([await found('teleta'), await found('teleto')]).toEqual([[], ['TV']]);
  expect(await load(change)).toMatchObject({ changed: 0, equal: 1 });
  const { rows } = await shop.db.pool.query(
    `select a.operation, a.before, a.after from audit_entries a join search_synonym_groups g on g.meaning::text = a.entity_id
     where a.entity = 'synonyms' and g.words = 'televisor, teleto' order by a.id`,
  );
  expect(rows).toEqual([
    { operation: 'applyImport', before: {}, after: { words: 'televisor, teleta' } },
    {
      operation: 'applyImport',
      before: { words: 'televisor, teleta', meant: '' },
      after: { words: 'televisor, teleto', meant: 'lumbrisa' },
    },
  ]);
});

test('[BULK-01] a group of one word, a repeated word, and another group’s words are refused', async () => {
  await load('palabras\n"ocupada, tomada"\n"libre, suelta"\n');
  expect(
    await load(
      'palabras,nuevas_palabras\nsolitaria,\n"doble, Doble, mellizo",\n"libre, suelta","ocupada, tomada"\n"nadie, ninguno","x1, x2"\n',
    ),
  ).toEqual([
    'palabras: Escribe al menos dos palabras o frases, separadas por comas; cada frase de hasta cuatro palabras.',
    'palabras: Una palabra está dos veces en la celda.',
    'nuevas_palabras: Otro grupo tiene esas palabras.',
    'palabras: No hay un grupo con esas palabras que cambiar.',
  ]);
});

test('[BULK-01, BULK-09] a group that somebody changed since the check is a conflict', async () => {
  await load('palabras\n"rapida, veloz"\n');
  const checked = await checkText(shop, 'synonyms', 'palabras,significan\n"rapida, veloz",turbo\n');
  await shop.db.pool.query(`update search_synonym_groups set meant = 'agil' where words = 'rapida, veloz'`);
  expect(await applyText(shop, checked)).toEqual([
    'palabras: Cambió después de leer el archivo: significan era (vacío) y ahora es agil.',
  ]);
});

test('[BULK-01] of two groups with the same words a file has the oldest, and changes only that one', async () => {
  const words = 'repetida, duplicada';
  await shop.db.pool.query('insert into search_synonym_groups (words) values ($1), ($1)', [words]);
  const text = await exportText(shop, 'synonyms');
  expect(text.split(words)).toHaveLength(2);
  expect(await load(text)).toMatchObject({ new: 0, changed: 0, wrong: 0 });
  expect(await load(`palabras,significan\n"${words}",turbo\n`)).toMatchObject({ changed: 1 });
  const { rows } = await shop.db.pool.query(
    'select meant from search_synonym_groups where words = $1 order by meaning',
    [words],
  );
  expect(rows).toEqual([{ meant: 'turbo' }, { meant: '' }]);
});

test('[BULK-01] two files with one new group add it once', async () => {
  const files = await Promise.all(
    ['', '\n'].map((end) => checkText(shop, 'synonyms', `palabras\n"gemela, melliza"\n${end}`)),
  );
  await Promise.all(files.map((checked) => applyText(shop, checked)));
  const { rowCount } = await shop.db.pool.query(`select from search_synonym_groups where words = 'gemela, melliza'`);
  expect(rowCount).toBe(1);
});
