import { quantityLimit } from '@ceiba/domain/carts/cart-limits';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { storeStates } from '@ceiba/domain/delivery/store-availability';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { store } from './locations.ts';
import { civilDate, commaList, dateTime, enveloped, sku } from './shapes.ts';

const region = z.coerce.number().int().min(1).max(9999);
const place = z.string().max(120);

export const deliveryLocation = z.strictObject({
  region: region.default(homeRegionId),
  city: place.default('Guatemala'),
  zone: place.optional(),
  store: z.string().max(20).optional(),
});

const timeFields = {
  shopId: z.int().nullable(),
  /** Null for "Fecha por estimar", or "Próximamente" for a presale without a date. `message` distinguishes them. */
  deliveryDate: civilDate.nullable(),
  foundInStore: z.boolean().nullable(),
  message: z.string(),
  pickupDate: civilDate.nullable(),
  /** HH:MM in Guatemala. */
  pickupTime: z.string().nullable(),
};

export const getDeliveryTimes = endpoint({
  name: 'getDeliveryTimes',
  slice: 'delivery',
  method: 'GET',
  path: '/v2/products/time',
  summary: 'Returns delivery and pickup dates per sku (API-51, DEC-99)',
  auth: 'public',
  limit: 'read',
  query: z.strictObject({
    skus: commaList,
    types: commaList.optional(),
    region: region.default(homeRegionId),
    city: place.default('Guatemala'),
    store: z.string().max(20).optional(),
    zone: place.optional(),
  }),
  answers: {
    200: enveloped(z.array(z.object({ sku, type: z.enum(['delivery', 'storepickup']), ...timeFields }))),
  },
  errors: [],
});

export const deliveryItems = z
  .array(z.strictObject({ sku, quantity: z.int().min(1).max(999) }))
  .min(1)
  .max(50);

export const computeDeliveryTimes = endpoint({
  name: 'computeDeliveryTimes',
  slice: 'delivery',
  method: 'POST',
  path: '/v2/products/time',
  summary: 'Returns delivery or pickup dates, one entry per seller group (API-52, DEC-99)',
  auth: 'public',
  limit: 'read',
  body: z.strictObject({
    shippingMethod: z.enum(['delivery', 'storepickup']),
    location: deliveryLocation,
    items: deliveryItems,
  }),
  answers: { 201: enveloped(z.array(z.object({ sellerId: z.int(), skus: z.array(sku), ...timeFields }))) },
  errors: [],
});
export type DeliveryTimeGroup = (typeof computeDeliveryTimes)['answers'][201]['_output']['data'][number];

const stockBody = z.strictObject({ items: deliveryItems, location: deliveryLocation.omit({ store: true }) });

export const checkDeliveryStock = endpoint({
  name: 'checkDeliveryStock',
  slice: 'delivery',
  method: 'POST',
  path: '/v2/products/deliveryStock',
  summary: 'Returns whether and when items can be delivered (API-53, DEC-100)',
  auth: 'public',
  limit: 'read',
  body: stockBody,
  answers: {
    200: enveloped(
      z.object({
        available: z.boolean(),
        items: z.array(
          z.object({
            sku,
            available: z.boolean(),
            quantity: z.int(),
            shopId: z.int().nullable(),
            deliveryDate: civilDate.nullable(),
            message: z.string(),
          }),
        ),
      }),
    ),
  },
  errors: [],
});

export const pickupStore = store.omit({ type: true, hours: true, exceptions: true }).extend(timeFields);
export type PickupStore = z.infer<typeof pickupStore>;

export const checkPickupStock = endpoint({
  name: 'checkPickupStock',
  slice: 'delivery',
  method: 'POST',
  path: '/v2/products/pickupStock',
  summary: 'Stores that can serve every item, nearest first (API-54, DEC-97, DEC-100)',
  auth: 'public',
  limit: 'read',
  body: stockBody,
  answers: { 200: enveloped(z.object({ found: z.boolean(), stores: z.array(pickupStore) })) },
  errors: [],
});

/** The stock of one product in a store (LIVE-02). */
export const storeStock = z.object({
  storeCode: z.string(),
  /** The last part of its page's address, `/tiendas/{slug}`. */
  slug: z.string(),
  name: z.string(),
  city: z.string(),
  zone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  state: z.enum(storeStates),
  /** The number of units, only if few are left. Null if there are no units, or more units than the shop shows. */
  units: z.int().nullable(),
  message: z.string(),
  pickupDate: civilDate.nullable(),
  /** HH:MM in Guatemala. */
  pickupTime: z.string().nullable(),
  openNow: z.boolean(),
  /** "Abierto hasta las 19:00" */
  hours: z.string(),
  /** Distance from the centre of the chosen municipio. Null in the store's municipio, and if the centre is unknown. */
  distanceKm: z.number().nullable(),
});
export type StoreStock = z.infer<typeof storeStock>;

export const getProductStores = endpoint({
  name: 'getProductStores',
  slice: 'delivery',
  method: 'GET',
  path: '/v1/products/{sku}/stores',
  summary: 'Returns every store where a product can be picked up now, nearest first (LIVE)',
  auth: 'public',
  limit: 'liveStock',
  params: z.strictObject({ sku }),
  query: z.strictObject({
    // The limit of a cart line. Higher numbers would reveal the exact stock of a store (LIVE-02).
    quantity: z.coerce.number().int().min(1).max(quantityLimit).default(1),
    region: region.default(homeRegionId),
    city: place.default('Guatemala'),
    zone: place.optional(),
  }),
  answers: {
    200: enveloped(
      z.object({
        /** The response includes all sales before this moment. At most a second old. */
        asOf: dateTime,
        /**
         * The reason why no store hands the product out, with the delivery instead (LIVE-06). Null if `stores` has the
         * stores.
         */
        notPickedUp: z
          .object({ message: z.string(), deliveryDate: civilDate.nullable(), deliveryMessage: z.string() })
          .nullable(),
        stores: z.array(storeStock),
      }),
    ),
  },
  errors: ['PRODUCT_NOT_FOUND'],
});
export type ProductStores = (typeof getProductStores)['answers'][200]['_output']['data'];
