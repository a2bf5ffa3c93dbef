import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amount, civilDate, dateTime, enveloped } from '../shapes.ts';
import { skuMaxLength } from './product-fields.ts';

/** The present promotions of a product, each with its origin (PROD-11). */
export const getProductOffers = endpoint({
  slice: 'promotions',
  auth: 'staff',
  permission: 'promotions.edit',
  touches: 'shop',
  limit: 'staffRead',
  name: 'getProductOffers',
  method: 'GET',
  path: '/v1/admin/products/{sku}/offers',
  summary: 'Shows the flash sale, gifts, companions, warranties and low-stock text that a product has now',
  params: z.strictObject({ sku: z.string().trim().min(1).max(skuMaxLength) }),
  answers: {
    200: enveloped(
      z.object({
        sku: z.string(),
        title: z.string(),
        price: amount.nullable(),
        flashSale: z.object({ id: z.string(), price: amount, endsAt: dateTime }).nullable(),
        gifts: z.array(z.object({ id: z.string(), title: z.string(), endDate: civilDate.nullable() })),
        companions: z.array(z.object({ id: z.string(), sku: z.string(), title: z.string() })),
        warranties: z.array(
          z.object({
            code: z.string(),
            label: z.string(),
            amount,
            /** The category to which the warranty applies. Null if the warranty is the product's own. */
            category: z.string().nullable(),
          }),
        ),
        /** The running offer of low stock. `text`: the text that shoppers read now. Null if there is no text. */
        stockOffer: z
          .object({
            id: z.string(),
            threshold: z.int(),
            category: z.string().nullable(),
            text: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  },
  errors: ['PRODUCT_NOT_FOUND'],
});
