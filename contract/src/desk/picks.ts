import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, dateTime, enveloped, sku } from '../shapes.ts';
import { scanId } from './changes.ts';
import { shelfFields } from './shipment-fields.ts';
import { changing, comesFrom, courierName, parcelCount, read, shipmentState } from './shipments.ts';

/** A row of a wave (WORK-06): one product, in the order of the shelves. */
export const pickRow = z.object({
  sku: z.string(),
  title: z.string(),
  picture: z.string(),
  /** Null if the shelf is unknown. */
  shelf: z.string().nullable(),
  /** All codes that a scan of the product may read. */
  codes: z.array(z.string()),
  needsSerial: z.boolean(),
  quantity: z.int(),
  picked: z.int(),
  missing: z.int(),
  shipments: z.array(
    z.object({
      id: z.string(),
      line: z.int(),
      quantity: z.int(),
      picked: z.int(),
      missing: z.int(),
      version: z.int(),
      /** True if the order is held. The shipment is then not picked (WORK-24). */
      isHeld: z.boolean(),
      comesFrom,
    }),
  ),
});

const pick = z.object({
  id: z.string(),
  storeCode: z.string(),
  storeName: z.string(),
  createdAt: dateTime,
  staffName: z.string(),
  units: z.int(),
  picked: z.int(),
  rows: z.array(pickRow),
  shipments: z.array(
    z.object({
      id: z.string(),
      state: shipmentState,
      version: z.int(),
      cashToCollect: amount,
      isHeld: z.boolean(),
      isPickup: z.boolean(),
      parcels: z.int(),
      courier: z.string().nullable(),
    }),
  ),
});
export type Pick = z.infer<typeof pick>;

const pickIdParams = z.strictObject({ id: z.string().regex(/^\d{1,15}$/) });

export const takePick = endpoint({
  ...changing,
  name: 'takePick',
  path: '/v1/admin/picks',
  permission: 'shipments.pick',
  summary: 'Assigns ready shipments of a place to a wave, so that no other wave gets them (WORK-06)',
  body: z.strictObject({ storeCode: z.string().trim().min(1).max(32), limit: z.int().min(1).max(20) }),
  answers: { 201: enveloped(z.object({ id: z.string().nullable(), shipments: z.array(z.string()) })) },
  errors: ['STORE_NOT_FOUND'],
});

export const getPick = endpoint({
  ...read,
  name: 'getPick',
  method: 'GET',
  path: '/v1/admin/picks/{id}',
  permission: 'shipments.pick',
  summary: 'Returns a wave, in the order of its shelves',
  params: pickIdParams,
  answers: { 200: enveloped(pick) },
  errors: ['NOT_FOUND'],
});

export const scanPick = endpoint({
  ...changing,
  name: 'scanPick',
  path: '/v1/admin/picks/{id}/scan',
  permission: 'shipments.pick',
  summary:
    'Confirms one unit of a wave, for the first shipment that needs the unit. The same scanId counts once (OFF-24)',
  params: pickIdParams,
  body: z.strictObject({
    scanId,
    code: z.string().trim().min(1).max(60),
    serial: z.string().trim().min(1).max(60).optional(),
  }),
  answers: { 200: enveloped(z.object({ shipment: z.string() })) },
  errors: ['NOT_FOUND', 'SCAN_UNKNOWN', 'SCAN_WRONG', 'TRANSITION_NOT_ALLOWED'],
});

export const packPick = endpoint({
  ...changing,
  name: 'packPick',
  path: '/v1/admin/picks/{id}/pack',
  permission: 'shipments.pick',
  summary: 'Packs the shipments of a wave whose units were all scanned',
  params: pickIdParams,
  body: z.strictObject({
    /** The courier of shipments that leave by courier. If it is missing, the courier is chosen later. */
    courier: courierName.optional(),
    /** Number of parcels of each shipment. A shipment that is not listed keeps its number. */
    parcels: z
      .array(z.strictObject({ id: z.string().trim().min(1).max(20), parcels: parcelCount }))
      .max(20)
      .optional(),
  }),
  answers: { 200: enveloped(z.object({ packed: z.array(z.string()), left: z.array(z.string()) })) },
  errors: ['NOT_FOUND'],
});

const count = z.int();

/** The figures above the list: ready shipments by place and promise, and the user's waves that are not packed yet. */
export const getPreparation = endpoint({
  ...read,
  name: 'getPreparation',
  method: 'GET',
  path: '/v1/admin/picks',
  permission: 'shipments.pick',
  summary: 'Counts the ready shipments of each place, and lists the caller’s waves',
  answers: {
    200: enveloped(
      z.object({
        places: z.array(
          z.object({
            storeCode: z.string(),
            name: z.string(),
            ready: z.object({
              all: count,
              late: count,
              today: count,
              tomorrow: count,
              later: count,
              cash: count,
              pickup: count,
            }),
          }),
        ),
        picks: z.array(
          z.object({ id: z.string(), storeCode: z.string(), shipments: count, units: count, picked: count }),
        ),
      }),
    ),
  },
  errors: [],
});

/** Shelves of products at a place. A shelf code has the form of the shop's skus. */
export const shelfList = z.strictObject({
  storeCode: z.string().trim().min(1).max(32),
  shelves: z
    .array(
      z.strictObject({
        /** The product's sku, or the code that a scan of the product reads. */
        sku,
        shelf: z.string().trim().min(1).max(shelfFields.shelf.max).nullable(),
      }),
    )
    .min(1)
    .max(500),
});

export const setShelves = endpoint({
  ...changing,
  name: 'setShelves',
  path: '/v1/admin/stock/shelves',
  permission: 'stock.move',
  summary: 'Sets where products lie at a place (WORK-06)',
  body: shelfList,
  answers: { 200: enveloped(z.object({ changed: z.int() })) },
  errors: ['STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
});

const placeCode = z.string().trim().min(1).max(32);
const shelfName = z.string().trim().min(1).max(shelfFields.shelf.max);

export const listShelves = endpoint({
  ...read,
  name: 'listShelves',
  method: 'GET',
  path: '/v1/admin/stock/shelves',
  permission: 'stock.read',
  summary: 'Lists the shelves of a place, each with the number of its products, at most 1,000 (PROD-28)',
  query: z.strictObject({ storeCode: placeCode }),
  answers: { 200: enveloped(z.array(z.object({ shelf: z.string(), products: z.int() }))) },
  errors: ['STORE_NOT_FOUND'],
});

export const renameShelf = endpoint({
  ...changing,
  name: 'renameShelf',
  path: '/v1/admin/stock/shelves/rename',
  permission: 'stock.move',
  summary:
    'Renames a shelf of a place, for all its products. If another shelf has the new name, the two are merged (PROD-28)',
  body: z.strictObject({ storeCode: placeCode, from: shelfName, to: shelfName }),
  answers: { 200: enveloped(z.object({ changed: z.int() })) },
  errors: ['STORE_NOT_FOUND', 'NOT_FOUND'],
});
