import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typing } from '../testing/operator.ts';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { pageCommands } from './page-command.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-pages-'));
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const page = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const isDone = await typing(pageCommands, 'page')({ db: shop.db, args, say: (text) => said.push(text) });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

const fileOf = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

const terms = `# Términos y condiciones

Lo que aceptas al comprar.

## Tu compra

Primer párrafo.

Segundo párrafo.
`;

test('[OFF-10] a command sets a legal text from a file, or removes it, and the audit has a row for each', async () => {
  const file = await fileOf('terminos.txt', terms);
  expect(await page('set', 'terminos-y-condiciones', file, '--dry-run')).toContain('A dry run');
  expect(await page('show', 'terminos-y-condiciones')).toMatch(/^refused: There is no page/);
  for (let turn = 0; turn < 2; turn += 1)
    expect(await page('set', '/terminos-y-condiciones', file)).toBe(
      'done: /terminos-y-condiciones is written: «Términos y condiciones», 1 blocks.',
    );
  expect(await page('show', 'terminos-y-condiciones')).toBe(`done: ${terms.trimEnd()}`);
  expect(await page('list')).toContain('/terminos-y-condiciones  Términos y condiciones');
  const answer = await shop.call('listCategoryPages', { query: { slug: 'terminos-y-condiciones' } });
  expect(answer).toMatchObject({
    ok: true,
    value: { data: [{ blocks: [{ kind: 'text', text: 'Primer párrafo.\n\nSegundo párrafo.' }] }] },
  });
  expect(await page('remove', 'terminos-y-condiciones')).toMatch(/^done: /);
  expect(await page('remove', 'terminos-y-condiciones')).toMatch(/^refused: There is no page/);
  const { rows } = await shop.db.pool.query(
    `select operation, entity from audit_entries where entity in ('pages', 'content-pages') order by id`,
  );
  // The second call changed nothing.
  expect(rows).toEqual(
    ['createContentPage', 'removeContentPage'].map((operation) => ({ operation, entity: 'content-pages' })),
  );
});

test('a help text quotes numbers of the policy by name, and an unknown name is refused', async () => {
  const good = await fileOf('ayuda.txt', '# Devoluciones\n\n## Plazo\n\nTienes {returnDays}.\n');
  expect(await page('set', 'ayuda/devoluciones', good)).toMatch(/^done: /);
  const help = await shop.call('getHelp', {});
  expect(JSON.stringify(help)).toMatch(/Tienes \d+ días hábiles\./);
  const bad = await fileOf('mala.txt', '# Devoluciones\n\n## Plazo\n\nTienes {dias}.\n');
  expect(await page('set', 'ayuda/devoluciones', bad)).toMatch(/^refused: .*quotes \{dias\}.*\{returnDays\}/);
});

test('an unreadable file is refused with the line of the error, and the page does not change', async () => {
  const before = await page('show', 'ayuda/entregas');
  const file = await fileOf('rota.txt', '# Entregas\n\n## Pasos\n\n1. Sin texto\n');
  expect(await page('set', 'ayuda/entregas', file)).toMatch(
    /^refused: .*rota\.txt, line 5: .*no es un paso.*Nothing was changed\.$/,
  );
  expect(await page('set', '../etc', file)).toMatch(/^refused: /);
  expect(await page('show', 'ayuda/entregas')).toBe(before);
});

test('every help text of a new shop is stored as it is shown', async () => {
  const listed = (await page('list')).match(/\/ayuda\S*/g) ?? [];
  expect(listed.length).toBeGreaterThan(5);
  for (const path of listed) {
    const before = await page('show', path);
    const file = await fileOf('igual.txt', before.replace(/^done: /, ''));
    expect(await page('set', path, file)).toMatch(/^done: /);
    expect(await page('show', path)).toBe(before);
  }
});

test('[PROD-29] the command does not overwrite a legal text that has versions', async () => {
  const file = await fileOf('terminos-2.txt', terms);
  await shop.db.pool.query(
    `insert into legal_versions (page, holds_from, text) values ('terminos-y-condiciones', now() + interval '1 day', $1)`,
    [terms],
  );
  expect(await page('set', 'terminos-y-condiciones', file)).toMatch(/^refused: .*has versions/);
});
