import { moduleOf } from './modules.ts';
import { productValuesOf, reachedIn } from './reach.ts';
import { readSource } from './source-files.ts';
import { idsOf, listTestBlocks, type TestBlock } from './test-titles.ts';

/** IDs of one group (`CART`), each in exactly one list. */
export interface Trace {
  group: string;
  proven: string[];
  ruleOnly: string[];
  none: string[];
}

/** IDs of docs/spec/requirements.md in their order: `- **CART-21** …` and table rows. */
export const listRequirements = (): string[] => {
  const text = readSource('docs/spec/requirements.md');
  return [...new Set([...text.matchAll(/^(?:- |\| )\*\*([A-Z]{2,5}-\d{2,3})\*\*/gm)].map(([, id]) => id ?? ''))];
};

/** Tests about the code itself and the tools: whoever uses the shop never meets what they look at. */
const isAboutProduct = ({ file }: TestBlock): boolean => !/^(?:checks|bench)\//.test(file);

/** A test at the place where somebody meets the product: an HTTP call on a real database, a page, a mail, a command. */
export const isAtThePlace = ({ file }: TestBlock): boolean => /^e2e\/|\.api\.test\.ts$|^scripts\//.test(file);

/** Whether a test uses code of the product, not only texts and numbers that it repeats. */
export const runsProduct = (block: TestBlock): boolean =>
  productValuesOf(block.file, block.references).some(({ file, name }) => moduleOf(file).values.get(name)?.isCode);

/**
 * Whether a test proves what its title quotes: every value of the product that it uses (in its body, its table, its
 * hooks, and the helpers these call) is reached from an entry point of the product (reach.ts), and it stands at the
 * place where somebody meets the product, or runs such a value. Else it shows a rule that nobody can use yet.
 */
const proves = (block: TestBlock): boolean => {
  if (!isAboutProduct(block)) return false;
  const used = productValuesOf(block.file, block.references);
  return (isAtThePlace(block) || runsProduct(block)) && used.every(({ file, name }) => reachedIn(file).has(name));
};

/** Each quoted ID with the tests whose titles quote it. */
export const listQuoted = (): Map<string, TestBlock[]> => {
  const quoted = new Map<string, TestBlock[]>();
  for (const block of listTestBlocks())
    for (const id of idsOf(block.title)) quoted.set(id, [...(quoted.get(id) ?? []), block]);
  return quoted;
};

/** Per group of IDs: proven by a test, quoted only by tests of code the product does not reach, quoted by none. */
export const traceRequirements = (): Trace[] => {
  const quoted = listQuoted();
  const stateOf = (id: string): 'proven' | 'ruleOnly' | 'none' => {
    const blocks = quoted.get(id);
    if (!blocks) return 'none';
    return blocks.some(proves) ? 'proven' : 'ruleOnly';
  };
  return [...Map.groupBy(listRequirements(), (id) => id.split('-')[0] ?? '')].map(([group, ids]) => {
    const states = Map.groupBy(ids, stateOf);
    const of = (state: 'proven' | 'ruleOnly' | 'none'): string[] => states.get(state) ?? [];
    return { group, proven: of('proven'), ruleOnly: of('ruleOnly'), none: of('none') };
  });
};

/** IDs that docs/spec/untested.md excuses, each with its reason: rows `| ID | reason |`. */
export const listExcused = (): Map<string, string> =>
  new Map(
    [...readSource('docs/spec/untested.md').matchAll(/^\| ([A-Z]{2,5}-\d{2,3}) \| (.+) \|$/gm)].map(
      ([, id = '', reason = '']) => [id, reason],
    ),
  );
