import { linkPart, type MailingShop, mailOf } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

interface Mention {
  number: string;
  /** Who wrote the note. */
  by: string;
  /** Of the colleague. */
  email: string;
}

/** What a person of the desk is told who is mentioned in a note (WORK-23); what it says stays at the desk. */
export const orderMentionMail = ({ number, by, email }: Mention, shop: MailingShop): WrittenMail =>
  mailOf(
    {
      recipient: email,
      subject: `${by} te menciona en la orden ${number}`,
      news: 'Hay una nota para ti.',
      parts: [linkPart('Ver la orden', `${shop.publicUrl}/admin/ordenes/${number}`)],
    },
    shop,
  );
