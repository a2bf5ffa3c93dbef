import { parseArgs } from 'node:util';
import { typedCount, typedText } from '../platform/typed-words.ts';

const options = {
  line: { type: 'string' },
  units: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** What a part of an order is canceled with. */
export interface TypedUnits {
  line: number;
  /** Null: all of the line. */
  units: number | null;
  by: string;
  reason: string;
}

/** `--line N [--units K] --by <name> --reason <text>`; undefined where it is nothing like it. */
export function readCanceledUnits(words: readonly string[]): TypedUnits | undefined {
  const { values, positionals } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(options, name));
  const [line, units] = [typedCount(values.line), typedCount(values.units)];
  const [by, reason] = [typedText(values.by, 100), typedText(values.reason, 300)];
  if (!isKnown || positionals.length > 0 || line === undefined || by === undefined || reason === undefined)
    return undefined;
  if (values.units !== undefined && units === undefined) return undefined;
  return { line, units: units ?? null, by, reason };
}
