/** What an operator types behind an option of a command. */

/** A number of units or a position, 1 to 9999; undefined where it is none. */
export const typedCount = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;

/** What may be printed, without the blanks around it, of at most so many characters; undefined where it is nothing like it. */
export function typedText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= most && !/\p{Cc}/u.test(text) ? text : undefined;
}
