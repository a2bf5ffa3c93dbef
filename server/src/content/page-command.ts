import { readFile } from 'node:fs/promises';
import { readPageFile, writePageFile } from '@ceiba/domain/content/page-file';
import { helpFacts } from '@ceiba/domain/help/help-facts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typed, typedText } from '../platform/operations/typed-words.ts';
import { findPageText, findVersions, listPages, removePage, savePage } from './pages.store.ts';

const pathForm = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,4}$/;

const typedPath = typed('<path>', 'the address of a page without its first slash, as ayuda/entregas', (text) => {
  const path = text.replace(/^\//, '');
  return pathForm.test(path) && path.length <= 300 ? path : undefined;
});

/** Names in braces that help pages do not know: a shopper would read the braces. */
const unknownFacts = (file: string, known: object): string[] => [
  ...new Set(
    [...file.matchAll(/\{(\w{1,40})\}/g)].flatMap(([, name = '']) => (Object.hasOwn(known, name) ? [] : [name])),
  ),
];

const isHelp = (path: string): boolean => path === 'ayuda' || path.startsWith('ayuda/');

/** Commands for the pages of text: legal texts, help, and the pages of categories. */
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
    changes: { entity: 'pages' },
    summary:
      'writes or replaces a page from a text file: "# title", a description, then blocks "## title" with paragraphs, questions ' +
      '("### question"), steps ("1. title: text"), features ("- [icon] title: text"), or a first line "[título]", "[lista]", "[productos]" or "[banner]"',
    canDryRun: true,
    takes: { path: typedPath, file: typedText('<file>', 4_000) },
    run: async ({ db, policy, end }, { path, file }) => {
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
      const { title, description, blocks } = page.value;
      await savePage(db.write, [path, title, description, JSON.stringify(blocks)]);
      return end(true, `/${path} is written: «${title}», ${blocks.length} blocks.`);
    },
  }),
  databaseCommand({
    usage: 'page remove <path>',
    changes: { entity: 'pages' },
    summary: 'removes a page; its address then leads nowhere, or to the products of its category',
    canDryRun: true,
    takes: { path: typedPath },
    run: async ({ db, end }, { path }) => {
      const [gone] = await removePage(db.write, [path]);
      return gone === undefined
        ? end(false, `There is no page /${path}. Nothing was changed.`)
        : end(true, `The page /${path} is removed.`);
    },
  }),
];
