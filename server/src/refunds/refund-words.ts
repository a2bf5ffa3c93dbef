import type { RefundCause, RefundDestination } from '@ceiba/domain/refunds/refund';

/**
 * The documented words for a refund in events and in the desk's calls. In this release, the table `refunds` has the
 * same words, because nodes of the previous release can read no others. The next release will store the domain's words.
 * `refund_cause`, `refund_destination` and `is_owed_less` in SQL read both.
 */

export const wireRefundCauses = {
  cancellation: 'cancellation',
  return: 'return',
  shipment: 'shipment',
  desk: 'goodwill',
} as const satisfies Record<RefundCause, string>;

export const wireRefundDestinations = {
  origin: 'origin',
  till: 'till',
  transfer: 'transfer',
  giftCard: 'giftCard',
  owed_less: 'bill',
} as const satisfies Record<RefundDestination, string>;
