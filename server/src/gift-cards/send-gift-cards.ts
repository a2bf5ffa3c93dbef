import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database } from '../platform/database.ts';
import { newGiftCardCode } from './gift-card-code.ts';
import { giftCardMail } from './gift-card-mail.ts';
import { claimGiftCards, type DueGiftCard, findDueGiftCards, insertGiftCards } from './gift-cards.store.ts';

const portion = 50;

/**
 * Sends the gift cards whose order is paid and whose date has come in Guatemala (GIFT-04, DEC-83); answers how many lines.
 * Codes and mail are written together, once for a line, however many workers look at it.
 */
export async function sendGiftCards(db: Pick<Database, 'write' | 'transaction'>, shop: MailingShop, now: Date) {
  const today = guatemalaDate(now);
  let sent = 0;
  for (let due = await findDueGiftCards(db.write, today, portion); due.length > 0; ) {
    for (const line of due) if (await sendLine(db, shop, line, now)) sent += 1;
    due = await findDueGiftCards(db.write, today, portion);
  }
  return sent;
}

const sendLine = (db: Pick<Database, 'transaction'>, shop: MailingShop, line: DueGiftCard, now: Date) =>
  db.transaction(async (tx) => {
    if (!(await claimGiftCards(tx, line, now))) return false;
    const codes = Array.from({ length: line.quantity }, newGiftCardCode);
    await insertGiftCards(tx, line, codes, now);
    await writeMail(tx, `gift-card:${line.orderId}:${line.position}`, giftCardMail(line, codes, shop), now);
    return true;
  });
