import type { Actor } from '@ceiba/domain/actors/actor';
import { centavos } from '@ceiba/domain/money/money';
import { atPlaces, type ReturnOutcome } from '@ceiba/domain/returns/return-outcome';
import type { RefundToTell } from '../notifications/refund-texts.ts';
import { statement, type Tx } from '../platform/db/database.ts';
import { advisorStore, toldPoints, toldShortfall } from '../refunds/mailed-refund.store.ts';
import { stillToPay } from '../refunds/refunds.store.ts';
import type { DeskReturn } from './desk-returns.store.ts';

const selectUnknown = statement<{ code: string }, [codes: readonly string[]]>(
  'returns.unknown-stores',
  `select code from unnest($1::text[]) as code where not exists (select from stores s where s.store_code = code) limit 1`,
);

/** One of these that is no place of the shop's; undefined: all are. */
export const findUnknownStore = async (tx: Tx, codes: readonly string[]): Promise<string | undefined> =>
  (await selectUnknown(tx, [codes]))[0]?.code;

const insert = statement<{ id: number }, [returnId: string, outcomes: string, actor: Actor]>(
  'returns.insert-outcomes',
  // A trigger counts them at their return and moves what is kept (`carry_out_outcomes`).
  `insert into return_outcomes (return_id, fate, quantity, store_code, reason, actor)
   select $1, u.fate, u.quantity, u."storeCode", u.reason, $3::jsonb
   from jsonb_to_recordset($2::jsonb) as u (fate text, quantity integer, "storeCode" text, reason text)
   returning id`,
);

/**
 * Of goods that are not restocked with the places they came back to: its order is locked by the caller.
 *
 * @throws where the return has not so many units left: the database says so
 */
export const insertOutcomes = async (
  tx: Tx,
  { id, toDecide }: Pick<DeskReturn, 'id' | 'toDecide'>,
  outcomes: readonly ReturnOutcome[],
  actor: Actor,
): Promise<void> => {
  await insert(tx, [id, JSON.stringify(atPlaces(outcomes, toDecide.places)), actor]);
};

/** What of a refund its buyer is told beside what it is: how its order is paid, what is set off, what its points are. */
type RefundDetails = Pick<RefundToTell, 'payment' | 'owed' | 'payAt' | 'shortfall' | 'points'>;

const selectDetails = statement<
  Omit<RefundDetails, 'owed' | 'shortfall'> & { owed: number; shortfall: number },
  [refund: string]
>(
  'returns.refund-details',
  `select json_build_object('type', o.payment_type, 'plan', o.payment_plan, 'brand', p.card_brand, 'masked', p.card_masked) as payment,
     ${stillToPay} as owed, ${toldShortfall} as shortfall, ${toldPoints} as points,
     ${advisorStore} as "payAt"
   from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id where r.id = $1`,
);

export async function findRefundDetails(tx: Tx, refundId: string): Promise<RefundDetails> {
  const [row] = await selectDetails(tx, [refundId]);
  if (row === undefined) throw new Error(`refund ${refundId} is not there`);
  return { ...row, owed: centavos(row.owed), shortfall: centavos(row.shortfall) };
}
