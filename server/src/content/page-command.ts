import { readFile } from 'node:fs/promises';
import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { contentPages } from '@ceiba/contract/desk/entities/content-pages';
import { type PageText, readPageFile, writePageFile } from '@ceiba/domain/content/page-file';
import { helpFacts } from '@ceiba/domain/help/help-facts';
import { commitIfOk } from '../platform/db/database.ts';
import { putEntity, takeEntity } from '../platform/entities/put-entity.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { typed, typedText } from '../platform/operations/typed-words.ts';
import { contentPageTable } from './content-pages.table.ts';
import { findPageId, findPageText, findVersions, listPages, removePage, savePage } from './pages.store.ts';

const pathForm = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,4}$/;

const typedPath = typed('<path>', 'the address of a page without its first slash, as ayuda/entregas', (text) => {
  const path = text.replace(/^\//, '');
  return pathForm.test(path) && path.length <= 300 ? path : undefined;
});

/** Names in braces that are not policy numbers for help pages. A shopper would see the braces. */
const unknownFacts = (file: string, known: object): string[] => [
  ...new Set(
    [...file.matchAll(/\{(\w{1,40})\}/g)].flatMap(([, name = '']) => (Object.hasOwn(known, name) ? [] : [name])),
  ),
];

const isHelp = (path: string): boolean => path === 'ayuda' || path.startsWith('ayuda/');

const [create, change] = changingCallsOf(contentPages);

/** Writes a help page, which the desk cannot edit. */
async function putHelpPage({ db, reportChange }: DatabaseCall, path: string, page: PageText): Promise<undefined> {
  const { title, description, blocks } = page;
  await savePage(db.write, [path, title, description, JSON.stringify(blocks)]);
  reportChange({ operation: change, entity: 'pages', entityId: path, after: { title, description, blocks } });
}

/** Writes a page like the desk's calls. Returns the Spanish reason of a refusal. */
async function putPage({ db, reportChange }: DatabaseCall, slug: string, page: PageText): Promise<string | undefined> {
  const put = await commitIfOk(db, async (tx) => {
    const [found] = await findPageId(tx, [slug]);
    return putEntity(tx, contentPageTable, found?.id ?? null, { ...(found === undefined && { slug }), ...page });
  });
  if (!put.ok) return put.error.text;
  if (put.value !== null) reportChange(put.value);
  return undefined;
}

/** Removes a page like the desk's call. Help pages are removed directly. Returns whether there was such a page. */
async function takePage({ db, reportChange }: DatabaseCall, path: string): Promise<boolean> {
  if (isHelp(path)) {
    const [gone] = await removePage(db.write, [path]);
    if (gone !== undefined) reportChange({ entity: 'pages', entityId: path });
    return gone !== undefined;
  }
  const [found] = await findPageId(db.write, [path]);
  const taken = found && (await takeEntity(db.write, contentPageTable, found.id, 'removeContentPage'));
  if (taken !== undefined) reportChange(taken);
  return taken !== undefined;
}

/** Commands for pages of text: legal texts, help pages, and pages of categories. */
export const pageCommands: readonly Command[] = [
  databaseCommand({
    usage: 'page list',
    changes: null,
    summary: 'lists the pages of text by address: legal texts, help, categories',
    canJson: true,
    takes: {},
    run: async ({ db, answer }) => {
      const pages = await listPages(db.read, []);
      answer(
        pages,
        pages.map(({ slug, title }) => `/${slug}  ${title}`),
      );
      return true;
    },
  }),
  databaseCommand({
    usage: 'page show <path>',
    changes: null,
    summary: 'prints a page in the format of `page set`',
    canJson: true,
    takes: { path: typedPath },
    run: async ({ db, answer, refuse }, { path }) => {
      const [page] = await findPageText(db.read, [path]);
      if (page === undefined) return refuse(`There is no page /${path}.`);
      answer(page, [writePageFile(page).trimEnd()]);
      return true;
    },
  }),
  databaseCommand({
    usage: 'page set <path> <file>',
    changes: { entity: 'content-pages', calls: [create, change] },
    summary:
      'writes or replaces a page from a text file: "# title", a description, then blocks "## title" with paragraphs, questions ' +
      '("### question"), steps ("1. title: text"), features ("- [icon] title: text"), or a first line "[título]", "[lista]", "[productos]" or "[banner]"',
    canDryRun: true,
    takes: { path: typedPath, file: typedText('<file>', 4_000) },
    run: async (call, { path, file }) => {
      const { db, policy, end } = call;
      const text = await readFile(file, 'utf8');
      const page = readPageFile(text);
      if (!page.ok) return end(false, `${file}, line ${page.error.line}: ${page.error.text} Nothing was changed.`);
      const facts = helpFacts(await policy());
      const unknown = isHelp(path) ? unknownFacts(text, facts) : [];
      if (unknown.length > 0) {
        const names = Object.keys(facts).map((name) => `{${name}}`);
        return end(
          false,
          `${file} quotes {${unknown.join('}, {')}}, which no help page knows. Known: ${names.join(' ')}. Nothing was changed.`,
        );
      }
      if ((await findVersions(db.read, [path])).length > 0)
        return end(
          false,
          `/${path} has versions: write the next one at the desk, Contenido, Textos legales. Nothing was changed.`,
        );
      const refused = isHelp(path) ? await putHelpPage(call, path, page.value) : await putPage(call, path, page.value);
      if (refused !== undefined) return end(false, `${file}: ${refused} Nothing was changed.`);
      const { title, blocks } = page.value;
      return end(true, `/${path} is written: «${title}», ${blocks.length} blocks.`);
    },
  }),
  databaseCommand({
    usage: 'page remove <path>',
    changes: { entity: 'content-pages', calls: ['removeContentPage'] },
    summary: 'removes a page; its address then leads nowhere, or to the products of its category',
    canDryRun: true,
    takes: { path: typedPath },
    run: async (call, { path }) =>
      (await takePage(call, path))
        ? call.end(true, `The page /${path} is removed.`)
        : call.end(false, `There is no page /${path}. Nothing was changed.`),
  }),
];
