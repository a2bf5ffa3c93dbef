import type { EventData, EventType, WholeOrder } from './events.ts';

const gtq = (value: number) => ({ value, currency: 'GTQ' as const });

const order: WholeOrder = {
  id: '01a1e0c4-6d3b-7c1e-9a51-5d1f0c3b7e10',
  number: '100000042',
  status: 'processing',
  placedAt: '2026-11-27T15:04:05.000Z',
  updatedAt: '2026-11-27T15:04:05.000Z',
  confirmBefore: null,
  heldAt: null,
  customerId: null,
  contact: { email: 'lucia@correo.gt', firstName: 'Lucía', lastName: 'Paz', phone: '55554444' },
  delivery: {
    method: 'delivery',
    storeCode: null,
    firstName: 'Lucía',
    lastName: 'Paz',
    phone: '55554444',
    street: ['12 calle 1-25'],
    city: 'Guatemala',
    region: 'Guatemala',
    zone: 'Zona 10',
    latitude: 14.5995,
    longitude: -90.5069,
    receiver: { firstName: 'Ana', lastName: 'Ruiz', message: '55556666|portón negro' },
  },
  billing: {
    name: 'Comercial La Aurora, S.A.',
    documentType: 'NIT',
    document: '576937K',
    street: ['12 calle 1-25'],
    city: 'Guatemala',
    region: 'Guatemala',
  },
  lines: [
    {
      position: 1,
      sku: 'BOC-0042',
      title: 'Bocina portátil',
      brand: 'Volcán',
      kind: 'product',
      sellerId: 1,
      offerId: null,
      quantity: 2,
      quantityCanceled: 0,
      quantityRefunded: 0,
      unitPrice: gtq(349),
      regularPrice: gtq(399),
      warranty: { sku: 'GAR-12', label: '12 meses más', amount: gtq(49) },
      gross: gtq(796),
      discount: gtq(10),
      net: gtq(786),
      tax: { rate: 12, amount: gtq(84.21) },
      pointsShare: gtq(0),
    },
  ],
  taxLines: [
    {
      ...{ position: 1, quantity: 2, kind: 'product', isWarranty: false, sellerId: 1, sku: 'BOC-0042' },
      ...{ gross: gtq(698), discount: gtq(10), net: gtq(688), points: gtq(0), charged: gtq(688), base: gtq(614.29) },
      tax: { rate: 12, amount: gtq(73.71) },
    },
    {
      ...{ position: 1, quantity: 2, kind: 'service', isWarranty: true, sellerId: 1, sku: 'GAR-12' },
      ...{ gross: gtq(98), discount: gtq(0), net: gtq(98), points: gtq(0), charged: gtq(98), base: gtq(87.5) },
      tax: { rate: 12, amount: gtq(10.5) },
    },
  ],
  totals: {
    subtotal: gtq(698),
    warranties: gtq(98),
    donation: gtq(0),
    shipping: gtq(0),
    discount: gtq(10),
    total: gtq(786),
    giftCards: gtq(0),
    tax: gtq(84.21),
    shippingTax: gtq(0),
  },
  couponCode: 'MENOS10',
  discounts: [{ id: 'DISCOUNT_UNDEFINED', label: 'Menos Q10', amount: gtq(10) }],
  payments: [
    {
      kind: 'Card',
      status: 'approved',
      amount: gtq(786),
      installments: 1,
      card: { brand: 'visa', lastFour: '1111' },
      reference: '0e7926b5-eed4-4370-b40b-ac561b2a0eac',
      authorization: '913065',
      receipt: null,
      decidedAt: '2026-11-27T15:04:05.000Z',
    },
  ],
  giftCards: [],
  shipments: [
    {
      subOrderId: '100000042-1',
      sellerId: 1,
      storeCode: null,
      state: 'ready',
      courier: null,
      trackingNumber: null,
      attempts: 0,
      cashDue: gtq(0),
      cashCollected: null,
      reason: null,
      leftAt: null,
      endedAt: null,
    },
  ],
  promises: [{ sellerId: 1, deliveryDate: '2026-11-30', pickupDate: null }],
};

const [shipment] = order.shipments;

const sent: WholeOrder = {
  ...order,
  status: 'shipped',
  shipments: shipment
    ? [
        {
          ...shipment,
          state: 'sent',
          courier: 'Cargo Expreso',
          trackingNumber: 'GT-778812',
          leftAt: '2026-11-28T14:00:00.000Z',
        },
      ]
    : [],
};

