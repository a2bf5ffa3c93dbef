import type { WholeOrder } from '@ceiba/contract/events';
import { stringify } from 'csv-stringify/sync';
import { type Command, databaseCommand } from '../../platform/operations/command-line.ts';
import { csvMark } from '../../platform/operations/csv-mark.ts';
import { flag, optional, typed, typedChoice, typedMoment, typedText } from '../../platform/operations/typed-words.ts';
import { listWholeOrders } from './whole-orders.store.ts';

/** Number of orders that are read together. Limits the memory for any number of orders. */
const batchSize = 100;

const statuses = ['pending_payment', 'processing', 'shipped', 'delivered', 'undelivered', 'canceled'] as const;

const typedNumber = typed('<number>', 'an order number of nine digits', (text) =>
  /^[1-9]\d{8}$/.test(text) ? text : undefined,
);

type Row = Record<string, string | number | null>;

function rowOfLine(part: WholeOrder['taxLines'][number], lines: WholeOrder['lines']): Row {
  const line = lines.find(({ position }) => position === part.position);
  const warranty = part.isWarranty ? line?.warranty : undefined;
  return {
    line: part.position,
    sku: part.sku,
    title: warranty?.label ?? line?.title ?? '',
    seller_id: part.sellerId,
    quantity: part.quantity,
    canceled: line?.quantityCanceled ?? 0,
    refunded: line?.quantityRefunded ?? 0,
    unit_price: (warranty?.amount ?? line?.unitPrice)?.value ?? 0,
    discount: part.discount.value,
    net: part.net.value,
    tax: part.tax.amount.value,
    kind: part.kind,
    points: part.points.value,
    charged: part.charged.value,
    tax_rate: part.tax.rate,
  };
}

/**
 * Returns an order's CSV rows: one row per line of its invoice, each with the order's data. A warranty therefore has its own row (DEC-233).
 * Amounts in quetzales.
 */
const rowsOf = (order: WholeOrder): Row[] =>
  order.taxLines.map((line, at) => ({
    number: order.number,
    status: order.status,
    placed_at: order.placedAt,
    email: order.contact?.email ?? '',
    first_name: order.contact?.firstName ?? '',
    last_name: order.contact?.lastName ?? '',
    phone: order.contact?.phone ?? '',
    delivery_method: order.delivery?.method ?? '',
    store_code: order.delivery?.storeCode ?? '',
    street: order.delivery?.street.join(', ') ?? '',
    zone: order.delivery?.zone ?? '',
    city: order.delivery?.city ?? '',
    region: order.delivery?.region ?? '',
    billing_name: order.billing.name,
    document_type: order.billing.documentType,
    document: order.billing.document,
    payment: order.payments.map(({ kind }) => kind).join(' '),
    payment_status: order.payments.map(({ status }) => status).join(' '),
    coupon: order.couponCode,
    // Amounts of the order are only in its first row, so the column's sum is right.
    shipping: at === 0 ? order.totals.shipping.value : null,
    donation: at === 0 ? order.totals.donation.value : null,
    gift_cards: at === 0 ? order.totals.giftCards.value : null,
    total: at === 0 ? order.totals.total.value : null,
    ...rowOfLine(line, order.lines),
    shipping_tax: at === 0 ? order.totals.shippingTax.value : null,
  }));

/** Returns the lines of a CSV. Adds an apostrophe before text that a spreadsheet would read as a formula. */
const csvOf = (rows: readonly Row[], header: boolean): string =>
  (header ? csvMark : '') + stringify([...rows], { header, escape_formulas: true }).trimEnd();

const shown = ({ number, status, placedAt, totals, contact }: WholeOrder): string =>
  `${number}  ${status.padEnd(15)}  ${placedAt}  Q${totals.total.value.toFixed(2)}  ${contact?.email ?? ''}`;

export const orderListCommand: Command = databaseCommand({
  usage: 'order list',
  changes: null,
  summary:
    'lists placed orders by number. --since: placed at this time or later. --status: with this status. --store: handed ' +
    'out by this store, or taken from its stock. --after: continues after this number. With --json, one whole order ' +
    'per line, in the form of events. With --csv, one row per order line. Amounts are quetzales',
  takes: {
    since: optional(typedMoment),
    status: optional(typedChoice(statuses)),
    store: optional(typedText('<code>', 20)),
    after: optional(typedNumber),
    json: flag,
    csv: flag,
  },
  check: ({ json, csv }) => (json && csv ? '--json and --csv do not go together.' : undefined),
  run: async ({ db, say }, { since = null, status = null, store: storeCode = null, after = null, json, csv }) => {
    let isFirst = true;
    let orders = await listWholeOrders(db.write, { since, status, storeCode }, after, batchSize);
    while (orders.length > 0) {
      if (csv) say(csvOf(orders.flatMap(rowsOf), isFirst));
      else for (const order of orders) say(json ? JSON.stringify(order) : shown(order));
      isFirst = false;
      orders = await listWholeOrders(db.write, { since, status, storeCode }, orders.at(-1)?.number ?? null, batchSize);
    }
    return true;
  },
});
