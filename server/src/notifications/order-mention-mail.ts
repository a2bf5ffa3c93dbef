import { linkPart, type MailingShop, mailOf } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

interface Mention {
  number: string;
  /** Name of the note's author. */
  by: string;
  /** Address of the mentioned colleague. */
  email: string;
}

/** Writes the mail to a staff member who is mentioned in a note (WORK-23). The mail does not contain the note, which stays at the desk. */
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
