import { moduleOf, namesUsedBy, productValuesOf, reachedIn } from './reach.ts';
import { readSource } from './source-files.ts';
import { idsOf, listTestBlocks, type TestBlock } from './test-titles.ts';

/**
 * The state of an ID's proof. `proven`: a test meets it. `rule-only`: the quoting tests cover a rule that the product
 * does not reach, or only `npm test -- --all` runs them. This state also includes a missing part
 * (docs/spec/in-part.md). `none`: no test quotes it.
 */
export type ProofState = 'proven' | 'rule-only' | 'none';

/** A test whose title quotes an ID, and whether it proves that ID. */
interface QuotingTest {
  file: string;
  line: number;
  title: string;
  proves: boolean;
}

/** An ID of the specification with its state and the tests that quote it. */
export interface RequirementTrace {
  id: string;
  state: ProofState;
  /** The reason why no test can prove the ID (docs/spec/untested.md), or the missing part (docs/spec/in-part.md). */
  reason: string | null;
  tests: QuotingTest[];
}

/** IDs of one group (`CART`), each in exactly one list. */
export interface Trace {
  group: string;
  proven: string[];
  ruleOnly: string[];
  none: string[];
}

/** Returns IDs that a document of the specification defines, in order: `- **CART-21** …` and table rows. */
const idsIn = (document: string): string[] => [
  ...new Set([...readSource(document).matchAll(/^(?:- |\| )\*\*([A-Z]{2,5}-\d{2,3})\*\*/gm)].map(([, id]) => id ?? '')),
];

/** Returns the IDs of docs/spec/desk.md. Tests may quote all of them. Those in `docs/spec/desk-ids.txt` are built. */
export const listDesk = (): string[] => idsIn('docs/spec/desk.md');

/** Returns the IDs of docs/spec/shopper.md. Tests may quote all of them. Those in `docs/spec/shopper-ids.txt` are built. */
export const listShopper = (): string[] => idsIn('docs/spec/shopper.md');

const listLines = (document: string): string[] =>
  readSource(document)
    .split('\n')
    .filter((line) => line !== '');

/** Returns the IDs that the trace requires: all of docs/spec/requirements.md, and the built IDs of desk and shopper. */
export const listRequirements = (): string[] => [
  ...idsIn('docs/spec/requirements.md'),
  ...listLines('docs/spec/desk-ids.txt'),
  ...listLines('docs/spec/shopper-ids.txt'),
];

/** Returns whether a test is about the code or the tools, which users of the shop never see. */
const isAboutTools = ({ file }: TestBlock): boolean => /^(?:checks|bench)\//.test(file);

/** IDs about the built-in bank and tax registry. Tests of the shop prove the other IDs. */
const askedOfSandbox = new Set(['DEC-107', 'DEC-109', 'DEC-165']);

/** Returns whether a test can prove this ID. The shop may not use a feature of the sandbox bank. */
export const mayQuote = (block: TestBlock, id: string): boolean =>
  !isAboutTools(block) && (!block.file.startsWith('sandbox-bank/') || askedOfSandbox.has(id));

const isBrowserTest = ({ file }: TestBlock): boolean => file.startsWith('e2e/');

/** Returns whether a test runs a page in jsdom with all of its code. Only the API is replaced, and the contract checks it. */
const isScreenTest = ({ file }: TestBlock): boolean => file.endsWith('.screen.test.tsx');

/** Returns whether a file tests the product where a person uses it: an HTTP call on a real database, a page, a mail, a command. */
export const isProductTest = (block: TestBlock): boolean =>
  isBrowserTest(block) || isScreenTest(block) || block.file.endsWith('.api.test.ts');

/** Fixtures of a browser test, and functions that open or start a part of the server. */
const browserPlaces = ['page', 'request', 'api', 'shopper', 'checkout', 'browser', 'context'];
const serverPlaces = /^(?:open\w+|start\w+|clone\w+|build\w*App|spawn|execFile|fork|fetch)$/;

/** Functions that open a screen in jsdom by an address of the shop or desk. A test therefore shows no part that is on no page. */
const opensScreen = ['renderScreen', 'openDesk'];

/** Returns whether a test acts where the product is used, and checks the result there. */
export const usesProduct = (block: TestBlock): boolean => {
  const names = namesUsedBy(block.file, block.own);
  const around = namesUsedBy(block.file, block.references);
  const isUsed = (): boolean => {
    if (isBrowserTest(block)) return browserPlaces.some((place) => block.params.includes(place) || names.has(place));
    if (isScreenTest(block)) return opensScreen.some((name) => around.has(name));
    return [...around].some((name) => serverPlaces.test(name));
  };
  return isUsed() && names.has('expect');
};

