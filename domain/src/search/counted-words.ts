/** Longer ones are no search somebody else would repeat. */
const longest = 60;

/** An address, a telephone, a NIT or DPI, a card: what names a person is not counted. */
const isPersonal = (words: string): boolean =>
  words.includes('@') || words.replace(/[^\p{L}\p{N}]/gu, '').search(/\d{7}/) >= 0;

/** What a search counts as among the searches of the shop; null when it is not counted at all. */
export function countedWords(typed: string): string | null {
  const words = typed
    // Control characters and those that turn text around: operators read the words in a terminal.
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
  return words === '' || words.length > longest || isPersonal(words) ? null : words;
}
