import type { DeskOrder } from '@ceiba/contract/desk/orders';

/** The time of all events. */
export const orderedAt = '2026-11-27T15:04:00.000Z';
const place = { street: ['12 calle 1-25'], city: 'Guatemala', region: { regionId: 485, region: 'Guatemala' } };
/** Colleagues, by ID. */
export const [support, brenda] = ['01a21b45-9d58-7b10-8d76-792b15967a01', '01a21b45-9d58-7b10-8d76-792b15967a02'];
const money = { amount: 1_599.99, at: orderedAt, acquirer: 'sandbox', reason: null };

/** An order paid by card and partly refunded. */
export const sampleOrder: DeskOrder = {
  ...{
    number: '100104996',
    status: 'processing',
    isHeld: false,
    holdReasons: [],
    isUnconfirmed: false,
    confirmBefore: null,
  },
  ...{
    isLate: false,
    placedAt: orderedAt,
    legalTexts: [],
    email: 'ana@correo.gt',
    customerId: null,
    customerOrders: 0,
    payment: 'Card',
    card: '1111',
  },
  contact: { firstName: 'Ana', lastName: 'Ajú', phone: '55124087' },
  delivery: {
    ...{ isPickup: false, store: null, firstname: 'Ana', lastname: 'Ajú', telephone: '55124087' },
    ...{ ...place, zone: 'Zona 10', reference: '', receiver: null },
  },
  billing: { firstname: 'Ana', lastname: 'Ajú', nit: 'CF', documentType: 'CF', ...place },
  ...{
    installments: 1,
    coupon: null,
    shipping: 0,
    shippingIva: 0,
    iva: 171.42,
    donation: 0,
    discount: 0,
    total: 1_599.99,
    paid: 1_599.99,
  },
  ...{
    refunded: 33.33,
    due: 0,
    refundable: 1_566.66,
    shippingLeft: 0,
    documents: [],
    mails: [],
    notes: [],
    timeline: [],
  },
  lines: [
    { line: 1, sku: 'TV-55', title: 'Televisor', quantity: 1, worth: 1_500, refunded: 0, refundedQuantity: 0 },
    { line: 2, sku: 'RADIO', title: 'Radio', quantity: 3, worth: 99.99, refunded: 33.33, refundedQuantity: 1 },
  ].map((line) => ({
    ...line,
    picture: `/media/${line.sku.toLowerCase()}.webp`,
    parts: [{ shipmentId: '100104996-1', firstUnit: 0, quantity: line.quantity, refunded: line.refundedQuantity }],
    sellerId: 1,
    shipmentId: null,
    canceledQuantity: 0,
    isGiftCard: false,
    unitPrice: 0,
    iva: 0,
    warranty: null,
    isOwn: true,
  })),
  taxLines: [
    {
      line: 1,
      sku: 'TV-55',
      title: 'Televisor',
      quantity: 1,
      unitPrice: 1_500,
      worth: 1_500,
      iva: 160.71,
      refunded: 0,
    },
    { line: 2, sku: 'RADIO', title: 'Radio', quantity: 3, unitPrice: 33.33, worth: 99.99, iva: 10.71, refunded: 33.33 },
  ].map((line) => ({
    ...line,
    ...{ kind: 'product', isWarranty: false, sellerId: 1, taxRate: 12 },
    charged: line.worth,
    base: Math.round((line.worth - line.iva) * 100) / 100,
    refundable: Math.round((line.worth - line.refunded) * 100) / 100,
  })),
  shipments: [],
  movements: [
    { ...money, kind: 'capture', by: 'Cliente', reference: 'CARGO-1' },
    { ...money, kind: 'refund', amount: 33.33, by: 'Brenda Coc', reference: 'DEV-7' },
  ],
  refunds: [],
  waitingRefunds: [],
  tags: [],
  assignee: null,
  isOwn: true,
  version: 4,
  actions: ['edit', 'tag', 'cancel', 'refund'],
};

/** The calls of its page. */
export const orderCalls = {
  getDeskOrder: { status: 200, data: sampleOrder },
  getHistory: { status: 200, data: [], next: null },
  listColleagues: {
    status: 200,
    data: [
      { id: support, name: 'Marta Xicará' },
      { id: brenda, name: 'Brenda Coc' },
    ],
  },
  listRegions: {
    status: 200,
    data: [
      { regionId: 485, region: 'Guatemala', cities: ['Guatemala', 'Mixco'] },
      { regionId: 493, region: 'Quetzaltenango', cities: ['Quetzaltenango', 'Salcajá'] },
    ],
  },
};
