/** Maximum length of a counted search, in characters. A longer search is unlikely to be repeated. */
const longest = 60;

/** Returns whether a search may identify a person: it has an e-mail, a phone, a NIT, a DPI or a card. Such searches are not counted. */
const isPersonal = (words: string): boolean =>
  words.includes('@') || words.replace(/[^\p{L}\p{N}]/gu, '').search(/\d{7}/) >= 0;

/** Returns the form in which a search is counted. Null if the search is not counted. */
export function countedWords(typed: string): string | null {
  const words = typed
    // Removes control characters and characters that change the text direction, because operators read the words in a
    // terminal.
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
  return words === '' || words.length > longest || isPersonal(words) ? null : words;
}
