import { longestTyped, typedCount, typedOptions } from '../platform/typed-words.ts';

/** What a part of an order is canceled with. */
export interface TypedUnits {
  line: number;
  /** Null: all of the line. */
  units: number | null;
  by: string;
  reason: string;
}

/** What the whole of an order is canceled with. */
export type TypedCancellation = Partial<Pick<TypedUnits, 'by' | 'reason'>>;

const { by: byLength, reason: reasonLength } = longestTyped;

/** `--line N [--units K] --by <name> --reason <text>`, or `[--by <name>] [--reason <text>]`; undefined where it is neither. */
export function readCancellation(words: readonly string[]): TypedUnits | TypedCancellation | undefined {
  const typed = typedOptions(words, { line: 4, units: 4, by: byLength, reason: reasonLength });
  if (typed?.others.length !== 0) return undefined;
  const { line, units, ...said } = typed.texts;
  if (line === undefined) return units === undefined ? said : undefined;
  const [position, count] = [typedCount(line), typedCount(units)];
  const { by, reason } = said;
  if (position === undefined || by === undefined || reason === undefined) return undefined;
  if (units !== undefined && count === undefined) return undefined;
  return { line: position, units: count ?? null, by, reason };
}
