import type { ShopPolicy } from './shop-policy.ts';

/** Returns the digits of a Guatemalan number with the country code. Null without eight digits, because the number cannot be dialled. */
const dialable = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 8 ? `502${digits}` : null;
};

/** "2232-0000" → "tel:+50222320000". Undefined if the number cannot be dialled. The page then shows it without a link. */
export const supportPhoneLink = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string | undefined => {
  const number = dialable(supportPhone);
  return number === null ? undefined : `tel:+${number}`;
};

/** Returns the address that opens a chat with the shop. Null without a number for chats. */
export const supportChatLink = ({ supportWhatsApp }: Pick<ShopPolicy, 'supportWhatsApp'>): string | null => {
  const number = supportWhatsApp === null ? null : dialable(supportWhatsApp);
  return number === null ? null : `https://wa.me/${number}`;
};

/** Returns the address that opens a chat with a prepared first message (WA-01). Null without a number. */
export const askingLink = (policy: Pick<ShopPolicy, 'supportWhatsApp'>, message: string): string | null => {
  const chat = supportChatLink(policy);
  return chat === null ? null : `${chat}?text=${encodeURIComponent(message)}`;
};

export const askingTexts = {
  button: 'Consultar por WhatsApp',
  product: ({ title, sku, url }: { title: string; sku: string; url: string }): string =>
    `Hola, quiero consultar por ${title} (código ${sku}). ${url}`,
  cart: ({ code, url }: { code: string; url: string }): string =>
    `Hola, quiero consultar por mi carrito ${code}. ${url}`,
} as const;

const networks: Readonly<Record<string, string>> = {
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
  'x.com': 'X',
  'twitter.com': 'X',
  'linkedin.com': 'LinkedIn',
  'pinterest.com': 'Pinterest',
};

/** "https://www.facebook.com/maya" → "Facebook". Returns the host for other networks. */
export const socialName = (href: string): string => {
  const host = new URL(href).hostname.replace(/^(?:www|m|es-la)\./, '');
  return networks[host] ?? host;
};
