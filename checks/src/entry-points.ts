import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isProductRoom } from './rooms.ts';
import { listSources, readSource, root } from './source-files.ts';

/** Text literals of a file that end like a file name. */
const filesNamedIn = (text: string, ending: RegExp): string[] =>
  [...text.matchAll(/'([^'\s]+)'/g)].map(([, name]) => name ?? '').filter((name) => ending.test(name));

/** Scripts of package.json, and what those scripts import, as files below scripts/. */
const listScripts = (): string[] => {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file) || !existsSync(join(root, file))) return;
    found.add(file);
    for (const name of filesNamedIn(readSource(file), /^\.{1,2}\/.*\.mjs$/))
      add(relative(root, resolve(root, dirname(file), name)));
  };
  for (const [file] of readSource('package.json').matchAll(/scripts\/[\w-]+\.mjs/g)) add(file);
  return [...found];
};

/** `join(projectRoot, 'demo', 'src', 'shop-loader.ts')`: what the server loads by a name that stands in its settings. */
const loadedByName = (): string[] =>
  [...readSource('server/src/platform/operations/config.ts').matchAll(/join\(\w+, ((?:'[\w.-]+'(?:, )?)+)\)/g)]
    .map(([, parts]) => (parts ?? '').replaceAll("'", '').split(', ').join('/'))
    .filter((file) => file.endsWith('.ts'));

/**
 * Where the product begins, read from the project itself: the TypeScript files that the commands of package.json and
 * their scripts start in a room of the product, and of the storefront the files the framework calls: the routes that
 * `routes.ts` names, that list, the root and the two entries,
 * and the two files of `storefront/offline` its build makes scripts of; and what the server loads by name (the demo shop).
 */
export const listEntryPoints = (): string[] => {
  const started = ['package.json', ...listScripts()].flatMap((file) =>
    [...readSource(file).matchAll(/[\w-]+\/src\/[\w/-]+\.ts\b/g)].map(([name]) => name),
  );
  const routes = filesNamedIn(readSource('storefront/app/routes.ts'), /\.tsx$/).map((name) => `storefront/app/${name}`);
  const called = listSources().filter((file) =>
    /^storefront\/(?:app\/(?:routes\.ts|(?:root|entry\.\w+)\.tsx|platform\/part-files\.ts)|offline\/(?:worker|offline-page)\.ts)$/.test(
      file,
    ),
  );
  const all = [...new Set([...started, ...routes, ...called, ...loadedByName()])];
  return all.filter((file) => isProductRoom(file.split('/')[0] ?? '') && existsSync(join(root, file)));
};
