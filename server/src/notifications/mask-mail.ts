import { pickupCodeLabel } from './shipment-mails.ts';

const mask = '••••••';

const linkValue = /([?#&;]\w+=)[^\s"'<>&]+/g;
const pickupCode = new RegExp(`(${pickupCodeLabel}: )\\d+`, 'g');

/**
 * A mail's HTML or text without what opens or hands over something to whoever knows it: the tokens of its links and the code of a pickup, which
 * guards the goods against the counter, too (WORK-13).
 */
export const maskMail = (content: string): string =>
  content.replaceAll(linkValue, `$1${mask}`).replaceAll(pickupCode, `$1${mask}`);
