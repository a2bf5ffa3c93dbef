/**
 * Products of the demo shop that tests need, by SKU (DEC-161). Prices are those of the demo, in quetzales. A test that uses up
 * stock has its own product.
 */
export const demo = {
  /** Own product above Q2,500. The invoice needs a NIT (BILL-04), delivery is free (CONST-36). */
  television: 'TV-0017',
  /** Own product between Q500 and Q1,000. It has installments, and a delivery fee in Guatemala. */
  fryer: 'FRE-0003',
  /** Own product below Q499. It has no installments anywhere. */
  mount: 'SOP-0003',
  outOfStock: 'TV-0016',
  withoutPrice: 'TV-0031',
  flashSale: 'TV-0003',
  presaleUndated: 'LAP-0013',
  dropshipping: 'MON-0005',
  /** Pickup only (DEC-89). */
  restricted: 'LLA-0001',
  motorcycle: 'MOT-0005',
  thirdParty: 'FRE-0008',
  withGift: 'TV-0001',
  lowStock: 'TV-0006',
  /** A virtual gift card of Q200. */
  giftCard: 'REGALO-0002',
  /** One of several colours. */
  variants: 'AUD-0001-BLA',
} as const;
