import { pickupCodeLabel } from './shipment-mails.ts';

const mask = '••••••';

const linkValue = /([?#&;]\w+=)[^\s"'<>&]+/g;
const pickupCode = new RegExp(`(${pickupCodeLabel}: )\\d+`, 'g');

/**
 * Masks everything in a mail's HTML or text that gives access: the tokens of its links, and the pickup code, so that the counter's staff
 * cannot take the goods (WORK-13).
 */
export const maskMail = (content: string): string =>
  content.replaceAll(linkValue, `$1${mask}`).replaceAll(pickupCode, `$1${mask}`);
