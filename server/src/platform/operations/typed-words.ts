import { parseArgs } from 'node:util';

/** What an operator types behind an option of a command. */

/** How long each text may be that several commands take; the columns they are kept in hold no more. */
export const longestTyped = { by: 100, reason: 300, receipt: 60 } as const;

/** A number of units or a position, 1 to 9999; undefined where it is none. */
export const typedCount = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;

/** What may be printed, without the blanks around it, of at most so many characters; undefined where it is nothing like it. */
export function typedText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= most && !/\p{Cc}/u.test(text) ? text : undefined;
}

export interface TypedOptions<Text extends string, Flag extends string = never> {
  texts: Partial<Record<Text, string>>;
  flags: ReadonlySet<Flag>;
  /** Words that belong to no option. */
  others: string[];
}

/** Reads `--name text`, each at most so long (`typedText`), and `--flag`; undefined where an option is unknown, or nothing like that. */
export function typedOptions<Text extends string, Flag extends string = never>(
  words: readonly string[],
  longest: Readonly<Record<Text, number>>,
  flags: readonly Flag[] = [],
): TypedOptions<Text, Flag> | undefined {
  const names = Object.keys(longest) as Text[];
  const kinds = [...names.map((name) => [name, 'string'] as const), ...flags.map((name) => [name, 'boolean'] as const)];
  const options = Object.fromEntries(kinds.map(([name, type]) => [name, { type }]));
  const parsed = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const values: Record<string, string | boolean | undefined> = { ...parsed.values };
  const texts: Partial<Record<Text, string>> = {};
  for (const name of names) {
    const text = typedText(values[name], longest[name]);
    if (values[name] !== undefined && text === undefined) return undefined;
    if (text !== undefined) texts[name] = text;
  }
  const set = new Set(flags.filter((name) => values[name] === true));
  const isKnown = Object.keys(values).length === Object.keys(texts).length + set.size;
  return isKnown ? { texts, flags: set, others: parsed.positionals } : undefined;
}
