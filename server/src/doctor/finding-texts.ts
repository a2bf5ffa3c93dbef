import type { Finding } from './diagnosis.ts';

type Words = readonly [about: string, text: string];

/** A finding in both languages, one beside the other: who changes one sees the other. `next`: what the desk says is to be done. */
export const told = (
  code: string,
  [about, text]: Words,
  [deskAbout, deskText]: Words,
  next: string | null = null,
): Finding => ({ code, about, text, desk: { about: deskAbout, text: deskText, next } });

/** "1 tienda", "3 tiendas". */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
