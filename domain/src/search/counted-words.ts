/** Nobody would repeat a longer search. */
const longest = 60;

/** An e-mail, a phone, a NIT, a DPI or a card: searches that identify a person are not counted. */
const isPersonal = (words: string): boolean =>
  words.includes('@') || words.replace(/[^\p{L}\p{N}]/gu, '').search(/\d{7}/) >= 0;

/** The form in which a search is counted; null if it is not counted at all. */
export function countedWords(typed: string): string | null {
  const words = typed
    // Control characters, and characters that change text direction: operators read the words in a terminal.
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
  return words === '' || words.length > longest || isPersonal(words) ? null : words;
}
