import { moduleOf, namesUsedBy, productValuesOf, reachedIn } from './reach.ts';
import { readSource } from './source-files.ts';
import { idsOf, listTestBlocks, type TestBlock } from './test-titles.ts';

/**
 * How far one ID is proven: `proven` by a test that meets it; `rule-only` when what quotes it is a rule that the product
 * does not reach, or when a part of it is missing (docs/spec/in-part.md); `none` when no test quotes it.
 */
export type ProofState = 'proven' | 'rule-only' | 'none';

/** A test whose title quotes an ID, and whether it is one of those that prove it. */
interface QuotingTest {
  file: string;
  line: number;
  title: string;
  proves: boolean;
}

/** One ID of the specification with its state and the tests that quote it. */
export interface RequirementTrace {
  id: string;
  state: ProofState;
  /** Why no test can prove it (docs/spec/untested.md), or which part nobody meets yet (docs/spec/in-part.md). */
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

/** IDs that a document of the specification asks for, in their order: `- **CART-21** …` and table rows. */
const idsIn = (document: string): string[] => [
  ...new Set([...readSource(document).matchAll(/^(?:- |\| )\*\*([A-Z]{2,5}-\d{2,3})\*\*/gm)].map(([, id]) => id ?? '')),
];

/** IDs of docs/spec/desk.md: tests may quote all of them, those of `docs/spec/desk-ids.txt` are built. */
export const listDesk = (): string[] => idsIn('docs/spec/desk.md');

/** IDs of docs/spec/shopper.md: tests may quote all of them, those of `docs/spec/shopper-ids.txt` are built. */
export const listShopper = (): string[] => idsIn('docs/spec/shopper.md');

const listLines = (document: string): string[] =>
  readSource(document)
    .split('\n')
    .filter((line) => line !== '');

/** IDs that the trace holds the product to: those of docs/spec/requirements.md, and of desk and shopper those that are built. */
export const listRequirements = (): string[] => [
  ...idsIn('docs/spec/requirements.md'),
  ...listLines('docs/spec/desk-ids.txt'),
  ...listLines('docs/spec/shopper-ids.txt'),
];

/** Tests about the code itself and the tools: whoever uses the shop never meets what they look at. */
const isAboutTools = ({ file }: TestBlock): boolean => /^(?:checks|bench)\//.test(file);

/** What the documents ask of the built-in bank and tax registry themselves; the shop has its own tests for the rest. */
const askedOfSandbox = new Set(['DEC-107', 'DEC-109', 'DEC-165']);

/** Whether a test can prove this ID at all: the shop may not use what the sandbox bank can do. */
export const mayQuote = (block: TestBlock, id: string): boolean =>
  !isAboutTools(block) && (!block.file.startsWith('sandbox-bank/') || askedOfSandbox.has(id));

const isBrowserTest = ({ file }: TestBlock): boolean => file.startsWith('e2e/');

/** A page in jsdom, with all of its own code: the API alone is a test's, held to the contract. */
const isScreenTest = ({ file }: TestBlock): boolean => file.endsWith('.screen.test.tsx');

/** A file of tests at the place where somebody meets the product: an HTTP call on a real database, a page, a mail, a command. */
export const standsAtThePlace = (block: TestBlock): boolean =>
  isBrowserTest(block) || isScreenTest(block) || block.file.endsWith('.api.test.ts');

/** What a test in the browser is given of the place, and what opens or starts one of the server. */
const browserPlaces = ['page', 'request', 'api', 'shopper', 'checkout', 'browser', 'context'];
const serverPlaces = /^(?:open\w+|start\w+|clone\w+|build\w*App|spawn|execFile|fork|fetch)$/;

/** The ways to a screen in jsdom: by an address of the shop's or the desk's routes, so that no part is shown which no page has. */
const opensScreen = ['renderScreen', 'openDesk'];

/** Whether a test does something at the place where it stands, and asks something of what it finds there. */
export const asksAtThePlace = (block: TestBlock): boolean => {
  const names = namesUsedBy(block.file, block.own);
  const around = namesUsedBy(block.file, block.references);
  const isUsed = (): boolean => {
    if (isBrowserTest(block)) return browserPlaces.some((place) => block.params.includes(place) || names.has(place));
    if (isScreenTest(block)) return opensScreen.some((name) => around.has(name));
    return [...around].some((name) => serverPlaces.test(name));
  };
  return isUsed() && names.has('expect');
};

/** Whether a test uses code of the product, not only texts and numbers that it repeats. */
export const runsProduct = (block: TestBlock): boolean =>
  productValuesOf(block.file, block.references).some(({ file, name }) => moduleOf(file).values.get(name)?.isCode);

/**
 * Whether a test proves what its title quotes: every value of the product that it uses (in its body, its table, its
 * hooks, and the helpers these call) is reached from an entry point of the product (reach.ts), and it stands at the
 * place where somebody meets the product, or runs such a value. Else it shows a rule that nobody can use yet.
 */
const proves = (block: TestBlock, id: string): boolean => {
  if (!mayQuote(block, id)) return false;
  const used = productValuesOf(block.file, block.references);
  return (
    (standsAtThePlace(block) ? asksAtThePlace(block) : runsProduct(block)) &&
    used.every(({ file, name }) => reachedIn(file).has(name))
  );
};

/** Each quoted ID with the tests whose titles quote it. */
export const listQuoted = (): Map<string, TestBlock[]> => {
  const quoted = new Map<string, TestBlock[]>();
  for (const block of listTestBlocks())
    for (const id of idsOf(block.title)) quoted.set(id, [...(quoted.get(id) ?? []), block]);
  return quoted;
};

/** Rows `| ID | reason | …` of a document, each ID with its reason. */
const listRows = (document: string): Map<string, string> =>
  new Map(
    [...readSource(document).matchAll(/^\| ([A-Z]{2,5}-\d{2,3}) \| ([^|]+) \|/gm)].map(([, id = '', reason = '']) => [
      id,
      reason.trim(),
    ]),
  );

/** IDs that docs/spec/untested.md excuses, each with its reason. */
export const listExcused = (): Map<string, string> => listRows('docs/spec/untested.md');

/** IDs of which a part is proven and a part nobody can meet yet (docs/spec/in-part.md), each with that part. */
export const listInPart = (): Map<string, string> => listRows('docs/spec/in-part.md');

/** Whether some test proves what it quotes of a requirement, though it may be a part of it. */
export const isProvenInPart = (id: string): boolean => (listQuoted().get(id) ?? []).some((block) => proves(block, id));

const readEach = (): RequirementTrace[] => {
  const quoted = listQuoted();
  const inPart = listInPart();
  const excused = listExcused();
  return listRequirements().map((id) => {
    const tests = (quoted.get(id) ?? []).map((block) => {
      const { file, line, title } = block;
      return { file, line, title, proves: proves(block, id) };
    });
    const isProven = !inPart.has(id) && tests.some((test) => test.proves);
    const state = tests.length === 0 ? 'none' : isProven ? 'proven' : 'rule-only';
    return { id, state, reason: inPart.get(id) ?? excused.get(id) ?? null, tests };
  });
};

let each: RequirementTrace[] | undefined;

/** Every ID in the order of the requirements, with its state and what quotes it; read once, following values is slow. */
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

/** The same by group: proven, rule only, quoted by no test. */
export const traceRequirements = (): Trace[] =>
  groupTraces().map(([group, requirements]) => traceOf(group, requirements));

/**
 * What `npm run trace -- --json` answers: each group with the IDs in each state; with `--tests` also each of its IDs with
 * what quotes it.
 */
export const traceReport = (withTests: boolean): (Trace & { requirements?: RequirementTrace[] })[] =>
  groupTraces().map(([group, requirements]) => ({
    ...traceOf(group, requirements),
    ...(withTests && { requirements }),
  }));
