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

export const atLeast = (name: string, ratio: number, bar: number, detail: string): BenchResult => ({
  name,
  ratio,
  bar,
  ok: ratio >= bar,
  detail,
});

export const atMost = (name: string, ratio: number, bar: number, detail: string): BenchResult => ({
  name,
  ratio,
  bar,
  ok: ratio <= bar,
  detail,
});

export const printed = (name: string, ratio: number, detail: string): BenchResult => ({
  name,
  ratio,
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
