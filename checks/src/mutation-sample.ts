import { isTable, moduleOf, reachedIn } from './reach.ts';
import { isProduct, isTest } from './rooms.ts';
import { listSources, readSource } from './source-files.ts';

/** The changed part of one file, and the tests that should detect the change. */
export interface Drawn {
  file: string;
  /** Name of the changed value, which the product reaches. */
  value: string;
  /** Its lines in Stryker's form: `server/src/carts/carts.store.ts:12-20`. */
  range: string;
  /** Tests of the file's capability, relative to the project. */
  tests: string[];
}

/** Returns random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

const lineAt = (file: string, offset: number): number => readSource(file).slice(0, offset).split('\n').length;

/** Returns functions of a file that the product reaches. Changes of only texts or numbers are left to reviewers. */
const functionsIn = (file: string): string[] =>
  [...reachedIn(file)].filter((name) => moduleOf(file).values.get(name)?.isCode === true && !isTable(file, name));

/** Maximum number of successive lines of a function that are changed. Many functions show more than all lines of a few. */
const maxLines = 8;

const draw = (file: string, random: () => number): Drawn => {
  const names = functionsIn(file).sort();
  const value = names[Math.floor(random() * names.length)] ?? '';
  const { start = 0, end = 0 } = moduleOf(file).values.get(value) ?? {};
  const [first, last] = [lineAt(file, start), lineAt(file, end)];
  const from = first + Math.floor(random() * Math.max(1, last - first + 2 - maxLines));
  const tests = listSources().filter((other) => isTest(other) && folderOf(other) === folderOf(file));
  return { file, value, range: `${file}:${from}-${Math.min(last, from + maxLines - 1)}`, tests };
};

/**
 * Chooses files of the server's and the storefront's capabilities by the seed, with one function of each. Only files with tests
 * in their folder count.
 */
export const drawSample = (seed: number, count: number): Drawn[] => {
  const random = randomOf(seed);
  const tested = new Set(listSources().filter(isTest).map(folderOf));
  const files = listSources().filter(
    (file) =>
      /^(?:server\/src|storefront\/app)\/[^/]+\//.test(file) &&
      isProduct(file) &&
      tested.has(folderOf(file)) &&
      functionsIn(file).length > 0,
  );
  const drawn = [...files]
    .sort()
    .map((file) => ({ file, at: random() }))
    .sort((a, b) => a.at - b.at);
  return drawn.slice(0, count).map(({ file }) => draw(file, random));
};

/** Returns the lines of a room with reached values, in Stryker's form, relative to the room: `src/money/money.ts:12-20`. */
export const reachedRanges = (room: string): string[] =>
  listSources()
    .filter((file) => file.startsWith(`${room}/src/`) && isProduct(file))
    .flatMap((file) =>
      [...reachedIn(file)].flatMap((name) => {
        const value = moduleOf(file).values.get(name);
        // The entries of a table are inside the table's lines.
        if (value === undefined || isTable(file, name)) return [];
        return [`${file.slice(room.length + 1)}:${lineAt(file, value.start)}-${lineAt(file, value.end)}`];
      }),
    );
