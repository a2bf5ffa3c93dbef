import { z } from 'zod';
import { product } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { dateTime, emailAddress, enveloped, sku } from './shapes.ts';

export const requestRestockNotice = endpoint({
  name: 'requestRestockNotice',
  slice: 'restock',
  method: 'POST',
  path: '/v1/customers/restockNotification/{sku}',
  summary: 'Requests one e-mail when a sold-out product can be bought again (API-07, RST-01, DEC-143)',
  auth: 'customer',
  limit: 'write',
  dayBytes: { of: 'accounts', bytes: 300 },
  params: z.strictObject({ sku }),
  body: z.strictObject({}),
  answers: { 201: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['UNAUTHORIZED', 'PRODUCT_NOT_FOUND', 'PRODUCT_IN_STOCK', 'RESTOCK_STOPPED'],
});

export const requestRestockByEmail = endpoint({
  name: 'requestRestockByEmail',
  slice: 'restock',
  method: 'POST',
  path: '/v1/restock-notices',
  summary:
    'Requests the e-mail about a sold-out product without an account. The response is the same for known and unknown addresses',
  auth: 'public',
  limit: 'restockByEmail',
  captcha: 'always',
  body: z.strictObject({
    sku,
    email: emailAddress('contact'),
  }),
  answers: { 201: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['CAPTCHA_FAILED', 'PRODUCT_NOT_FOUND', 'PRODUCT_IN_STOCK'],
});

/** Maximum number of notices in a response, newest first. Older notices appear when newer ones are gone. */
export const shownNoticeLimit = 100;

const restockNotice = product.pick({ sku: true, slug: true, title: true, brand: true, mainImage: true }).extend({
  requestedAt: dateTime,
  /** True if the link of the mail was used to stop the notice. No mail is sent until a confirmed address requests the notice again. */
  isStopped: z.boolean(),
});

export const listRestockNotices = endpoint({
  name: 'listRestockNotices',
  slice: 'restock',
  method: 'GET',
  path: '/v1/customers/restockNotification',
  summary: 'Lists the sold-out products for which the customer waits',
  auth: 'customer',
  limit: 'read',
  answers: { 200: enveloped(z.array(restockNotice)) },
  errors: ['UNAUTHORIZED'],
});

export const cancelRestockNotice = endpoint({
  name: 'cancelRestockNotice',
  slice: 'restock',
  method: 'DELETE',
  path: '/v1/customers/restockNotification/{sku}',
  summary: 'Cancels the request for a product. Succeeds also if there is no request',
  auth: 'customer',
  limit: 'write',
  params: z.strictObject({ sku }),
  answers: { 200: enveloped(z.object({ result: z.literal(true) })) },
  errors: ['UNAUTHORIZED', 'PRODUCT_NOT_FOUND'],
});
