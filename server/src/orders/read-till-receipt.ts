import { type Centavos, readQuetzales } from '@ceiba/domain/money/money';
import { longestTyped, typedOptions } from '../platform/typed-words.ts';
import type { TillReceipt } from './till-receipts.store.ts';

const { receipt: receiptLength, by: byLength } = longestTyped;

/** `[--receipt <reference> [--by <name>]]`; null where there is none, undefined where it is nothing like it. */
export function readTillReceipt(words: readonly string[]): TillReceipt | null | undefined {
  if (words.length === 0) return null;
  const typed = typedOptions(words, { receipt: receiptLength, by: byLength });
  const { receipt, by = null } = typed?.texts ?? {};
  return typed?.others.length !== 0 || receipt === undefined ? undefined : { receipt, clerk: by };
}

/** What a till gave out, and on which paper; `amount` null: it was not said. */
export interface GivenOut {
  amount: Centavos | null;
  receipt: string;
  by: string;
}

/** `[--amount <Q…>] --receipt <reference> --by <name>`; undefined where it is nothing like it. */
export function readGivenOut(words: readonly string[]): GivenOut | undefined {
  const typed = typedOptions(words, { amount: 20, receipt: receiptLength, by: byLength });
  const { amount, receipt, by } = typed?.texts ?? {};
  if (typed?.others.length !== 0 || receipt === undefined || by === undefined) return undefined;
  if (amount === undefined) return { amount: null, receipt, by };
  const read = readQuetzales(amount);
  return read.ok && read.value > 0 ? { amount: read.value, receipt, by } : undefined;
}
