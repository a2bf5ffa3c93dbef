import type { Tag } from './tags.ts';

/**
 * Returns the name of a tag's colours in the style sheet: '05483b-d6f0e6'. A colour is '#' and six digits. The function
 * is in a separate file, so that pages do not load the table of `tags.ts`.
 */
export const tagLookOf = ({ textColor, backgroundColor }: Pick<Tag, 'textColor' | 'backgroundColor'>): string =>
  `${textColor.slice(1)}-${backgroundColor.slice(1)}`;
