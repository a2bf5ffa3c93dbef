import type { Actor } from '@ceiba/domain/actors/actor';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type ReturnReason, returnNumberText } from '@ceiba/domain/returns/return-window';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { type MailedReturn, returnArrivedMail } from './return-mails.ts';

/** A return as the shop's staff see it. */
export interface OperatorReturn {
  number: number;
  orderNumber: number;
  sku: string;
  title: string;
  quantity: number;
  reason: ReturnReason;
  description: string;
  requestedAt: Date;
  receivedAt: Date | null;
  /** True if the return was rejected or canceled. No goods will come. */
  hasEnded: boolean;
  email: string;
  firstName: string;
  phone: string;
  /** Paths of its pictures in the file store. */
  pictures: string[];
}

const columns = `r.number, o.number as "orderNumber", l.sku, l.title, r.quantity, r.reason, r.description,
  r.requested_at as "requestedAt", r.received_at as "receivedAt", num_nonnulls(r.rejected_at, r.canceled_at) > 0 as "hasEnded", o.email, coalesce(o.contact ->> 'firstName', '') as "firstName",
  coalesce(o.contact ->> 'phone', '') as phone, array(select p.path from return_pictures p where p.return_id = r.id order by p.n) as pictures`;

const rows = `from returns r join orders o on o.id = r.order_id
  join order_lines l on l.order_id = r.order_id and l.position = r.position`;

const selectOpen = statement(
  'returns.open',
  `select ${columns} ${rows} where r.received_at is null and r.rejected_at is null and r.canceled_at is null and r.number > $1 order by r.number limit $2`,
  {
    orderNumber: neverNull(),
    reason: column<ReturnReason>(),
    hasEnded: neverNull(),
  },
);

/** Lists returns with a higher number than `after` whose goods have not arrived yet, oldest first, at most `most`. */
export const listOpenReturns = (tx: Tx, after: number, most: number): Promise<OperatorReturn[]> =>
  selectOpen(tx, [after, most]);

const selectUndecided = statement(
  'returns.undecided',
  `select ${columns} ${rows} where r.received_at is not null and r.decided < r.quantity and r.number > $1 order by r.number limit $2`,
  {
    orderNumber: neverNull(),
    reason: column<ReturnReason>(),
    hasEnded: neverNull(),
  },
);

/** Lists returns with arrived goods and undecided units, as `listOpenReturns` does. */
export const listUndecidedReturns = (tx: Tx, after: number, most: number): Promise<OperatorReturn[]> =>
  selectUndecided(tx, [after, most]);

const selectOne = statement('returns.by-number', `select ${columns} ${rows} where r.number = $1`, {
  orderNumber: neverNull(),
  reason: column<ReturnReason>(),
  hasEnded: neverNull(),
});

export const findReturn = async (tx: Tx, number: number): Promise<OperatorReturn | undefined> =>
  (await selectOne(tx, [number]))[0];

const setReceived = statement(
  'returns.receive',
  // Locks the order first, as everywhere, so that it waits for concurrent decisions.
  `with held as (select id from orders where id = (select order_id from returns where number = $1) for update)
   update returns r set received_at = $2, approved_at = coalesce(approved_at, $2), answered_by = coalesce(answered_by, $3::jsonb) from held
   where r.number = $1 and r.order_id = held.id and r.received_at is null and r.rejected_at is null and r.canceled_at is null returning r.id`,
);

/**
 * Marks a return as received and returns its id. Undefined if it does not exist, or had arrived or ended before. The person who
 * receives an unapproved return approves it. Null if that person is unknown.
 */
export const markReceived = async (tx: Tx, number: number, now: Date, by: Actor | null): Promise<string | undefined> =>
  (await setReceived(tx, [number, now, by]))[0]?.id;

/** `isChanged`: true if the return was not received before. */
interface ReceivedReturn {
  found: OperatorReturn;
  isChanged: boolean;
}

/** Records that the goods of a return have arrived, with the mail about it. A second call changes nothing. */
export const receiveReturn = (
  db: Pick<Database, 'transaction'>,
  number: number,
  shop: MailingShop & { now: Date },
): Promise<Result<ReceivedReturn, { code: 'RETURN_UNKNOWN' | 'RETURN_ENDED' }>> =>
  db.transaction(async (tx) => {
    const id = await markReceived(tx, number, shop.now, null);
    const found = await findReturn(tx, number);
    if (found === undefined) return refuse({ code: 'RETURN_UNKNOWN' });
    if (found.hasEnded) return refuse({ code: 'RETURN_ENDED' });
    if (id === undefined) return ok({ found, isChanged: false });
    await mailArrived(tx, { ...found, id, orderNumber: String(found.orderNumber) }, shop);
    return ok({ found, isChanged: true });
  });

/** Notifies the buyer that the goods of a return have arrived. */
export const mailArrived = (
  tx: Tx,
  { id, number, ...found }: Omit<MailedReturn, 'number'> & { id: string; number: number },
  { now, ...shop }: MailingShop & { now: Date },
): Promise<void> =>
  writeMail(tx, `return-received:${id}`, returnArrivedMail({ ...found, number: returnNumberText(number) }, shop), now);
