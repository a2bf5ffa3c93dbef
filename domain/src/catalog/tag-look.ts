import type { Tag } from './tags.ts';

/**
 * The name of a tag's look in the style sheet: its two colours, '05483b-d6f0e6'. The colours are '#' and six digits. This function is not in
 * `tags.ts`, so that pages do not load the table of tags.
 */
export const tagLookOf = ({ textColor, backgroundColor }: Pick<Tag, 'textColor' | 'backgroundColor'>): string =>
  `${textColor.slice(1)}-${backgroundColor.slice(1)}`;
