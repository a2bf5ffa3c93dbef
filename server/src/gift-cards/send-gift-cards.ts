import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { JobLog } from '../jobs/worker.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database } from '../platform/database.ts';
import { withoutValues } from '../platform/logged-error.ts';
import { newGiftCardCode } from './gift-card-code.ts';
import { giftCardMail } from './gift-card-mail.ts';
import {
  beforeAllLines,
  claimGiftCards,
  type DueGiftCard,
  findDueGiftCards,
  insertGiftCards,
} from './gift-cards.store.ts';

const portion = 50;

export interface SendDeps {
  db: Pick<Database, 'write' | 'transaction'>;
  log: JobLog;
}

/**
 * Sends the gift cards whose order is paid and whose date has come in Guatemala (GIFT-04, DEC-83); answers how many lines.
 * Codes and mail are written together, once for a line, however many workers look at it.
 */
export async function sendGiftCards(deps: SendDeps, shop: MailingShop, now: Date): Promise<number> {
  const today = guatemalaDate(now);
  let sent = 0;
  for (let after: typeof beforeAllLines | undefined = beforeAllLines; after !== undefined; ) {
    const due: DueGiftCard[] = await findDueGiftCards(deps.db.write, today, after, portion);
    for (const line of due) if (await trySending(deps, shop, line, now)) sent += 1;
    after = due.at(-1);
  }
  return sent;
}

/** Whether this call has sent it. A line that fails is left for the next run, and holds up no other. */
async function trySending({ db, log }: SendDeps, shop: MailingShop, line: DueGiftCard, now: Date): Promise<boolean> {
  try {
    return await sendLine(db, shop, line, now);
  } catch (error) {
    const { orderId, position } = line;
    log.error({ orderId, position, err: withoutValues(error) }, 'gift cards could not be sent');
    return false;
  }
}

const sendLine = (db: Pick<Database, 'transaction'>, shop: MailingShop, line: DueGiftCard, now: Date) =>
  db.transaction(async (tx) => {
    const units = await claimGiftCards(tx, line, now);
    if (units === 0) return false;
    const codes = Array.from({ length: units }, newGiftCardCode);
    await insertGiftCards(tx, line, codes, now);
    await writeMail(tx, `gift-card:${line.orderId}:${line.position}`, giftCardMail(line, codes, shop), now);
    return true;
  });
