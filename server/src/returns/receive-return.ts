import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { returnNumberText } from '@ceiba/domain/returns/return-window';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database } from '../platform/database.ts';
import { findReturn, markReceived, type OperatorReturn } from './operator-returns.store.ts';
import { returnArrivedMail } from './return-mails.ts';

/** `isChanged`: it had not been received before. */
export interface ReceivedReturn {
  found: OperatorReturn;
  isChanged: boolean;
}

/** Writes that the goods of a return have arrived, with the mail that says so; a second time changes nothing. */
export const receiveReturn = (
  db: Pick<Database, 'transaction'>,
  number: number,
  { publicUrl, policy, now }: { publicUrl: string; policy: ShopPolicy; now: Date },
): Promise<Result<ReceivedReturn, { code: 'RETURN_UNKNOWN' }>> =>
  db.transaction(async (tx) => {
    const id = await markReceived(tx, number, now);
    const found = await findReturn(tx, number);
    if (found === undefined) return refuse({ code: 'RETURN_UNKNOWN' });
    if (id === undefined) return ok({ found, isChanged: false });
    const told = { ...found, number: returnNumberText(number), orderNumber: String(found.orderNumber) };
    await writeMail(tx, `return-received:${id}`, returnArrivedMail(told, { publicUrl, policy }), now);
    return ok({ found, isChanged: true });
  });
