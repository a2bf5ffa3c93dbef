import { formatQ, times } from '@ceiba/domain/money/money';
import { confirmBeforeText } from '@ceiba/domain/orders/confirmation-texts';
import type { MailingShop } from './mail-layout.ts';
import {
  billingText,
  followText,
  handoverTitles,
  type OrderConfirmation,
  type OrderLinks,
  paidRows,
  paymentTextOf,
  placeTexts,
  promiseTexts,
  stepsOf,
  thanksOf,
  totalRows,
} from './order-confirmation.ts';

const lineTexts = ({ lines }: OrderConfirmation): string[] =>
  lines.flatMap((line) => [
    `${line.quantity} × ${line.title} (${line.brand}, SKU ${line.sku}): ${formatQ(times(line.unitPrice, line.quantity))}`,
    ...(line.warranty === null
      ? []
      : [`  ${line.warranty.label}: ${formatQ(times(line.warranty.amount, line.quantity))}`]),
    ...line.freeGifts.map((gift) => `  Regalo: ${gift.title}`),
  ]);

const handoverTexts = ({ handover }: OrderConfirmation): string[] => [
  handoverTitles[handover.kind],
  ...promiseTexts(handover),
  ...placeTexts(handover),
];

const confirmSection = ({ confirmationDue }: OrderConfirmation, link: string): string[][] =>
  confirmationDue === null
    ? []
    : [['Confirma tu pedido', `Para que lo preparemos, abre ${link}`, confirmBeforeText(confirmationDue)]];

const rowText = ({ label, text }: { label: string; text: string }): string => `${label}: ${text}`;

/** The same mail for programs that show no HTML. */
export function orderConfirmationText(
  order: OrderConfirmation,
  { publicUrl, policy }: MailingShop,
  links: OrderLinks,
): string {
  const steps = stepsOf(order).map(({ title, text }, index) => `${index + 1}. ${title}. ${text}`);
  const sections = [
    [thanksOf(order), `Recibimos tu pedido. Orden ${order.number}`],
    ...confirmSection(order, links.confirm),
    ['Tus productos', ...lineTexts(order)],
    [...totalRows(order).map(rowText), `Total: ${formatQ(order.total)}`, ...paidRows(order).map(rowText)],
    handoverTexts(order),
    ['Pago', paymentTextOf(order)],
    ['Facturación', billingText(order.billing)],
    ['¿Qué sigue?', ...steps],
    [followText, links.track],
    [`Ceiba · ${publicUrl}/`, `Soporte ${policy.supportPhone}`],
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}