/** Returns whether a test uses code of the product, not only texts and numbers that it repeats. */
export const runsProduct = (block: TestBlock): boolean =>
  productValuesOf(block.file, block.references).some(({ file, name }) => moduleOf(file).values.get(name)?.isCode);

/** Returns whether a plain `npm test` runs this test. Files named `*.all.*` run only with `--all`. */
const isPlain = ({ file }: TestBlock): boolean => !file.includes('.all.');

/**
 * Returns whether a test proves the ID in its title. A plain `npm test` must run the test. An entry point must reach every value
 * of the product that the test uses: in its body, table, hooks and their helpers (reach.ts). The test must also act where the
 * product is used, or run such a value. Otherwise it covers a rule that nobody can use yet.
 */
const proves = (block: TestBlock, id: string): boolean => {
  if (!isPlain(block) || !mayQuote(block, id)) return false;
  const used = productValuesOf(block.file, block.references);
  return (
    (isProductTest(block) ? usesProduct(block) : runsProduct(block)) &&
    used.every(({ file, name }) => reachedIn(file).has(name))
  );
};

let quoted: Map<string, TestBlock[]> | undefined;

const readQuoted = (): Map<string, TestBlock[]> => {
  const found = new Map<string, TestBlock[]>();
  for (const block of listTestBlocks())
    for (const id of idsOf(block.title)) found.set(id, [...(found.get(id) ?? []), block]);
  return found;
};

/** Returns each quoted ID with the tests that quote it in their titles. */
export const listQuoted = (): Map<string, TestBlock[]> => {
  quoted ??= readQuoted();
  return quoted;
};

/** Parses rows `| ID | reason | …` of a document. Returns each ID with its reason. */
const listRows = (document: string): Map<string, string> =>
  new Map(
    [...readSource(document).matchAll(/^\| ([A-Z]{2,5}-\d{2,3}) \| ([^|]+) \|/gm)].map(([, id = '', reason = '']) => [
      id,
      reason.trim(),
    ]),
  );

/** Returns the IDs in docs/spec/untested.md, each with its reason. */
export const listExcused = (): Map<string, string> => listRows('docs/spec/untested.md');

/** Returns the IDs of which one part is proven and another is missing (docs/spec/in-part.md), each with the missing part. */
export const listInPart = (): Map<string, string> => listRows('docs/spec/in-part.md');

/** Returns whether a test proves a requirement that it quotes, or a part of it. */
export const isProvenInPart = (id: string): boolean => (listQuoted().get(id) ?? []).some((block) => proves(block, id));

/** Returns the tests that quote an ID in their titles. */
export const testsOf = (id: string): QuotingTest[] =>
  (listQuoted().get(id) ?? []).map((block) => {
    const { file, line, title } = block;
    return { file, line, title, proves: proves(block, id) };
  });

const readEach = (): RequirementTrace[] => {
  const inPart = listInPart();
  const excused = listExcused();
  return listRequirements().map((id) => {
    const tests = testsOf(id);
    const isProven = !inPart.has(id) && tests.some((test) => test.proves);
    const state = tests.length === 0 ? 'none' : isProven ? 'proven' : 'rule-only';
    return { id, state, reason: inPart.get(id) ?? excused.get(id) ?? null, tests };
  });
};

let each: RequirementTrace[] | undefined;

/** Returns every ID in the order of the requirements, with its state and its tests. Cached, because following values is slow. */
const traceEach = (): RequirementTrace[] => {
  each ??= readEach();
  return each;
};

const groupTraces = (): [group: string, RequirementTrace[]][] => [
  ...Map.groupBy(traceEach(), ({ id }) => id.split('-')[0] ?? ''),
];

const traceOf = (group: string, requirements: RequirementTrace[]): Trace => {
  const of = (wanted: ProofState): string[] => requirements.filter(({ state }) => state === wanted).map(({ id }) => id);
  return { group, proven: of('proven'), ruleOnly: of('rule-only'), none: of('none') };
};

/** Returns the same by group: proven, rule only, quoted by no test. */
export const traceRequirements = (): Trace[] =>
  groupTraces().map(([group, requirements]) => traceOf(group, requirements));

/** Returns the output of `npm run trace -- --json`: each group with the IDs in each state. With `--tests`, also each ID with its tests. */
export const traceReport = (withTests: boolean): (Trace & { requirements?: RequirementTrace[] })[] =>
  groupTraces().map(([group, requirements]) => ({
    ...traceOf(group, requirements),
    ...(withTests && { requirements }),
  }));
