/** "A, B y C". By hand: the browser's own `Intl` is expensive to load on a phone (record 0036). */
export const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;
