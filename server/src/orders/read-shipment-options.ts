import { parseArgs } from 'node:util';
import { fromQuetzales, zero } from '@ceiba/domain/money/money';
import type { CashAtDoor } from '@ceiba/domain/orders/shipment-deed';

const longest: Record<string, number> = {
  by: 100,
  reason: 300,
  difference: 300,
  courier: 60,
  tracking: 60,
  amount: 20,
};

/** What may be printed, without spaces around it. */
const isText = (text: string, most: number): boolean => text !== '' && text.length <= most && !/\p{Cc}/u.test(text);

/** Options with a text each, and flags, of those that a command knows; undefined where the words are anything else. */
export function readOptions(
  words: readonly string[],
  { texts, flags = [] }: { texts: readonly string[]; flags?: readonly string[] },
): Record<string, string> | undefined {
  const kinds = [...texts.map((name) => [name, 'string'] as const), ...flags.map((name) => [name, 'boolean'] as const)];
  const options = Object.fromEntries(kinds.map(([name, type]) => [name, { type }]));
  const parsed = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed.values)) {
    const text = typeof value === 'string' ? value.trim() : value === true && flags.includes(name) ? 'yes' : '';
    if (!Object.hasOwn(options, name) || !isText(text, longest[name] ?? 3)) return undefined;
    read[name] = text;
  }
  return parsed.positionals.length === 0 ? read : undefined;
}

/** `[--amount Q1,234.50 [--difference <reason>]]`; undefined where it is nothing like it. */
export function readCashAtDoor(words: readonly string[]): CashAtDoor | undefined {
  const options = readOptions(words, { texts: cashOptions });
  return options && cashOf(options);
}

export const cashOptions: readonly string[] = ['amount', 'difference'];

export function cashOf({ amount, difference }: Record<string, string>): CashAtDoor | undefined {
  if (amount === undefined) return difference === undefined ? { amount: null, difference: null } : undefined;
  const read = fromQuetzales(amount.replace(/^Q/i, '').replaceAll(',', ''));
  return read.ok && read.value >= zero ? { amount: read.value, difference: difference ?? null } : undefined;
}
