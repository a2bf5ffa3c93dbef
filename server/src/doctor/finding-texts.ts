import type { Finding } from './diagnosis.ts';

type Words = readonly [about: string, text: string];

/** Creates a finding in both languages side by side, so that both are changed together. `next`: the advice on the desk. */
export const finding = (
  code: string,
  [about, text]: Words,
  [deskAbout, deskText]: Words,
  next: string | null = null,
): Finding => ({ code, about, text, desk: { about: deskAbout, text: deskText, next } });

/** "1 tienda", "3 tiendas". */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
