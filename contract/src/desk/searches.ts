import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { commaList, enveloped } from '../shapes.ts';

const reading = {
  slice: 'search',
  auth: 'staff',
  method: 'GET',
  permission: 'content.edit',
  touches: 'shop',
  limit: 'staffRead',
} as const;

const counted = z.object({
  words: z.string(),
  searches: z.int(),
  /** Number of these searches without a result. */
  withoutResult: z.int(),
});

/**
 * The most frequent searches of some days, and the searches without a result (STAT-09). They contain no personal data.
 */
export const listSearches = endpoint({
  ...reading,
  name: 'listSearches',
  path: '/v1/admin/searches',
  summary: 'Lists the most frequent searches since a day, and the searches without a result, at most 50 each',
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(400).optional() }),
  answers: {
    200: enveloped(z.object({ since: z.string(), most: z.array(counted), withoutResult: z.array(counted) })),
  },
  errors: [],
});

const shortText = z.string().trim().max(400);
const skus = commaList.refine((all) => all.length <= 5, { error: 'Hasta cinco productos.' });

/** Products of a trial, and how the search understood the words. */
const tried = z.object({
  total: z.int(),
  products: z.array(z.object({ sku: z.string(), title: z.string() })),
  /** The words that were searched instead, or the only words with results. */
  understood: z.string().optional(),
  nearestCategory: z.string().optional(),
});

/** Searches as if words and products were already stored, but stores nothing (PROD-17). */
export const trySearch = endpoint({
  ...reading,
  name: 'trySearch',
  path: '/v1/admin/searches/trial',
  summary:
    'Shows the results of a search now, and its results with synonyms, words and products that are not saved yet',
  query: z.strictObject({
    q: z.string().trim().min(1).max(100),
    words: shortText.optional(),
    meant: shortText.optional(),
    absent: shortText.optional(),
    ignored: shortText.optional(),
    pinned: skus.optional(),
    hidden: skus.optional(),
  }),
  answers: { 200: enveloped(z.object({ now: tried, changed: tried })) },
  errors: ['VALIDATION_ERROR'],
});
