import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, readSource, root } from './source-files.ts';

export interface Trace {
  group: string;
  withTest: string[];
  withoutTest: string[];
}

/** IDs of docs/spec/requirements.md in their order: `- **CART-21** …` and table rows. */
export const listRequirements = (): string[] => {
  const text = readFileSync(join(root, 'docs', 'spec', 'requirements.md'), 'utf8');
  return [...new Set([...text.matchAll(/^(?:- |\| )\*\*([A-Z]{2,5}-\d{2,3})\*\*/gm)].map(([, id]) => id ?? ''))];
};

/** IDs quoted in brackets by the titles of tests: `test('[CART-21] …')`, `[CART-21, DEC-80]`. */
export const listQuoted = (): Map<string, string[]> => {
  const quoted = new Map<string, string[]>();
  for (const file of listSources().filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))) {
    for (const [, list = ''] of readSource(file).matchAll(
      /\[((?:[A-Z]{2,5}-\d{2,3})(?:[,;\s]+[A-Z]{2,5}-\d{2,3})*)\]/g,
    )) {
      for (const id of list.split(/[,;\s]+/)) quoted.set(id, [...(quoted.get(id) ?? []), file]);
    }
  }
  return quoted;
};

/** Per group of IDs, which a test quotes and which none does. */
export const traceRequirements = (): Trace[] => {
  const quoted = listQuoted();
  const groups = Map.groupBy(listRequirements(), (id) => id.split('-')[0] ?? '');
  return [...groups].map(([group, ids]) => ({
    group,
    withTest: ids.filter((id) => quoted.has(id)),
    withoutTest: ids.filter((id) => !quoted.has(id)),
  }));
};
