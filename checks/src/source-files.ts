import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

const askGit = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/build/') && !file.endsWith('.d.mts') && !file.endsWith('.d.ts'));

let sources: readonly string[] | undefined;

/** Returns every TypeScript file that git tracks or would track, relative to the project. The list and each file are read once. */
export const listSources = (): readonly string[] => {
  sources ??= askGit();
  return sources;
};

const texts = new Map<string, string>();

export const readSource = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
};

export interface Import {
  from: string;
  /** The imported file of the project. Undefined for packages. */
  to: string | undefined;
  specifier: string;
  isTypeOnly: boolean;
}

/** `@ceiba/domain/money/money` → `domain/src/money/money.ts`. Resolves relative specifiers by their path. */
const resolveSpecifier = (file: string, specifier: string): string | undefined => {
  const own = /^@ceiba\/([^/]+)\/(.+)$/.exec(specifier);
  if (own) return `${own[1]}/src/${own[2]}.ts`;
  if (specifier.startsWith('~/')) return `storefront/app/${specifier.slice(2)}`;
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(file), specifier));
};

/** Returns imports and re-exports of a file, with `import('…')` of a literal name. */
export const importsIn = (file: string, source: string): Import[] => {
  const { module } = parseSync(file, source);
  const imports = module.staticImports.map((item) => ({
    specifier: item.moduleRequest.value,
    isTypeOnly: item.entries.length > 0 && item.entries.every((entry) => entry.isType),
  }));
  const reexports = module.staticExports.flatMap((item) =>
    item.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType }] : [],
    ),
  );
  const onDemand = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const specifier = /^(['"`])([^$]*)\1$/.exec(source.slice(start, end))?.[2];
    return specifier === undefined ? [] : [{ specifier, isTypeOnly: false }];
  });
  return [...imports, ...reexports, ...onDemand].map((item) => ({
    ...item,
    from: file,
    to: resolveSpecifier(file, item.specifier),
  }));
};

const imported = new Map<string, Import[]>();

/** Returns the imports of a project file. Each file is read once. */
export const importsOf = (file: string): readonly Import[] => {
  const imports = imported.get(file) ?? importsIn(file, readSource(file));
  imported.set(file, imports);
  return imports;
};
