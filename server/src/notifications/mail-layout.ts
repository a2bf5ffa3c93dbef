import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { inBrandColour } from '@ceiba/domain/policies/brand-colour';
import type { OwnMailTexts } from '@ceiba/domain/policies/mail-texts';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { WrittenMail } from './write-mail.ts';

/** Escapes text for HTML elements and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** HTML made by `html`. Any other value is treated as text. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[];

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** A template that escapes its values unless `html` made them. So typed text never becomes markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((text, index) => text + (index < parts.length ? markupOf(parts[index] ?? '') : '')).join(''),
});

export const nothing: Html = { markup: '' };

/** Colours of design/visual/tokens.css. They are copied, because mails do not support custom properties. */
export const mailColours = {
  canvas: '#fbf9f5',
  surface: '#ffffff',
  sunken: '#f5f1ea',
  tint: '#eef8f4',
  border: '#eae4d9',
  header: '#05382f',
  ink: '#14211c',
  soft: '#3f4c46',
  muted: '#5d6862',
  primary: '#00745b',
  primaryInk: '#05483b',
  corn: '#f0b429',
  inverseSoft: '#a9dfcc',
} as const;

/** The colours for dark mode. Text stays readable on its background (mail-layout.test.ts). */
export const darkMailColours: Record<keyof typeof mailColours, string> = {
  canvas: '#0c1512',
  surface: '#14211c',
  sunken: '#1c2c26',
  tint: '#05382f',
  border: '#2f423a',
  header: '#05382f',
  ink: '#f2f7f4',
  soft: '#cfdbd5',
  muted: '#a9b8b1',
  primary: '#00745b',
  primaryInk: '#a9dfcc',
  corn: '#f0b429',
  inverseSoft: '#a9dfcc',
};

const backgrounds = ['canvas', 'surface', 'sunken', 'tint'] as const;
const textColours = ['ink', 'soft', 'muted', 'primaryInk'] as const;

/**
 * Returns the style sheet for dark mode. A mail has inline colours, because most mail programs support nothing else. Programs with dark
 * mode also read a style sheet. Its rules select elements by their inline colour. White on a button or on the header stays white.
 */
