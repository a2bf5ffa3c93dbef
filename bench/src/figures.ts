/**
 * The arithmetic of the bench and its table. An impossible figure is refused, because a wrong figure is worse than a
 * missing figure.
 */

/** @throws if `value` is not a finite number of zero or more */
export const measured = (what: string, value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new Error(`${what} is not a valid number: ${value}`);
  return value;
};

const sortedFigures = (values: readonly number[]): number[] => {
  if (values.length === 0) throw new Error('nothing was measured');
  return values.map((value) => measured('a value', value)).sort((a, b) => a - b);
};

/**
 * Returns the smallest value that a share of all values does not exceed (nearest rank). @param share above 0, at most 1: 0.99 is
 * the 99th percentile
 *
 * @throws without values, or if a value is not a figure
 */
export const percentile = (values: readonly number[], share: number): number => {
  if (!(share > 0 && share <= 1)) throw new RangeError(`a share is above 0 and at most 1, not ${share}`);
  const sorted = sortedFigures(values);
  // Subtracts a little, because 0.07 × 100 exceeds 7 in floating point.
  return measured('a percentile', sorted[Math.ceil(sorted.length * share - 1e-9) - 1]);
};

/** Returns the middle value, or the mean of the two middle values. @throws without values, or if a value is not a figure */
export const median = (values: readonly number[]): number => {
  const sorted = sortedFigures(values);
  const middle = (sorted.length - 1) / 2;
  const pair = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]].map((value) => measured('a median', value));
  return pair.reduce((sum, value) => sum + value, 0) / 2;
};

/** @throws if either value is not a figure, or the second is 0 */
export const ratio = (first: number, second: number): number => {
  if (measured('a divisor', second) === 0) throw new Error('nothing can be compared with 0');
  return measured('a dividend', first) / second;
};

/**
 * Returns the median of the ratios of first to second in the same turn.
 *
 * @throws if the two lists differ in length, or are empty
 */
export const medianRatio = (first: readonly number[], second: readonly number[]): number => {
  if (first.length !== second.length)
    throw new Error(`${first.length} values cannot be compared with ${second.length}`);
  return median(first.map((value, turn) => ratio(value, second[turn] ?? 0)));
};

/** Milliseconds of the same calls in a large and in a small shop. */
export interface Times {
  large: number[];
  small: number[];
}

/** Returns how much more a call costs in the large shop: the ratio of the medians. @throws like `medianRatio` */
export const growthOf = ({ large, small }: Times): number => {
  if (large.length !== small.length) throw new Error(`${large.length} calls cannot be compared with ${small.length}`);
  return ratio(median(large), median(small));
};

export const totalOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Returns "502 ×3, connection lost ×8". */
export const countsOf = (counts: ReadonlyMap<unknown, number>): string =>
  counts.size === 0 ? 'none' : [...counts].map(([name, count]) => `${name} ×${count}`).join(', ');

/** Returns "p50 1.2 ms, p99 3.4 ms". */
export const spreadOf = (milliseconds: readonly number[]): string =>
  `p50 ${percentile(milliseconds, 0.5).toFixed(1)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`;

/** One line of the table. Only ratios, bytes and counts have targets, never times. See docs/performance.md. */
export interface BenchResult {
  name: string;
  /** The measured ratio, or a figure in the unit that `detail` names. */
  ratio: number;
  /** Null for a figure without a target. */
  target: number | null;
  ok: boolean;
  detail: string;
}

const judged = (name: string, ratio: number, target: number | null, ok: boolean, detail: string): BenchResult => ({
  name,
  ratio: measured(name, ratio),
  target,
  ok,
  detail,
});

/** @throws for NaN, which is neither above nor below a target */
export const atLeast = (name: string, ratio: number, target: number, detail: string): BenchResult =>
  judged(name, ratio, target, ratio >= target, detail);

export const atMost = (name: string, ratio: number, target: number, detail: string): BenchResult =>
  judged(name, ratio, target, ratio <= target, detail);

export const printed = (name: string, ratio: number, detail: string): BenchResult =>
  judged(name, ratio, null, true, detail);

const digitsFor = (value: number): number => {
  if (value >= 100) return 0;
  return value > 0 && value < 0.01 ? 4 : 2;
};

const short = (value: number): string => value.toFixed(digitsFor(value));

export const lineOf = ({ name, ratio, target, ok, detail }: BenchResult): string => {
  const verdict = target === null ? ' ' : ok ? '✓' : '✗';
  return `${verdict} ${name.padEnd(22)} ${short(ratio).padStart(9)} ${(target === null ? '' : short(target)).padStart(7)}  ${detail}`;
};

const tableHead = `  ${'what'.padEnd(22)} ${'measured'.padStart(9)} ${'target'.padStart(7)}  detail`;

/** Returns whether a bench succeeded: it measured something and met every target. */
export const isGood = (results: readonly BenchResult[]): boolean => results.length > 0 && results.every(({ ok }) => ok);

/** Parses a number from the command line. @throws if the text is not a whole number in the range */
export const wholeNumber = (option: string, text: string, least: number, most: number): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new RangeError(`${option} must be a whole number from ${least} to ${most}`);
  return value;
};

/** Returns the parts whose names match the regular expression. @throws if no name matches, or the expression is invalid */
export const chosenParts = <Part>(
  parts: Readonly<Record<string, Part>>,
  only: string,
): [name: string, part: Part][] => {
  const pattern = new RegExp(only);
  const chosen = Object.entries(parts).filter(([name]) => pattern.test(name));
  if (chosen.length === 0) throw new RangeError(`--only ${only} matches none of: ${Object.keys(parts).join(', ')}`);
  return chosen;
};

export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Runs a command's work and sets its exit code. An error is printed with its cause. */
export const runCommand = (work: () => Promise<boolean>, stop: () => void): void => {
  work().then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: Error) => {
      stop();
      say(error.cause instanceof Error ? `${error.message}: ${error.cause.stack}` : (error.stack ?? error.message));
      process.exit(1);
    },
  );
};

/** Runs the parts one after the other and prints each line immediately. @throws with the part's name if a part fails */
export const playParts = async (
  parts: readonly (readonly [name: string, part: () => Promise<BenchResult[]>])[],
): Promise<BenchResult[]> => {
  const results: BenchResult[] = [];
  say(tableHead);
  for (const [name, part] of parts) {
    const found = await part().catch((error: Error) => {
      throw new Error(`bench ${name} failed`, { cause: error });
    });
    results.push(...found);
    for (const result of found) say(lineOf(result));
  }
  return results;
};
