/** `broken`: the shop must not open like this. `look`: it can, and somebody should know. */
export type Verdict = 'sound' | 'look' | 'broken';

/** What was found of one thing, in the words of the command and in those of the desk; made by `finding-texts.ts` alone. */
export interface Finding {
  /** What is found, by the name of its texts: the same as long as the same is so. */
  code: string;
  /** What was looked at, in a word or two: the setting, or the part of the shop. */
  about: string;
  /** What was found and, unless all is well, what to do about it. No secrets. */
  text: string;
  /** The same for people of the desk, in Spanish; `next`: what to do, null where nothing is to do. */
  desk: { about: string; text: string; next: string | null };
}

/** One thing that was looked at. */
export interface Diagnosis extends Finding {
  verdict: Verdict;
}

export const sound = (finding: Finding): Diagnosis => ({ verdict: 'sound', ...finding });

export const look = (finding: Finding): Diagnosis => ({ verdict: 'look', ...finding });

export const broken = (finding: Finding): Diagnosis => ({ verdict: 'broken', ...finding });
