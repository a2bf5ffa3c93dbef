import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { type Html, html } from './mail-html.ts';

/** Colours of design/visual/tokens.css; mails know no custom properties. */
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

const mailFont = "Figtree,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/** What mails say of the shop itself. */
export interface MailingShop {
  /** Origin of the shop, without a trailing slash. */
  publicUrl: string;
  policy: Pick<ShopPolicy, 'supportPhone'>;
}

export interface MailFrame extends MailingShop {
  title: string;
  /** The line inboxes show beside the subject. */
  preview: string;
  body: Html;
}

const c = mailColours;

/** Header, one column of at most 600 px, footer: tables and inline styles, the only layout every mail program knows. */
export const mailPage = ({ title, preview, publicUrl, policy, body }: MailFrame): string =>
  html`<!doctype html>
<html lang="es-GT">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:${c.canvas};font-family:${raw(mailFont)};color:${c.ink};">
<div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${c.canvas};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border-collapse:separate;">
<tr><td style="background:${c.header};border-radius:16px 16px 0 0;padding:22px 32px;">
<a href="${publicUrl}/" style="color:#ffffff;font-size:26px;font-weight:700;letter-spacing:-0.5px;text-decoration:none;">Ceiba<span style="color:${c.corn};">.</span></a>
</td></tr>
<tr><td style="background:${c.surface};border:1px solid ${c.border};border-top:0;border-radius:0 0 16px 16px;padding:32px;">
${body}
</td></tr>
<tr><td style="padding:20px 32px;color:${c.muted};font-size:12px;line-height:18px;text-align:center;">
Ceiba · Tecnología y hogar con envío a toda Guatemala<br>
Precios en quetzales (Q), IVA incluido. ¿Dudas? Llámanos al ${policy.supportPhone}.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.markup;

/** Our own constants, never anything from outside. */
const raw = (markup: string): Html => ({ markup: markup.replaceAll('"', '') });
