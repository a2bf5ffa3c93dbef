/** The arithmetic of the bench. A figure that cannot be right is refused: a wrong one is worse than none. */

/** @throws when `value` is no finite number of zero or more */
export const measured = (what: string, value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new Error(`${what} is no figure: ${value}`);
  return value;
};

const sortedFigures = (values: readonly number[]): number[] => {
  if (values.length === 0) throw new Error('nothing was measured');
  return values.map((value) => measured('a value', value)).sort((a, b) => a - b);
};

/**
 * The smallest value that a share of all values does not exceed (nearest rank).
 *
 * @param share above 0, at most 1: 0.99 is the 99th percentile
 * @throws when there are no values, or one is no figure
 */
export const percentile = (values: readonly number[], share: number): number => {
  if (!(share > 0 && share <= 1)) throw new RangeError(`a share is above 0 and at most 1, not ${share}`);
  const sorted = sortedFigures(values);
  // A hair less, as 0.07 × 100 is more than 7.
  return measured('a percentile', sorted[Math.ceil(sorted.length * share - 1e-9) - 1]);
};

/** The middle value, or the mean of the two in the middle. @throws when there are no values, or one is no figure */
export const median = (values: readonly number[]): number => {
  const sorted = sortedFigures(values);
  const middle = (sorted.length - 1) / 2;
  const pair = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]].map((value) => measured('a median', value));
  return pair.reduce((sum, value) => sum + value, 0) / 2;
};

/** @throws when it cannot be told: either is no figure, or the second is 0 */
export const ratio = (first: number, second: number): number => {
  if (measured('a divisor', second) === 0) throw new Error('nothing can be compared with 0');
  return measured('a dividend', first) / second;
};

/**
 * Median over the turns of how the first relates to the second in the same turn.
 *
 * @throws when there are not as many of one as of the other, or none
 */
export const medianRatio = (first: readonly number[], second: readonly number[]): number => {
  if (first.length !== second.length) throw new Error(`${first.length} turns beside ${second.length}`);
  return median(first.map((value, turn) => ratio(value, second[turn] ?? 0)));
};

/** Milliseconds of the same calls to a large and a small shop. */
export interface Times {
  large: number[];
  small: number[];
}

/** How much more a call costs in the large shop: the ratio of the medians. @throws as `medianRatio` */
export const growthOf = ({ large, small }: Times): number => {
  if (large.length !== small.length) throw new Error(`${large.length} calls beside ${small.length}`);
  return ratio(median(large), median(small));
};

/** "p50 1.2 ms, p99 3.4 ms" */
export const spreadOf = (milliseconds: readonly number[]): string =>
  `p50 ${percentile(milliseconds, 0.5).toFixed(1)} ms, p99 ${percentile(milliseconds, 0.99).toFixed(1)} ms`;
