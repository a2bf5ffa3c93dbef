import { parseArgs } from 'node:util';
import type { TillReceipt } from './till-receipts.store.ts';

const options = { receipt: { type: 'string' }, by: { type: 'string' } } as const;

const longest = { receipt: 60, clerk: 100 };

/** What may be printed, without spaces around it. */
const isWord = (text: string, most: number): boolean => text !== '' && text.length <= most && !/\p{Cc}/u.test(text);

/** `[--receipt <reference> [--by <name>]]`; null where there is none, undefined where it is nothing like it. */
export function readTillReceipt(words: readonly string[]): TillReceipt | null | undefined {
  if (words.length === 0) return null;
  const { values, positionals } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const [receipt, clerk] = [textOf(values.receipt), textOf(values.by)];
  const isKnown = Object.keys(values).every((name) => Object.hasOwn(options, name));
  if (!isKnown || positionals.length > 0 || receipt === undefined) return undefined;
  if (!isWord(receipt, longest.receipt)) return undefined;
  if (values.by === undefined) return { receipt, clerk: null };
  return clerk !== undefined && isWord(clerk, longest.clerk) ? { receipt, clerk } : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined);
