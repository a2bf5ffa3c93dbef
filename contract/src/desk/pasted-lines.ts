import { typedMoney } from './fields.ts';

/** A pasted line: a sku with an amount, or a text that is not one. */
type PastedLine = { sku: string; price: string } | { wrong: string };

const isAmount = (text: string): boolean => /^\d+(?:\.\d{1,2})?$/.test(typedMoney(text));

/**
 * Parses lines of a sku and a price, as a spreadsheet or a list has them: `SKU-1<tab>Q1,234.50`, `SKU-1; 1234.5`, `SKU-1 Q 99`. Empty lines are left out,
 * and so is a first line without an amount, which is a heading.
 */
export function readPastedPrices(text: string): PastedLine[] {
  const lines = text.split('\n').map((line) => line.trim());
  const read = lines.filter((line) => line !== '').map(pastedLine);
  const [first] = read;
  return first !== undefined && 'wrong' in first && read.length > 1 ? read.slice(1) : read;
}

function pastedLine(line: string): PastedLine {
  const [sku, price] = skuAndPrice(line);
  return sku !== '' && isAmount(price) ? { sku, price: typedMoney(price) } : { wrong: line };
}

/** Splits a line at its first tab or semicolon. A line without one is split at its last space, or before `Q 99`. */
function skuAndPrice(line: string): [string, string] {
  const at = line.search(/[\t;]/);
  if (at !== -1) return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  const words = line.split(/\s+/);
  const from = words.length > 2 && /^Q\.?$/i.test(words.at(-2) ?? '') ? -2 : -1;
  return [words.slice(0, from).join(' '), words.slice(from).join(' ')];
}