const delivered: WholeOrder = {
  ...sent,
  status: 'delivered',
  shipments: sent.shipments.map((each) => ({ ...each, state: 'delivered', endedAt: '2026-11-30T16:30:00.000Z' })),
};

const returned: EventData<'returns.requested'>['return'] = {
  number: '100001',
  position: 1,
  quantity: 1,
  reason: 'damaged',
  requestedAt: '2026-12-02T17:00:00.000Z',
  receivedAt: null,
  outcomes: [],
};

const stock = {
  sku: 'BOC-0042',
  salable: 14,
  stores: [
    { storeCode: 'BODEGA', quantity: 10 },
    { storeCode: 'MAX', quantity: 4 },
  ],
};

const id = '01a1e0c4-7777-7c1e-9a51-5d1f0c3b7e10';

/** One example of each type. `ceiba webhook test` sends it, and docs/events.md shows it. */
export const eventExamples: { readonly [T in EventType]: EventData<T> } = {
  'orders.placed': order,
  'orders.paid': order,
  'orders.held': { ...order, heldAt: '2026-11-27T15:04:05.120Z' },
  'orders.changed': sent,
  'orders.canceled': { ...order, status: 'canceled' },
  'orders.delivered': delivered,
  'shipments.changed': { subOrderId: '100000042-1', order: sent },
  'refunds.done': {
    refund: {
      id: '01a1e0c4-8888-7c1e-9a51-5d1f0c3b7e10',
      cause: 'return',
      destination: 'origin',
      amount: gtq(393),
      pointsAmount: gtq(0),
      giftCardAmount: gtq(0),
      shipping: gtq(0),
      tax: gtq(42.11),
      reference: 'RF-2207',
      doneAt: '2026-12-05T18:00:00.000Z',
      lines: [{ position: 1, quantity: 1, amount: gtq(393), tax: gtq(42.11) }],
    },
    order: { ...delivered, lines: delivered.lines.map((line) => ({ ...line, quantityRefunded: 1 })) },
  },
  'returns.requested': { return: returned, order: delivered },
  'returns.closed': {
    return: {
      ...returned,
      receivedAt: '2026-12-04T15:00:00.000Z',
      outcomes: [{ fate: 'restock', quantity: 1, storeCode: 'MAX' }],
    },
    order: delivered,
  },
  'coupons.redeemed': { code: 'MENOS10', discount: gtq(10), orderNumber: '100000042' },
  'stock.changed': stock,
  'stock.out': { sku: 'BOC-0042', salable: 0, stores: [] },
  'stock.back': stock,
  'purchases.received': {
    number: 'C-12/1',
    purchase: 'C-12',
    state: 'partlyReceived',
    isDirect: false,
    supplier: { id: 3, name: 'Distribuidora Volcán', nit: '576937K' },
    storeCode: 'BODEGA',
    receivedAt: '2026-11-27T15:04:05.000Z',
    lines: [{ sku: 'BOC-0042', quantity: 8, rejected: 2 }],
  },
  'prices.changed': {
    sku: 'BOC-0042',
    regularPrice: gtq(399),
    salesPrice: gtq(349),
    discountEndsAt: '2026-12-01T06:00:00.000Z',
    flashSales: [{ price: gtq(299), startsAt: '2026-11-27T18:00:00.000Z', endsAt: '2026-11-28T06:00:00.000Z' }],
  },
  'products.published': {
    sku: 'BOC-0042',
    slug: 'bocina-portatil-volcan',
    title: 'Bocina portátil',
    kind: 'goods',
    brand: 'Volcán',
    sellerId: 1,
    categories: [
      { id: 1, title: 'Audio' },
      { id: 2, title: 'Bocinas' },
    ],
    regularPrice: gtq(399),
    salesPrice: gtq(349),
  },
  'products.archived': { sku: 'BOC-0042' },
  'customers.registered': {
    id,
    email: 'lucia@correo.gt',
    firstName: 'Lucía',
    lastName: 'Paz',
    registeredAt: '2026-11-27T15:00:00.000Z',
  },
  'customers.erased': { id },
  'imports.finished': {
    id,
    kind: 'prices',
    fileName: 'precios.csv',
    outcome: 'done',
    code: null,
    rows: { new: 0, changed: 118, equal: 2_041, wrong: 0, conflict: 0 },
    startedAt: '2026-11-27T15:03:58.000Z',
  },
};
