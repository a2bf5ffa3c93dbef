import type { DeskIconName } from '@ceiba/ui/desk-icon';

/** Something of the shop that a word was found in. */
export interface SearchHit {
  kind: string;
  id: string;
  title: string;
  text: string;
  href: string;
  icon: DeskIconName;
}

/** What the desk finds by some words, by its kinds. */
export const useSearch = (
  _words: string,
): { groups: readonly { label: string; hits: SearchHit[] }[]; isPending: boolean; isFailed: boolean } => ({
  groups: [],
  isPending: false,
  isFailed: false,
});
