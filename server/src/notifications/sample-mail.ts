import { type MailKind, sampleMailText } from '@ceiba/domain/policies/mail-texts';
import { type MailingShop, mailOf } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** Writes a mail with sample values of its fields, to preview its texts (PROD-30). The mail is never sent. */
export function sampleMail(mail: MailKind, recipient: string, shop: MailingShop): WrittenMail {
  const { subject, opening } = sampleMailText(mail, shop.policy.mailTexts, shop.policy.shopName);
  return mailOf({ recipient, subject, news: opening, parts: [] }, shop);
}
