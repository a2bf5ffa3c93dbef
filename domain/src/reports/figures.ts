import { type Centavos, centavos } from '../money/money.ts';

/**
 * A figure in screens, printed papers, lists, exports, mails or the audit. The figure is the sum of its parts, each
 * added or subtracted. Sums in memory (`figureOf`) and SQL statements (`figureSql` of the server) use the same
 * definition. The sentence of the definition shows next to the figure (STAT-01).
 */
export interface Figure<Part extends string = string> {
  label: string;
  sentence: string;
  /** 1 = added; −1 = subtracted. */
  parts: Readonly<Record<Part, 1 | -1>>;
}

const figure = <const Part extends string>(
  label: string,
  sentence: string,
  parts: Readonly<Record<Part, 1 | -1>>,
): Figure<Part> => ({ label, sentence, parts });

export const figures = {
  /** `subtotal` of an order includes its donation. Every list that sums to a total shows the donation in a separate row. */
  goods: figure(
    'Productos',
    'Productos, servicios y tarjetas de regalo a su precio de venta, sin garantías ni donación.',
    { subtotal: 1, donation: -1 },
  ),
  orderTotal: figure('Total', 'Productos, garantías, envío y donación, menos descuentos y puntos.', {
    goods: 1,
    warranties: 1,
    shipping: 1,
    donation: 1,
    discount: -1,
  }),
  paid: figure(
    'Pagado',
    'Lo que ya entró: tarjeta, efectivo, tarjetas de regalo y puntos. Los puntos no son parte del total: lo bajan.',
    { card: 1, till: 1, atDoor: 1, points: 1, giftCards: 1 },
  ),
  returned: figure(
    'Reembolsado',
    'Lo que ya se devolvió, como dinero, puntos o saldo de tarjetas de regalo. Lo que falta por entregar no cuenta todavía.',
    { toCard: 1, fromTill: 1, points: 1, giftCards: 1, chargedBack: 1 },
  ),
  /** Counts decided refunds, even if the money has not moved yet. */
  refund: figure(
    'Reembolso',
    'Todo lo que se devuelve: dinero, puntos y saldo de tarjetas de regalo. Lo que se dio antes por cortesía ya está descontado.',
    { money: 1, points: 1, giftCards: 1 },
  ),
  /** Parts of a refund by cause. They sum to `refund`. `goodwill` is negative if earlier goodwill is set off. */
  refundedFor: figure('Reembolso', 'Unidades, envío, donación y cortesía; una cortesía anterior se descuenta.', {
    units: 1,
    shipping: 1,
    donation: 1,
    goodwill: 1,
  }),
  /**
   * Worth of units that were refunded (`givenBack` of the order's projection). `shortfall`: cash that was missing at
   * their delivery (WORK-12).
   */
  unitsWorth: figure(
    'Valor devuelto',
    'Lo que se cobró por las unidades que se devolvieron con dinero, sin el efectivo que faltó al entregarlas. No cuenta lo que se canceló antes de entregarlo. Si antes hubo una cortesía, el reembolso es menor.',
    { worth: 1, shortfall: -1 },
  ),
  /** Part of a refund that reduces the sales. Points, delivery, donation and gift cards do not count as sales. */
  salesBack: figure('Devuelto de ventas', 'Reembolsos en dinero y en tarjetas de regalo por productos y servicios.', {
    money: 1,
    giftCards: 1,
    shipping: -1,
    donation: -1,
    giftCardsSold: -1,
  }),
  netSales: figure(
    'Ventas netas',
    'Lo cobrado, o por cobrar al entregar, por productos y servicios: con IVA, después de descuentos y puntos, sin envío, donaciones ni tarjetas de regalo vendidas, menos lo reembolsado. No cuentan las órdenes canceladas o no entregadas ni las que esperan su pago o confirmación.',
    { total: 1, shipping: -1, donation: -1, giftCardsSold: -1, salesBack: -1 },
  ),
  /** The cash in a till, from its movements. */
  expectedCash: figure(
    'Efectivo esperado',
    'El fondo con que abrió la caja más todo el efectivo que entró, menos el que salió.',
    {
      float: 1,
      cashMoved: 1,
    },
  ),
  tillDifference: figure('Diferencia', 'Lo contado menos lo esperado: bajo cero, falta.', { counted: 1, expected: -1 }),
  /** Cash to collect, minus the amounts that points and gift cards paid. */
  receipt: figure(
    'Total',
    'Productos, garantías, envío y donación, menos lo pagado con puntos o tarjeta de regalo y lo que no se cobró.',
    {
      lines: 1,
      shipping: 1,
      donation: 1,
      covered: -1,
      missing: -1,
    },
  ),
} as const;

/** Sentences of figures that are counts, not sums. */
export const countedFigures = {
  orders: {
    label: 'Órdenes',
    sentence: 'Órdenes hechas en estas horas, sin las canceladas.',
  },
  due: {
    label: 'Por cobrar',
    sentence: 'Lo que la orden todavía debe, en caja, en la puerta o con la tarjeta.',
  },
  cashToCollect: {
    label: 'Efectivo por cobrar',
    sentence: 'Lo que se cobra al entregar los envíos que siguen en camino o en la tienda.',
  },
  averageTicket: { label: 'Ticket promedio', sentence: 'Ventas netas entre las órdenes que cuentan en ellas.' },
} as const;

/** Returns the amount of a figure from the amounts of its parts. */
export const figureOf = <Part extends string>(
  { parts }: Figure<Part>,
  amounts: Readonly<Record<Part, number>>,
): Centavos => {
  let whole = 0;
  for (const name in parts) whole += parts[name] * amounts[name];
  return centavos(whole);
};
