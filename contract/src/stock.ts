import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dateTime, sku } from './shapes.ts';

export const listStockOffers = endpoint({
  name: 'listStockOffers',
  slice: 'stock',
  method: 'GET',
  path: '/api/stock-offers',
  summary: 'Returns the stock offers (DEC-65, CAT-04)',
  auth: 'public',
  limit: 'read',
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          attributes: z.object({
            OfferType: z.enum(['By SKU', 'By Category ID']),
            OfferTypeValue: z.string(),
            Threshold: z.int(),
            StartDateTime: z.string(),
            EndDateTime: z.string(),
          }),
        }),
      ),
    }),
  },
  errors: [],
});

/** Maximum number of rows in a call (BULK-13). */
const maxFeedRows = 5_000;

const feedRow = z.strictObject({
  sku,
  storeCode: z.string().trim().min(1).max(20),
  /**
   * With `asOf`: the units at the place at that moment, with claimed units that have not left. Without `asOf`: the units that
   * arrived, or that left if negative.
   */
  units: z.int().min(-1_000_000).max(1_000_000),
  /**
   * Without `asOf`: the other system's key for the movement, which prevents a second record. With `asOf`, the key is
   * ignored.
   */
  reference: z.string().trim().min(1).max(100).optional(),
});

const feed = z
  .strictObject({
    /** The moment of the count. Later sales still count. The call is ignored if a later count was sent. */
    asOf: dateTime.optional(),
    rows: z.array(feedRow).min(1).max(maxFeedRows),
  })
  .check(({ value: { asOf, rows }, issues }) => {
    const wrong = rows.findIndex(({ units, reference }) =>
      asOf === undefined ? units === 0 || reference === undefined : units < 0,
    );
    if (wrong >= 0)
      issues.push({
        code: 'custom',
        input: rows,
        path: ['rows', wrong],
        message:
          asOf === undefined
            ? 'Sin asOf, cada fila lleva una diferencia y su referencia.'
            : 'Con asOf, cada fila lleva una cantidad desde cero.',
      });
  });
export type StockFeed = z.infer<typeof feed>;

/**
 * `applied`: the level changed. `equal`: nothing changed. `superseded`: a later count was sent. `oversold`: orders claim more
 * than was counted. `known`: the reference was recorded before. `short`: there are fewer units. `repeated`: an earlier row has
 * the same product and store.
 */
const feedOutcome = z.enum([
  'applied',
  'equal',
  'superseded',
  'oversold',
  'known',
  'short',
  'repeated',
  'unknownSku',
  'unknownStore',
]);
export type FeedOutcome = z.infer<typeof feedOutcome>;

export const feedStock = endpoint({
  name: 'feedStock',
  slice: 'stock',
  method: 'POST',
  path: '/v1/feed/stock',
  summary: 'Stores stock from another system: counts at a time, including claimed units, or movements (BULK-13)',
  auth: 'token',
  scope: 'stock:write',
  limit: 'feed',
  body: feed,
  // Enough for 5,000 rows with skus and references of usual length.
  bodyBytes: 1_024 * 1_024,
  answers: {
    200: z.object({
      status: z.int(),
      data: z.object({
        /** In the order of the received rows. `level`: the free units at that place afterwards. Null if unknown. */
        rows: z.array(z.object({ outcome: feedOutcome, level: z.int().nullable() })),
      }),
    }),
  },
  errors: ['UNAUTHORIZED', 'TOKEN_SCOPE'],
});
