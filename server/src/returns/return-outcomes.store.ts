import type { Actor } from '@ceiba/domain/actors/actor';
import { atPlaces, type ReturnOutcome } from '@ceiba/domain/returns/return-outcome';
import type { RefundInMail } from '../notifications/refund-texts.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { advisorStore, mailedPoints, mailedShortfall } from '../refunds/mailed-refund.store.ts';
import { amountDueSql } from '../refunds/refunds.store.ts';
import type { DeskReturn } from './desk-returns.store.ts';

const selectUnknown = statement(
  'returns.unknown-stores',
  `select code from unnest($1::text[]) as code where not exists (select from stores s where s.store_code = code) limit 1`,
  { code: neverNull() },
);

/** Returns one of these codes that is not the code of a store. Undefined if all are codes of stores. */
export const findUnknownStore = async (tx: Tx, codes: readonly string[]): Promise<string | undefined> =>
  (await selectUnknown(tx, [codes]))[0]?.code;

const insert = statement(
  'returns.insert-outcomes',
  // A trigger adds the units to their return and moves the accepted ones (`carry_out_outcomes`).
  `insert into return_outcomes (return_id, fate, quantity, store_code, reason, actor)
   select $1, u.fate, u.quantity, u."storeCode", u.reason, $3::jsonb
   from jsonb_to_recordset($2::jsonb) as u (fate text, quantity integer, "storeCode" text, reason text)
   returning id`,
);

/**
 * Writes outcomes. Goods that are not restocked get the places that they came back to. The caller has locked the order. @throws
 * if the return has fewer units left; a constraint of the database checks this
 */
export const insertOutcomes = async (
  tx: Tx,
  { id, toDecide }: Pick<DeskReturn, 'id' | 'toDecide'>,
  outcomes: readonly ReturnOutcome[],
  actor: Actor,
): Promise<void> => {
  await insert(tx, [id, JSON.stringify(atPlaces(outcomes, toDecide.places)), actor]);
};

/** Further data of a refund for mails: how its order is paid, the amount set off, and its points. */
type RefundDetails = Pick<RefundInMail, 'payment' | 'owed' | 'payAt' | 'shortfall' | 'points'>;

const selectDetails = statement(
  'returns.refund-details',
  `select json_build_object('type', o.payment_type, 'plan', o.payment_plan, 'brand', p.card_brand, 'masked', p.card_masked) as payment,
     ${amountDueSql} as owed, ${mailedShortfall} as shortfall, ${mailedPoints} as points,
     ${advisorStore} as "payAt"
   from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id where r.id = $1`,
  {
    points: column<NonNullable<RefundDetails['points']>>(),
    payment: neverNull<{ type: string; plan: number; brand: string | null; masked: string | null }>(),
  },
);

export async function findRefundDetails(tx: Tx, refundId: string): Promise<RefundDetails> {
  const [row] = await selectDetails(tx, [refundId]);
  if (row === undefined) throw new Error(`refund ${refundId} is not there`);
  return { ...row, owed: row.owed, shortfall: row.shortfall };
}
