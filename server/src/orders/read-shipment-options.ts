import { readQuetzales, zero } from '@ceiba/domain/money/money';
import type { CashAtDoor } from '@ceiba/domain/orders/shipment-deed';
import { longestTyped, typedOptions } from '../platform/typed-words.ts';

const longest: Record<string, number> = {
  by: longestTyped.by,
  reason: longestTyped.reason,
  difference: longestTyped.reason,
  courier: 60,
  tracking: 60,
  amount: 20,
  number: 4,
};

/** Options with a text each, and flags, of those that a command knows; undefined where the words are anything else. */
export function readOptions(
  words: readonly string[],
  { texts, flags = [] }: { texts: readonly string[]; flags?: readonly string[] },
): Partial<Record<string, string>> | undefined {
  const known = Object.fromEntries(texts.map((name) => [name, longest[name] ?? 0]));
  const typed = typedOptions(words, known, flags);
  if (typed?.others.length !== 0) return undefined;
  return { ...typed.texts, ...Object.fromEntries([...typed.flags].map((name) => [name, name])) };
}

/** `[--amount Q1,234.50 [--difference <reason>]]`; undefined where it is nothing like it. */
export function readCashAtDoor(words: readonly string[]): CashAtDoor | undefined {
  const options = readOptions(words, { texts: cashOptions });
  return options && cashOf(options);
}

export const cashOptions: readonly string[] = ['amount', 'difference'];

export function cashOf({ amount, difference }: Partial<Record<string, string>>): CashAtDoor | undefined {
  if (amount === undefined) return difference === undefined ? { amount: null, difference: null } : undefined;
  const read = readQuetzales(amount);
  return read.ok && read.value >= zero ? { amount: read.value, difference: difference ?? null } : undefined;
}
