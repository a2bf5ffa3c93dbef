/** `broken`: the shop must not open like this. `look`: it can, and somebody should know. */
export type Verdict = 'sound' | 'look' | 'broken';

/** One thing that was looked at. */
export interface Diagnosis {
  verdict: Verdict;
  /** What was looked at, in a word or two: the setting, or the part of the shop. */
  about: string;
  /** What was found and, unless all is well, what to do about it. No secrets. */
  text: string;
}

export const sound = (about: string, text: string): Diagnosis => ({ verdict: 'sound', about, text });

export const look = (about: string, text: string): Diagnosis => ({ verdict: 'look', about, text });

export const broken = (about: string, text: string): Diagnosis => ({ verdict: 'broken', about, text });
