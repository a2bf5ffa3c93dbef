/** `broken`: the shop must not open in this state. `look`: it can open, but a person should know. */
export type Verdict = 'sound' | 'look' | 'broken';

/** A result about one subject, worded for the command and for the desk. Only `finding-texts.ts` creates it. */
export interface Finding {
  /** The name of the finding's texts. It is stable while the result stays the same. */
  code: string;
  /** The checked setting or part of the shop, in a word or two. */
  about: string;
  /** The result, and what to do if there is a problem. Contains no secrets. */
  text: string;
  /** The finding in Spanish for the desk. `next`: the next step for a person. Null if there is nothing to do. */
  desk: { about: string; text: string; next: string | null };
}

/** The result of one check. */
export interface Diagnosis extends Finding {
  verdict: Verdict;
}

export const sound = (finding: Finding): Diagnosis => ({ verdict: 'sound', ...finding });

export const look = (finding: Finding): Diagnosis => ({ verdict: 'look', ...finding });

export const broken = (finding: Finding): Diagnosis => ({ verdict: 'broken', ...finding });
