import type { ShopPolicy } from './shop-policy.ts';

/** A number of Guatemala in digits, with the country's prefix; null of what is not eight digits: nobody could dial it. */
const dialable = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '');
  return digits.length === 8 ? `502${digits}` : null;
};

/** "2232-0000" → "tel:+50222320000"; undefined of a number that cannot be dialled, which is then text and no link. */
export const supportPhoneLink = ({ supportPhone }: Pick<ShopPolicy, 'supportPhone'>): string | undefined => {
  const number = dialable(supportPhone);
  return number === null ? undefined : `tel:+${number}`;
};

/** Opens a chat with the shop; null where it has no number for that. */
export const supportChatLink = ({ supportWhatsApp }: Pick<ShopPolicy, 'supportWhatsApp'>): string | null => {
  const number = supportWhatsApp === null ? null : dialable(supportWhatsApp);
  return number === null ? null : `https://wa.me/${number}`;
};

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

/** "https://www.facebook.com/maya" → "Facebook"; of a network without a name here its host. */
export const socialName = (href: string): string => {
  const host = new URL(href).hostname.replace(/^(?:www|m|es-la)\./, '');
  return networks[host] ?? host;
};
