import { type CostLine, costLines } from '@ceiba/domain/carts/cost-lines';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { giftCardLines, giftCardName } from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, formatQ, subtract, sum, times } from '@ceiba/domain/money/money';
import {
  confirmBeforeText,
  type NextStep,
  nextSteps,
  paymentText,
  storePaymentSteps,
} from '@ceiba/domain/orders/confirmation-texts';
import { cardName } from '@ceiba/domain/payments/card-number';
import { type PaymentMethod, storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import { mailTextOf } from '@ceiba/domain/policies/mail-texts';
import {
  addressed,
  button,
  mailColours as c,
  type Html,
  heading,
  html,
  lead,
  linkPart,
  type MailingShop,
  mailFoot,
  mailOf,
  mailPage,
  nothing,
  orderPart,
  paragraph,
  section,
  textPart,
  toPayOf,
} from './mail-layout.ts';
import { qrPart } from './mail-qr.ts';
import type { WrittenMail } from './write-mail.ts';

interface ConfirmedLine {
  sku: string;
  title: string;
  brand: string;
  quantity: number;
  unitPrice: Centavos;
  /** Absolute path of the line's thumbnail. */
  pictureUrl: string;
  warranty: { label: string; amount: Centavos } | null;
  giftCard: { deliveryDate: string; to: { name: string; email: string } | null } | null;
  /** True if the codes of the line's gift cards were sent. */
  areGiftCardsSent: boolean;
  freeGifts: readonly { title: string }[];
}

/** The mail's links. Each link allows one action to anybody who has it. */
export interface OrderLinks {
  /** Confirms a cash order that waits for confirmation. */
  confirm: string;
  /** Shows the order's status. */
  track: string;
}

const followText = 'Seguir mi pedido';

interface PromisedGroup {
  deliveryDate?: string | null | undefined;
  pickupDate?: string | null | undefined;
  pickupTime?: string | null | undefined;
}

/** The way in which the buyer gets the order. Digital products come by e-mail (DEC-84). */
export type Handover =
  | { kind: 'delivery'; receiver: string | null; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'pickup'; receiver: string | null; store: string; address: string; promise: readonly PromisedGroup[] }
  | { kind: 'digital' };

/** The content of an order's confirmation, as it was bought. Fields that the buyer typed are null if the e-mail is not confirmed (record 0051). */
export interface OrderConfirmation {
  number: string;
  firstName: string | null;
  email: string;
  lines: readonly ConfirmedLine[];
  subtotal: Centavos;
  warranties: Centavos;
  /** Included in the subtotal. */
  donation: Centavos;
  discounts: readonly { label: string[]; amount: Centavos }[];
  shipping: Centavos;
  /** The IVA of lines and delivery, included in the total. */
  tax: Centavos;
  total: Centavos;
  /** The part of the total that each gift card pays (DEC-199). */
  giftCards: readonly { lastFour: string; amount: Centavos }[];
  handover: Handover;
  /** `typed`: the taxpayer's name and the document's number, as typed. */
  billing: { documentType: string; typed: { name: string; nit: string } | null };
  payment: { type: string; plan: number; brand: string | null; masked: string | null };
  /** For a cash order: until when the buyer must use the link in this mail. Null if no confirmation is needed. */
  confirmationDue: Date | null;
}

/** Returns the rows of the totals as everywhere in the shop, with the tax and with the donation in the subtotal. Leaves out the grand total. */
function totalRows(order: OrderConfirmation): Pick<CostLine, 'label' | 'text'>[] {
  const deliveryType = deliveryTypeOf(order);
  const rows = costLines(
    { ...order, grandTotal: order.total },
    { deliveryType, isDeliveryOpen: false, isDigitalOnly: deliveryType === null },
  ).filter(({ kind }) => kind !== 'total');
  const [subtotal, ...costs] = rows;
  const others = [...costs, { label: 'IVA incluido', text: formatQ(order.tax) }];
  if (subtotal === undefined) return others;
  if (order.donation === 0) return [subtotal, ...others];
  return [subtotal, { label: 'Incluye tu donación', text: formatQ(order.donation) }, ...others];
}

const deliveryTypes = { delivery: 'delivery', pickup: 'storepickup', digital: null } as const;

const deliveryTypeOf = ({ handover }: OrderConfirmation): DeliveryType | null => deliveryTypes[handover.kind];

/** Returns the delivery dates promised at the checkout (DEC-101). Each day has one entry. */
function promiseTexts(handover: Handover): string[] {
  if (handover.kind === 'digital') return ['Lo recibirás por correo electrónico.'];
  const texts = handover.promise.map((group) =>
    handover.kind === 'pickup' ? pickupText(group) : deliveryText(group.deliveryDate),
  );
  return [...new Set(texts)];
}

const deliveryText = (date: string | null | undefined): string => `Entrega estimada: ${formatDateText(date)}`;

const pickupText = ({ pickupDate, pickupTime }: PromisedGroup): string => {
  const time = pickupTime ? ` a partir de las ${pickupTime}` : '';
  return `Listo para recoger: ${formatDateText(pickupDate)}${time}`;
};

/** Returns the amount that the other payment pays. Zero if gift cards pay everything. */
const restOf = ({ total, giftCards }: Pick<OrderConfirmation, 'total' | 'giftCards'>): Centavos =>
  subtract(total, sum(giftCards.map(({ amount }) => amount)));

/** Returns the rows below the total: the gift cards, and the amount that is left to pay (DEC-199). */
const paidRows = (order: OrderConfirmation): Pick<CostLine, 'label' | 'text'>[] =>
  giftCardLines(order.total, order.giftCards);

/** Returns "12 cuotas de Q100.00 · Visa terminada en 1111", or "Puntos MAX" if a certificate paid everything. */
function paymentTextOf(order: OrderConfirmation): string {
  const { payment } = order;
  if (payment.type === 'GiftCard') return order.giftCards.map(({ lastFour }) => giftCardName(lastFour)).join(', ');
  const points = pointsProgramTitle(payment.type);
  if (points !== null) return points;
  if (payment.type === 'StorePayment') return storePaymentLabel;
  const text = paymentText({ method: methodOf(payment.type), plan: payment.plan, total: restOf(order) });
  if (payment.masked === null) return text;
  return `${text} · ${cardTextOf(payment)}`;
}

/** Returns "Visa terminada en 1111". */
export const cardTextOf = ({ brand, masked }: OrderConfirmation['payment']): string =>
  `${cardName(brand)} terminada en ${masked?.slice(-4) ?? ''}`;

function methodOf(type: string): PaymentMethod {
  if (type === 'Cash') return 'cashPayments';
  return type === 'CardInstallments' ? 'monthlyPayments' : 'singlePayment';
}

/** Returns the text about the invoice's name and document type (BILL-01). */
function billingText({ documentType, typed }: OrderConfirmation['billing']): string {
  const document = documentType === 'CF' ? 'Consumidor final (CF)' : documentType;
  if (typed === null) return document;
  return `${typed.name} · ${documentType === 'CF' ? document : `${document} ${typed.nit}`}`;
}

const thanksOf = ({ firstName }: OrderConfirmation): string =>
  firstName === null ? '¡Gracias por tu compra!' : `¡Gracias por tu compra, ${firstName}!`;

const handoverTitles = {
  delivery: 'Entrega a domicilio',
  pickup: 'Recoge en tienda',
  digital: 'Producto digital',
} as const;

/** Returns the texts about the receiver and the place. */
function placeTexts(handover: Handover): string[] {
  if (handover.kind === 'digital') return [];
  const place = handover.kind === 'pickup' ? [handover.store, handover.address] : [handover.address];
  return handover.receiver === null ? place : [handover.receiver, ...place];
}

/** Returns the buyer's next steps (ORD-14), and when gift cards are sent (DEC-83). */
const stepsOf = (order: OrderConfirmation): NextStep[] => [
  ...nextSteps({ deliveryType: deliveryTypeOf(order), isCash: order.payment.type === 'Cash' }),
  ...order.lines.flatMap(({ giftCard }) => (giftCard === null ? [] : [giftCardStep(giftCard)])),
];

const giftCardStep = (giftCard: NonNullable<ConfirmedLine['giftCard']>): NextStep => {
  const date = formatDateText(giftCard.deliveryDate);
  const whom = giftCard.to === null ? '' : ` a ${giftCard.to.name} (${giftCard.to.email})`;
  const text = `Enviaremos la tarjeta de regalo${whom} el ${date}.`;
  return { title: 'Tarjeta de regalo', text };
};

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

/** Writes the same mail as plain text. */
function orderConfirmationText(
  order: OrderConfirmation,
  opening: string,
  shop: MailingShop,
  links: OrderLinks,
): string {
  const steps = stepsOf(order).map(({ title, text }, index) => `${index + 1}. ${title}. ${text}`);
  const sections = [
    [thanksOf(order), opening, `Orden ${order.number}`],
    ...confirmSection(order, links.confirm),
    ['Tus productos', ...lineTexts(order)],
    [...totalRows(order).map(rowText), `Total: ${formatQ(order.total)}`, ...paidRows(order).map(rowText)],
    handoverTexts(order),
    ['Pago', paymentTextOf(order)],
    ['Facturación', billingText(order.billing)],
    ['¿Qué sigue?', ...steps],
    [followText, links.track],
    mailFoot(shop),
  ];
  return sections.map((lines) => lines.join('\n')).join('\n\n');
}

/** Writes the mail of a placed order (DEC-12, DEC-43). The mail contains the confirmation link if the order waits for confirmation. */
export function orderConfirmationMail(order: OrderConfirmation, shop: MailingShop, links: OrderLinks): WrittenMail {
  const { subject, opening } = orderTextOf('orderConfirmation', order, shop);
  return {
    recipient: order.email,
    subject,
    html: mailPage({
      title: `Orden ${order.number}`,
      preview: `Recibimos tu pedido ${order.number} por ${formatQ(order.total)}.`,
      ...shop,
      body: orderBody(order, opening, shop.publicUrl, links),
    }),
    text: orderConfirmationText(order, opening, shop, links),
  };
}

/** Returns subject and opening of a mail about an order: the shop's own texts, or the standard texts (PROD-30). */
const orderTextOf = (
  kind: 'orderConfirmation' | 'storePayment',
  { number, total }: Pick<OrderConfirmation, 'number' | 'total'>,
  { policy }: MailingShop,
) => mailTextOf(kind, policy.mailTexts, { numero: number, total: formatQ(total), tienda: policy.shopName });

const orderBody = (order: OrderConfirmation, opening: string, publicUrl: string, links: OrderLinks): Html => html`
${heading(thanksOf(order))}
${lead(opening)}
${orderPart(order).html}
${confirmBlock(order, links.confirm)}
${section('Tus productos')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${order.lines.map((line) => lineRow(line, publicUrl))}</table>
${totals(order)}
${section(handoverTitles[order.handover.kind])}
${handoverDetails(order)}
${section('Pago')}
${paragraph(paymentTextOf(order))}
${section('Facturación')}
${paragraph(billingText(order.billing))}
${stepsBlock(order)}
${button(followText, links.track, 28)}`;

const confirmBlock = ({ confirmationDue }: OrderConfirmation, link: string): Html =>
  confirmationDue === null
    ? nothing
    : html`
${section('Confirma tu pedido')}
${paragraph(`Para que lo preparemos, presiona el botón. ${confirmBeforeText(confirmationDue)}`)}
${button('Confirmar mi pedido', link, 12)}`;

const lineRow = (line: ConfirmedLine, publicUrl: string): Html => html`
<tr>
<td width="72" valign="top" style="padding:8px 16px 8px 0;"><img src="${publicUrl}${line.pictureUrl}" width="72" height="72" alt="" style="display:block;width:72px;height:72px;border-radius:10px;background:${c.sunken};"></td>
<td valign="top" style="padding:8px 0;font-size:15px;line-height:21px;color:${c.ink};"><strong>${line.title}</strong><br>
<span style="font-size:13px;color:${c.muted};">${line.brand} · SKU ${line.sku} · ${line.quantity}&nbsp;×&nbsp;${formatQ(line.unitPrice)}</span>${extras(line)}</td>
<td valign="top" align="right" style="padding:8px 0 8px 12px;font-size:15px;line-height:21px;white-space:nowrap;color:${c.ink};"><strong>${formatQ(times(line.unitPrice, line.quantity))}</strong></td>
</tr>`;

const extras = ({ warranty, freeGifts, quantity }: ConfirmedLine): Html[] => [
  warranty === null ? nothing : extra(`${warranty.label} · ${formatQ(times(warranty.amount, quantity))}`),
  ...freeGifts.map((gift) => extra(`Regalo: ${gift.title}`)),
];

const extra = (text: string): Html => html`<br><span style="font-size:13px;color:${c.primary};">${text}</span>`;

const costRow = ({ label, text }: { label: string; text: string }): Html =>
  html`<tr><td style="padding:4px 20px;font-size:14px;line-height:20px;color:${c.soft};">${label}</td><td align="right" style="padding:4px 20px;font-size:14px;line-height:20px;color:${c.soft};white-space:nowrap;">${text}</td></tr>`;

const totals = (order: OrderConfirmation): Html => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:16px;background:${c.sunken};border-radius:12px;">
<tr><td style="height:10px;"></td><td></td></tr>
${totalRows(order).map(costRow)}
<tr><td style="padding:8px 20px 16px;font-size:18px;line-height:24px;color:${c.ink};"><strong>Total</strong></td><td align="right" style="padding:8px 20px 16px;font-size:18px;line-height:24px;color:${c.ink};white-space:nowrap;"><strong>${formatQ(order.total)}</strong></td></tr>
${paidRows(order).map(costRow)}${order.giftCards.length === 0 ? nothing : html`<tr><td style="height:12px;"></td><td></td></tr>`}
</table>`;

const handoverDetails = ({ handover }: OrderConfirmation): Html[] => [
  ...promiseTexts(handover).map(
    (text) => html`
<p style="margin:0 0 8px;font-size:15px;line-height:22px;color:${c.ink};"><strong>${text}</strong></p>`,
  ),
  ...placeTexts(handover).map(paragraph),
];

const stepsBlock = (order: OrderConfirmation): Html => {
  return html`${section('¿Qué sigue?')}
<ol style="margin:0;padding-left:20px;font-size:15px;line-height:22px;color:${c.soft};">${stepsOf(order).map(
    ({ title, text }) => html`<li style="margin:0 0 6px;"><strong>${title}.</strong> ${text}</li>`,
  )}</ol>`;
};

interface OrderToPay extends Pick<OrderConfirmation, 'number' | 'firstName' | 'email' | 'total' | 'lines'> {
  /** The amount to pay at the store. It is less than the total if gift cards pay a part. */
  owed: Centavos;
  /** Name of the advisor's store. */
  payAt: string | null;
  /** The order is canceled if it is not paid by then. */
  payBefore: Date;
}

/** Writes the mail that explains how to pay an advisor's order at the store (DEC-12). After the payment, the confirmation is mailed. */
export function storePaymentMail(
  order: OrderToPay,
  shop: MailingShop,
  { track }: Pick<OrderLinks, 'track'>,
): WrittenMail {
  const { subject, opening: news } = orderTextOf('storePayment', order, shop);
  const greeting = addressed(order.firstName, 'tu pedido espera tu pago');
  const products = order.lines.map(({ quantity, title: name }) => `${quantity} × ${name}`);
  const parts = [
    orderPart({ ...order, toPay: toPayOf(order) }),
    textPart(storePaymentLabel, storePaymentSteps(order.payAt, order.payBefore)),
    qrPart('Muéstralo en la caja', order.number, [`O di tu número de pedido: ${order.number}.`]),
    textPart('Lo que apartamos', products),
    linkPart(followText, track),
  ];
  return mailOf({ recipient: order.email, subject, title: greeting, news, parts }, shop);
}
