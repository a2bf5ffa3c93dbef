import { formatQ, times } from '@ceiba/domain/money/money';
import { confirmBeforeText } from '@ceiba/domain/orders/confirmation-texts';
import { type Html, html, nothing } from './mail-html.ts';
import { mailColours as c, type MailingShop, mailPage } from './mail-layout.ts';
import { button, heading, lead, orderBox, paragraph, section } from './mail-parts.ts';
import {
  billingText,
  type ConfirmedLine,
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
import { orderConfirmationText } from './order-confirmation-text.ts';
import type { WrittenMail } from './write-mail.ts';

/** The mail of a placed order (DEC-12, DEC-43); its link to confirm is in it where the order waits for that. */
export const orderConfirmationMail = (order: OrderConfirmation, shop: MailingShop, links: OrderLinks): WrittenMail => ({
  recipient: order.email,
  subject: `¡Gracias por tu compra! Orden ${order.number}`,
  html: mailPage({
    title: `Orden ${order.number}`,
    preview: `Recibimos tu pedido ${order.number} por ${formatQ(order.total)}.`,
    ...shop,
    body: orderBody(order, shop.publicUrl, links),
  }),
  text: orderConfirmationText(order, shop, links),
});

const orderBody = (order: OrderConfirmation, publicUrl: string, links: OrderLinks): Html => html`
${heading(thanksOf(order))}
${lead('Recibimos tu pedido. Guarda este número, lo necesitarás para cualquier consulta.')}
${orderBox(order)}
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