const darkStyle = (): string => {
  const rules = [
    ...backgrounds.map(
      (name) => `[style*="background:${mailColours[name]}"]{background:${darkMailColours[name]}!important}`,
    ),
    ...textColours.map((name) => `[style*="color:${mailColours[name]}"]{color:${darkMailColours[name]}!important}`),
    // Links are found only by their colour.
    `[style*="color:${mailColours.primary}"]{color:${darkMailColours.primaryInk}!important}`,
    `[style*="solid ${mailColours.border}"]{border-color:${darkMailColours.border}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
};

const mailFont = "Figtree,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** Fields of the policy that mails show. `mailTexts`: the shop's own texts. A command has no own texts, and writes the standard texts. */
export type MailedPolicy = Pick<ShopPolicy, 'supportPhone' | 'shopName' | 'shopSentence' | 'shopColour'> & {
  mailTexts?: OwnMailTexts;
};

/** The shop's data that mails need. */
export interface MailingShop {
  /** Origin of the shop, without a trailing slash. */
  publicUrl: string;
  policy: MailedPolicy;
}

interface MailFrame extends MailingShop {
  title: string;
  /** The text that inboxes show beside the subject. */
  preview: string;
  body: Html;
  /** The address for unsubscribing. Only for mails that are not receipts. */
  unsubscribeUrl?: string;
}

/** The text of the unsubscribe link in a mail's footer. */
export const unsubscribeText = 'Dejar de recibir estos avisos';

const c = mailColours;

/** Renders a mail: header, one column of at most 600 px, footer. Uses tables and inline styles, the only layout that every mail program supports. */
export const mailPage = ({ title, preview, publicUrl, policy, body, unsubscribeUrl }: MailFrame): string =>
  inBrandColour(
    html`<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0;background:${c.canvas};font-family:${raw(mailFont)};color:${c.ink};">
<div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${c.canvas};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border-collapse:separate;">
<tr><td style="background:${c.header};border-radius:16px 16px 0 0;padding:22px 32px;">
<a href="${publicUrl}/" style="color:#ffffff;font-size:26px;font-weight:700;letter-spacing:-0.5px;text-decoration:none;">${policy.shopName}</a>
</td></tr>
<tr><td style="background:${c.surface};border:1px solid ${c.border};border-top:0;border-radius:0 0 16px 16px;padding:32px;">
${body}
</td></tr>
<tr><td style="padding:20px 32px;color:${c.muted};font-size:12px;line-height:18px;text-align:center;">
${[policy.shopName, policy.shopSentence].filter((text) => text !== '').join(' · ')}<br>
Precios en quetzales (Q), IVA incluido. ¿Dudas? Llámanos al ${policy.supportPhone}.${unsubscribeUrl === undefined ? '' : unsubscribeLink(unsubscribeUrl)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.markup,
    policy.shopColour,
  );

const unsubscribeLink = (url: string): Html =>
  html`<br><a href="${url}" style="color:${c.muted};text-decoration:underline;">${unsubscribeText}</a>`;

/** Marks text as HTML. Only for constants of the shop, never for values from outside. */
const raw = (markup: string): Html => ({ markup: markup.replaceAll('"', '') });

const style: Html = { markup: darkStyle() };

/** Returns "Ana, cancelamos tu pedido". Returns "Cancelamos tu pedido" if the mail may not contain a name (record 0051). */
export const addressed = (firstName: string | null, text: string): string =>
  firstName === null ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${firstName}, ${text}`;

/** Parts of the mails about an order. */
export const heading = (text: string): Html => html`
<h1 style="margin:0 0 8px;font-size:26px;line-height:32px;letter-spacing:-0.5px;color:${mailColours.ink};">${text}</h1>`;

export const lead = (text: string): Html => html`
<p style="margin:0 0 20px;font-size:16px;line-height:24px;color:${mailColours.soft};">${text}</p>`;

/** Returns the amount still to be paid, to show beside the total. Null if nothing was paid yet, or if nothing is owed. */
export const toPayOf = ({ owed, total }: { owed: Centavos; total: Centavos }): Centavos | null =>
  owed > 0 && owed < total ? owed : null;

/** Returns the line about the amount to pay, as plain text. */
const toPayTexts = (toPay: Centavos | null): string[] => (toPay === null ? [] : [`Por pagar: ${formatQ(toPay)}`]);

/** Draws the box of an order. `toPay`: the part of the total that is still to be paid. Null if it is not shown. */
const orderBox = ({
  number,
  total,
  toPay = null,
}: {
  number: string;
  total: Centavos;
  toPay?: Centavos | null;
}): Html => html`
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${mailColours.tint};border-radius:12px;">
<tr><td style="padding:16px 20px;font-size:14px;line-height:20px;color:${mailColours.primaryInk};">Orden<br><strong style="font-size:22px;line-height:28px;letter-spacing:0.5px;">${number}</strong></td>
<td align="right" style="padding:16px 20px;font-size:14px;line-height:20px;color:${mailColours.primaryInk};">Total<br><strong style="font-size:22px;line-height:28px;">${formatQ(total)}</strong></td></tr>${toPay === null ? nothing : toPayRow(toPay)}
</table>`;

const toPayRow = (toPay: Centavos): Html => html`
<tr><td style="padding:0 20px 16px;font-size:14px;line-height:20px;color:${mailColours.primaryInk};">Por pagar</td>
<td align="right" style="padding:0 20px 16px;font-size:14px;line-height:20px;color:${mailColours.primaryInk};"><strong>${formatQ(toPay)}</strong></td></tr>`;

export const section = (title: string): Html => html`
<h2 style="margin:28px 0 10px;padding-top:20px;border-top:1px solid ${mailColours.border};font-size:18px;line-height:24px;color:${mailColours.ink};">${title}</h2>`;

const paragraphOf = (content: Html): Html => html`
<p style="margin:0 0 4px;font-size:15px;line-height:22px;color:${mailColours.soft};">${content}</p>`;

export const paragraph = (text: string): Html => paragraphOf(html`${text}`);

/** Turns the first occurrence of the address `url` in the text into a link. */
export const linkedParagraph = (text: string, url: string): Html => {
  const at = text.indexOf(url);
  if (at < 0) return paragraph(text);
  const link = html`<a href="${url}" style="color:${mailColours.primary};word-break:break-word;">${url}</a>`;
  return paragraphOf(html`${text.slice(0, at)}${link}${text.slice(at + url.length)}`);
};

/** Draws a button. `space`: pixels above the button. */
export const button = (text: string, link: string, space: 12 | 28): Html => html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:${space}px;"><tr><td style="background:${mailColours.primary};border-radius:999px;">
<a href="${link}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;">${text}</a>
</td></tr></table>`;

/** A part of a mail, as HTML and as lines of plain text. If there are no lines, plain text leaves out the part. */
export interface MailPart {
  html: Html;
  lines: readonly string[];
}

/** Shows an order's number and total, and `toPay`, the part that is still to be paid. */
export const orderPart = (order: { number: string; total: Centavos; toPay?: Centavos | null }): MailPart => ({
  html: orderBox(order),
  lines: [`Orden ${order.number}`, `Total: ${formatQ(order.total)}`, ...toPayTexts(order.toPay ?? null)],
});

/** Returns a heading with its text. Line breaks stay. */
export const textPart = (title: string, lines: readonly string[]): MailPart => ({
  html: html`${section(title)}${lines.flatMap((line) => line.split('\n')).map(paragraph)}`,
  lines: [title, ...lines],
});

export const linkPart = (label: string, link: string): MailPart => ({
  html: button(label, link, 28),
  lines: [label, link],
});

/** The part has no lines, because the footer of plain text already contains the shop's address. */
export const backToShop = ({ publicUrl }: MailingShop): MailPart => ({
  html: button('Volver a la tienda', `${publicUrl}/`, 28),
  lines: [],
});

interface MailWords {
  recipient: string;
  subject: string;
  /** The heading. Default: the subject. */
  title?: string;
  /** The sentence with the news. Inboxes show it beside the subject. */
  news: string;
  parts: readonly MailPart[];
}

/** Returns the last lines of a mail's plain text: the shop's name and support number. */
export const mailFoot = ({ publicUrl, policy }: MailingShop): [string, string] => [
  `${policy.shopName} · ${publicUrl}/`,
  `Soporte ${policy.supportPhone}`,
];

/** Builds a mail whose HTML and plain text have the same parts. */
export const mailOf = (
  { recipient, subject, title = subject, news, parts }: MailWords,
  shop: MailingShop,
): WrittenMail => {
  const foot = mailFoot(shop);
  const sections = [[title, news], ...parts.map(({ lines }) => lines).filter(({ length }) => length > 0), foot];
  const body = html`${heading(title)}${lead(news)}${parts.map((part) => part.html)}`;
  return {
    recipient,
    subject,
    html: mailPage({ title: subject, preview: news, ...shop, body }),
    text: sections.map((lines) => lines.join('\n')).join('\n\n'),
  };
};
