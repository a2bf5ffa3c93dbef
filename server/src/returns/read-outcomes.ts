import { parseArgs } from 'node:util';
import { outcomeReasonMaxLength, type ReturnOutcome } from '@ceiba/domain/returns/return-outcome';
import { typedCount, typedText } from '../platform/typed-words.ts';

const options = {
  restock: { type: 'string' },
  store: { type: 'string' },
  scrap: { type: 'string' },
  'to-supplier': { type: 'string' },
  reject: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
} as const;

/** What is typed to decide what becomes of a return. */
export interface TypedOutcomes {
  outcomes: ReturnOutcome[];
  by: string;
}

/**
 * `--restock N --store <code>`, `--scrap N`, `--to-supplier N`, `--reject N`, at least one of them, with `--by <name>` and a `--reason <text>`,
 * which only a rejection needs; undefined where it is nothing like it.
 */
export function readOutcomes(words: readonly string[]): TypedOutcomes | undefined {
  const { values, positionals } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(options, name));
  const [by, reason, store] = [
    typedText(values.by, 100),
    typedText(values.reason, outcomeReasonMaxLength),
    typedText(values.store, 60),
  ];
  const fates = [
    { fate: 'restock' as const, typed: values.restock, storeCode: store ?? null },
    { fate: 'scrap' as const, typed: values.scrap, storeCode: null },
    { fate: 'toSupplier' as const, typed: values['to-supplier'], storeCode: null },
    { fate: 'reject' as const, typed: values.reject, storeCode: null },
  ];
  const outcomes = fates.flatMap(({ fate, typed, storeCode }) =>
    typed === undefined ? [] : [{ fate, quantity: typedCount(typed) ?? 0, storeCode, reason: reason ?? null }],
  );
  const isWhole =
    (values.restock === undefined) === (store === undefined) &&
    (values.reject === undefined || reason !== undefined) &&
    (values.reason === undefined || reason !== undefined) &&
    outcomes.every(({ quantity }) => quantity > 0);
  if (!isKnown || positionals.length > 0 || by === undefined || outcomes.length === 0 || !isWhole) return undefined;
  return { outcomes, by };
}
