import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { type Html, html, nothing } from './mail-html.ts';
import { mailColours as c } from './mail-layout.ts';

/** "Ana, cancelamos tu pedido", and "Cancelamos tu pedido" where no name may be quoted (record 0078). */
export const addressed = (firstName: string | null, text: string): string =>
  firstName === null ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${firstName}, ${text}`;

/** What the mails about an order are made of. */
export const heading = (text: string): Html => html`
<h1 style="margin:0 0 8px;font-size:26px;line-height:32px;letter-spacing:-0.5px;color:${c.ink};">${text}</h1>`;

export const lead = (text: string): Html => html`
<p style="margin:0 0 20px;font-size:16px;line-height:24px;color:${c.soft};">${text}</p>`;

/** What is told beside its total of an order that is to be paid: null where that is all of it, or nothing. */
export const toPayOf = ({ owed, total }: { owed: Centavos; total: Centavos }): Centavos | null =>
  owed > 0 && owed < total ? owed : null;

/** The same in words, for programs that show no HTML. */
export const toPayTexts = (toPay: Centavos | null): string[] =>
  toPay === null ? [] : [`Por pagar: ${formatQ(toPay)}`];

/** `toPay`: what of the total is still to be paid, where that is told. */
export const orderBox = ({
  number,
  total,
  toPay = null,
}: {
  number: string;
  total: Centavos;
  toPay?: Centavos | null;
}): Html => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${c.tint};border-radius:12px;">
<tr><td style="padding:16px 20px;font-size:14px;line-height:20px;color:${c.primaryInk};">Orden<br><strong style="font-size:22px;line-height:28px;letter-spacing:0.5px;">${number}</strong></td>
<td align="right" style="padding:16px 20px;font-size:14px;line-height:20px;color:${c.primaryInk};">Total<br><strong style="font-size:22px;line-height:28px;">${formatQ(total)}</strong></td></tr>${toPay === null ? nothing : toPayRow(toPay)}
</table>`;

const toPayRow = (toPay: Centavos): Html => html`
<tr><td style="padding:0 20px 16px;font-size:14px;line-height:20px;color:${c.primaryInk};">Por pagar</td>
<td align="right" style="padding:0 20px 16px;font-size:14px;line-height:20px;color:${c.primaryInk};"><strong>${formatQ(toPay)}</strong></td></tr>`;

export const section = (title: string): Html => html`
<h2 style="margin:28px 0 10px;padding-top:20px;border-top:1px solid ${c.border};font-size:18px;line-height:24px;color:${c.ink};">${title}</h2>`;

const paragraphOf = (content: Html): Html => html`
<p style="margin:0 0 4px;font-size:15px;line-height:22px;color:${c.soft};">${content}</p>`;

export const paragraph = (text: string): Html => paragraphOf(html`${text}`);

/** The first place at which the text names the address `url`, if it does, is a link. */
export const linkedParagraph = (text: string, url: string): Html => {
  const at = text.indexOf(url);
  if (at < 0) return paragraph(text);
  const link = html`<a href="${url}" style="color:${c.primary};word-break:break-word;">${url}</a>`;
  return paragraphOf(html`${text.slice(0, at)}${link}${text.slice(at + url.length)}`);
};

/** `space`: pixels above it. */
export const button = (text: string, link: string, space: 12 | 28): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:${space}px;"><tr><td style="background:${c.primary};border-radius:999px;">
<a href="${link}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;">${text}</a>
</td></tr></table>`;
