import { measured } from './figures.ts';

/** One line of the table. Times are never judged, only ratios, bytes and counts: see docs/performance.md. */
export interface BenchResult {
  name: string;
  /** What was measured: a ratio, or a figure in the unit that `detail` names. */
  ratio: number;
  /** Null: printed, not judged. */
  bar: number | null;
  ok: boolean;
  detail: string;
}

/** @throws when the figure is none: NaN is neither above nor below a bar */
export const atLeast = (name: string, ratio: number, bar: number, detail: string): BenchResult => ({
  name,
  ratio: measured(name, ratio),
  bar,
  ok: ratio >= bar,
  detail,
});

export const atMost = (name: string, ratio: number, bar: number, detail: string): BenchResult => ({
  name,
  ratio: measured(name, ratio),
  bar,
  ok: ratio <= bar,
  detail,
});

export const printed = (name: string, ratio: number, detail: string): BenchResult => ({
  name,
  ratio: measured(name, ratio),
  bar: null,
  ok: true,
  detail,
});

const digitsFor = (value: number): number => {
  if (value >= 100) return 0;
  return value > 0 && value < 0.01 ? 4 : 2;
};

const short = (value: number): string => value.toFixed(digitsFor(value));

export const lineOf = ({ name, ratio, bar, ok, detail }: BenchResult): string => {
  const verdict = bar === null ? ' ' : ok ? '✓' : '✗';
  return `${verdict} ${name.padEnd(22)} ${short(ratio).padStart(9)} ${(bar === null ? '' : short(bar)).padStart(7)}  ${detail}`;
};

export const tableHead = `  ${'what'.padEnd(22)} ${'measured'.padStart(9)} ${'bar'.padStart(7)}  detail`;

/** Whether a bench may end well: it measured something, and nothing failed its bar. */
export const isGood = (results: readonly BenchResult[]): boolean => results.length > 0 && results.every(({ ok }) => ok);

/** A number given by hand. @throws when it is not a whole one within its range */
export const wholeNumber = (option: string, text: string, least: number, most: number): number => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new RangeError(`${option} wants a whole number from ${least} to ${most}`);
  return value;
};

/** Those of the parts whose name the regular expression matches. @throws when it matches none, or is no expression */
export const chosenParts = <Part>(
  parts: Readonly<Record<string, Part>>,
  only: string,
): [name: string, part: Part][] => {
  const wanted = new RegExp(only);
  const chosen = Object.entries(parts).filter(([name]) => wanted.test(name));
  if (chosen.length === 0) throw new RangeError(`--only ${only} matches none of: ${Object.keys(parts).join(', ')}`);
  return chosen;
};
