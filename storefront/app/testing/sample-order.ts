import type { FollowedOrder, Order, Tracking } from '@ceiba/contract/order-shapes';
import { gtq } from './samples.ts';

const number = '100000042';

const product = (n: 1 | 2, changes: Partial<Order['products'][number]>): Order['products'][number] => ({
  id: String(n),
  productName: 'Bocina',
  productSku: 'SPEAKER',
  productsThumbnail: { url: '/media/bocina/160.webp' },
  productSalePrice: gtq(500),
  quantityOrdered: 1,
  quantityCanceled: 0,
  sellerId: n,
  sellerName: 'Ceiba',
  subOrderId: `${number}-${n}`,
  status: 'processing',
  returnable: null,
  ...changes,
});

/** The five steps, with the times of the reached steps. */
const steps = (...times: string[]): Tracking['status'] =>
  [
    ['Orden recibida', 'Recibimos tu pedido.'],
    ['Pago confirmado', 'Tu pago fue confirmado.'],
    ['Preparando tu pedido', 'Estamos preparando tus productos.'],
    ['En camino', 'Tu pedido va hacia la dirección de entrega.'],
    ['Entregado', 'Tu pedido fue entregado.'],
  ].map(([title = '', description = ''], index) => ({
    title,
    description,
    datetime: times[index] ?? null,
    complete: index < times.length,
  }));

const placedAt = '2026-11-21T15:42:00Z';

/** The tracking of the sample order's two shipments. */
export const sampleTracking = (): Tracking[] => [
  {
    orderId: '01890a5d-ac96-4774-bcce-b302099a8057',
    subOrderId: `${number}-1`,
    sellerId: 1,
    seller: 'Ceiba',
    status: steps(placedAt, placedAt, '2026-11-22T14:15:00Z', '2026-11-23T13:30:00Z'),
  },
  {
    orderId: '01890a5d-ac96-4774-bcce-b302099a8057',
    subOrderId: `${number}-2`,
    sellerId: 2,
    seller: 'Óptica y Más',
    status: steps(placedAt, placedAt),
  },
];

/** An order of Q730 in two shipments, the first on its way. A test passes the tested values. */
export const sampleOrder = (changes: Partial<Order> = {}): Order => ({
  id: '01890a5d-ac96-4774-bcce-b302099a8057',
  number,
  status: 'processing',
  orderDate: placedAt,
  carrier: 'A domicilio',
  billingAddress: {
    name: 'Comercial La Aurora, S.A.',
    nit: '576937K',
    documentType: 'NIT',
    city: 'Guatemala',
    region: 'Guatemala',
    street: ['12 calle 1-25'],
  },
  delivery: {
    store: null,
    street: ['6a avenida 9-18'],
    city: 'Mixco',
    region: 'Guatemala',
    zone: 'Zona 4',
    receiver: 'Ana Xol',
    phone: '55123480',
    extras: 'Portón verde',
  },
  paymentMethods: [{ name: '12 cuotas' }],
  total: {
    grandTotal: gtq(730),
    baseGrandTotal: gtq(730),
    subtotal: gtq(700),
    warranties: gtq(0),
    total_shipping: gtq(30),
    canceled: gtq(0),
    undelivered: gtq(0),
    returned: gtq(0),
    owed: gtq(730),
    discounts: [],
  },
  dueAtDoor: null,
  products: [
    product(1, { status: 'shipped' }),
    product(2, {
      productName: 'Anteojos',
      productSku: 'GLASSES',
      productSalePrice: gtq(200),
      sellerName: 'Óptica y Más',
    }),
  ],
  deliveryPromise: {
    shippingMethod: 'delivery',
    groups: [{ sellerId: 1, deliveryDate: '2026-11-24' }, { sellerId: 2 }],
  },
  ...changes,
});

/** The same order in the form for a guest. */
export const sampleFollowedOrder = (changes: Partial<FollowedOrder> = {}): FollowedOrder => {
  const { billingAddress, delivery, ...order } = sampleOrder();
  return { ...order, pickupStore: null, tracking: sampleTracking(), confirmBefore: null, ...changes };
};
