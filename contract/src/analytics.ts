import { measuredTextMaxLength } from '@ceiba/domain/analytics/ecommerce-event';
import { eventUrlMaxLength } from '@ceiba/domain/analytics/sponsored-event';
import { paymentTypes } from '@ceiba/domain/payments/payment-amounts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount } from './shapes.ts';

const title = z.string().max(measuredTextMaxLength);

/** The bought items only (DEC-183). The strict schema refuses any field that identifies a person. */
const measuredItem = z.strictObject({
  item_id: z.string().min(1).max(64),
  item_name: title,
  item_brand: title,
  item_category: title.optional(),
  item_category2: title.optional(),
  item_category3: title.optional(),
  item_category4: title.optional(),
  item_category5: title.optional(),
  price: amount,
  quantity: z.int().min(1).max(999),
  index: z.int().min(0).max(999),
});

const checkoutPayment = z.strictObject({
  currency: z.literal('GTQ'),
  value: amount,
  items: z.array(measuredItem).max(100),
  /** Sent by the shop's own pages, in addition to the fields of DEC-160. */
  payment_type: z.enum(paymentTypes).optional(),
});

export const sendMessagingEvent = endpoint({
  name: 'sendMessagingEvent',
  slice: 'analytics',
  method: 'POST',
  path: '/api/events/messaging',
  summary: 'Keeps the event checkout_payment and hands it to the messaging service (ANA-02, DEC-71)',
  auth: 'public',
  limit: 'measure',
  dayBytes: { of: 'events', bytes: 300 },
  bodyBytes: 48 * 1024,
  body: z.strictObject({
    event: z.literal('checkout_payment'),
    /** The paid cart. One message is stored for each cart. A message about an unknown cart gets a response, but is not stored. */
    cartId: z.uuid().optional(),
    data: checkoutPayment,
  }),
  answers: { 204: null },
  errors: [],
});

export const sendSponsoredEvent = endpoint({
  name: 'sendSponsoredEvent',
  slice: 'analytics',
  method: 'POST',
  path: '/api/events/rmn',
  summary: 'Notifies the retail media network that its sponsored product was ordered (API-61, DEC-144, DEC-175)',
  auth: 'public',
  limit: 'sponsored',
  dayBytes: { of: 'events', bytes: 300 },
  bodyBytes: 8 * 1024,
  body: z.strictObject({ eventUrl: z.string().trim().min(1).max(eventUrlMaxLength) }),
  answers: { 204: null },
  errors: [],
});
