import { otherBrands } from '@ceiba/contract/desk/entities/other-brands';
import { tableOf } from '../platform/entities/entity-table.ts';

/**
 * Brands that the shop does not sell. On any change of a row, triggers store its word as searches read it, add the word to the
 * vocabulary, and invalidate cached searches.
 */
export const otherBrandTable = tableOf(otherBrands, {
  table: 'search_other_brands',
  key: { column: 'word', type: 'text' },
  columns: { word: 'word', shown: 'shown', instead: 'instead' },
  constraints: [
    { field: 'word', constraint: 'search_other_brands_pkey', text: 'Esa palabra ya es de una marca ajena.' },
  ],
  search: `t.word || ' ' || t.shown`,
});
