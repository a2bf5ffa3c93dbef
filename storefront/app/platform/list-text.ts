/** "A, B y C". Without `Intl`, which is slow to load on a phone (record 0036). */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;
