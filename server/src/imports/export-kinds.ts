import { orderPaymentLabels } from '@ceiba/domain/orders/desk-labels';
import { figures } from '@ceiba/domain/reports/figures';
import { figureSql } from '../platform/db/figure-sql.ts';
import {
  amountColumn,
  type Column,
  choiceColumn,
  momentColumn,
  objectOf,
  textColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { kinds } from './kinds.ts';

export interface ExportKind {
  name: string;
  columns: readonly Column[];
  /** SQL for all rows, as jsonb `now`, in a stable order. */
  all: string;
}

const customerColumns = [
  textColumn('correo', 'c.email', 200),
  textColumn('nombre', 'c.first_name', 100),
  textColumn('apellido', 'c.last_name', 100),
  textColumn('telefono', 'c.phone', 20),
  textColumn('nit', 'c.nit', 20),
  yesNoColumn('confirmado', 'c.email_confirmed_at is not null'),
  momentColumn('creado', 'c.created_at'),
];

/** The desk's names of payment types, in lower case like all words in cells. */
const paymentWords = Object.fromEntries(
  Object.entries(orderPaymentLabels).map(([stored, label]) => [label.toLowerCase(), stored]),
);

const orderColumns = [
  wholeColumn('numero', 'o.number', 0, 999_999_999),
  choiceColumn('estado', 'o.status', {
    'pago pendiente': 'pending_payment',
    'en preparación': 'processing',
    enviado: 'shipped',
    entregado: 'delivered',
    'no entregado': 'undelivered',
    cancelado: 'canceled',
  }),
  momentColumn('fecha', 'o.placed_at'),
  textColumn('correo', 'o.email', 200),
  textColumn('nombre', `o.contact ->> 'firstName'`, 100),
  textColumn('apellido', `o.contact ->> 'lastName'`, 100),
  textColumn('telefono', `o.contact ->> 'phone'`, 20),
  choiceColumn('entrega', 'o.shipping_method', { 'a domicilio': 'delivery', 'en tienda': 'storepickup' }),
  choiceColumn('pago', 'o.payment_type', paymentWords),
  textColumn('cupon', 'o.coupon_code', 40),
  // These amounts minus the discount add up to the total (`figures.orderTotal`).
  amountColumn('productos', figureSql(figures.goods, { subtotal: 'o.subtotal', donation: 'o.donation' })),
  amountColumn('garantias', 'o.warranties'),
  amountColumn('donacion', 'o.donation'),
  amountColumn('envio', 'o.shipping'),
  amountColumn('descuento', 'o.discount'),
  amountColumn('total', 'o.total'),
  amountColumn('iva', 'order_iva(o)'),
  wholeColumn('unidades', '(select sum(quantity - canceled) from order_lines l where l.order_id = o.id)', 0, 1),
];

const imported: readonly ExportKind[] = kinds.flatMap(({ name, columns, all }) =>
  all === undefined
    ? []
    : [{ name, columns: columns.filter(({ isDerived = false, isChange = false }) => !isDerived && !isChange), all }],
);

/** Every kind that can be exported. An exported file of an importable kind changes nothing when it is imported unchanged (BULK-11). */
export const exportKinds: readonly ExportKind[] = [
  ...imported,
  {
    name: 'customers',
    columns: customerColumns,
    all: `select ${objectOf(customerColumns)} as now from customers c order by c.id`,
  },
  {
    name: 'orders',
    columns: orderColumns,
    all: `select ${objectOf(orderColumns)} as now from orders o where o.number is not null order by o.number`,
  },
];
