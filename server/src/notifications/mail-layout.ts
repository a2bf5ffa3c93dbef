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

/** The same by night: text stays readable on what it stands on (mail-layout.test.ts). */
export const darkMailColours: Record<keyof typeof mailColours, string> = {
  canvas: '#0c1512',
  surface: '#14211c',
  sunken: '#1c2c26',
  tint: '#0f352b',
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
 * Mails say their colours where they use them, as most programs read nothing else; those that know dark mode read a style
 * sheet, too, which finds the colours by what is written there. White on a button or on the header stays white.
 */
const darkStyle = (): string => {
  const rules = [
    ...backgrounds.map(
      (name) => `[style*="background:${mailColours[name]}"]{background:${darkMailColours[name]}!important}`,
    ),
    ...textColours.map((name) => `[style*="color:${mailColours[name]}"]{color:${darkMailColours[name]}!important}`),
    // What is a link by its colour alone.
    `[style*="color:${mailColours.primary}"]{color:${darkMailColours.primaryInk}!important}`,
    `[style*="solid ${mailColours.border}"]{border-color:${darkMailColours.border}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
};

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
  /** Of mails that are no receipt: where whoever wants no more of them says so. */
  unsubscribeUrl?: string;
}

/** In the foot of those mails. */
export const unsubscribeText = 'Dejar de recibir estos avisos';

const c = mailColours;

/** Header, one column of at most 600 px, footer: tables and inline styles, the only layout every mail program knows. */
export const mailPage = ({ title, preview, publicUrl, policy, body, unsubscribeUrl }: MailFrame): string =>
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
<a href="${publicUrl}/" style="color:#ffffff;font-size:26px;font-weight:700;letter-spacing:-0.5px;text-decoration:none;">Ceiba<span style="color:${c.corn};">.</span></a>
</td></tr>
<tr><td style="background:${c.surface};border:1px solid ${c.border};border-top:0;border-radius:0 0 16px 16px;padding:32px;">
${body}
</td></tr>
<tr><td style="padding:20px 32px;color:${c.muted};font-size:12px;line-height:18px;text-align:center;">
Ceiba · Tecnología y hogar con envío a toda Guatemala<br>
Precios en quetzales (Q), IVA incluido. ¿Dudas? Llámanos al ${policy.supportPhone}.${unsubscribeUrl === undefined ? '' : unsubscribeLink(unsubscribeUrl)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.markup;

const unsubscribeLink = (url: string): Html =>
  html`<br><a href="${url}" style="color:${c.muted};text-decoration:underline;">${unsubscribeText}</a>`;

/** Our own constants, never anything from outside. */
const raw = (markup: string): Html => ({ markup: markup.replaceAll('"', '') });

const style: Html = { markup: darkStyle() };
