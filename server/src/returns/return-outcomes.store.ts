import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { atPlaces, type PlaceLeft, type ReturnOutcome } from '@ceiba/domain/returns/return-outcome';
import { statement, type Tx } from '../platform/db/database.ts';
import { stillToPay } from '../refunds/refunds.store.ts';

/** A return as far as its outcomes are decided. */
export interface ReturnToDecide {
  id: string;
  /** Of its line. */
  position: number;
  kind: 'product' | 'service' | 'giftCard';
  /** It has stock. */
  isGoods: boolean;
  title: string;
  quantity: number;
  /** It was rejected or canceled. */
  hasEnded: boolean;
  email: string;
  decided: ReturnOutcome[];
}

const selectToDecide = statement<ReturnToDecide, [number: number]>(
  'returns.to-decide',
  `select r.id, r.position, l.kind, p.kind = 'goods' as "isGoods", l.title, r.quantity, num_nonnulls(r.rejected_at, r.canceled_at) > 0 as "hasEnded", o.email,
     (select coalesce(json_agg(json_build_object('fate', u.fate, 'quantity', u.quantity, 'storeCode', u.store_code, 'reason', u.reason)
        order by u.id), '[]') from return_outcomes u where u.return_id = r.id) as decided
   from returns r join orders o on o.id = r.order_id
     join order_lines l on l.order_id = r.order_id and l.position = r.position join products p on p.id = l.product_id
   where r.number = $1`,
);

/** As it stands; under the lock of its order nobody else decides anything of it. */
export const findReturnToDecide = async (tx: Tx, number: number): Promise<ReturnToDecide | undefined> =>
  (await selectToDecide(tx, [number]))[0];

const selectUnknown = statement<{ code: string }, [codes: readonly string[]]>(
  'returns.unknown-stores',
  `select code from unnest($1::text[]) as code where not exists (select from stores s where s.store_code = code) limit 1`,
);

/** One of these that is no place of the shop's; undefined: all are. */
export const findUnknownStore = async (tx: Tx, codes: readonly string[]): Promise<string | undefined> =>
  (await selectUnknown(tx, [codes]))[0]?.code;

const selectPlaces = statement<PlaceLeft, [returnId: string]>(
  'returns.places-left',
  `select c.store_code as "storeCode", (sum(c.quantity) - coalesce((
       select sum(u.quantity) from returns other
         join order_lines k on k.order_id = other.order_id and k.position = other.position and k.product_id = l.product_id
         join return_outcomes u on u.return_id = other.id and u.store_code = c.store_code
       where other.order_id = r.order_id), 0))::integer as units
   from returns r join order_lines l on l.order_id = r.order_id and l.position = r.position
     join shipments s on s.order_id = r.order_id and s.state = 'delivered'
     join stock_claims c on c.order_id = s.order_id and c.n = s.n and c.product_id = l.product_id and c.released_at is null
     left join shipment_lines h on h.order_id = s.order_id and h.n = s.n and h.position = r.position
   where r.id = $1 group by r.order_id, l.product_id, c.store_code
   -- Those of its own line first: another of the order may have the same product.
   order by min(s.n) filter (where h.n is not null) nulls last, sum(c.quantity) desc, c.store_code`,
);

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
  returnId: string,
  outcomes: readonly ReturnOutcome[],
  actor: Actor,
): Promise<void> => {
  const placed = atPlaces(outcomes, await selectPlaces(tx, [returnId]));
  await insert(tx, [returnId, JSON.stringify(placed), actor]);
};

/** How the order of a return is paid, as its buyer is told. */
export interface ReturnPayment {
  payment: { type: string; plan: number; brand: string | null; masked: string | null };
  /** What is still to be paid of an order that nobody has paid yet. */
  owed: Centavos;
  /** The store whose till it was paid at; null = it is not known, or there is none. */
  payAt: string | null;
}

const selectPayment = statement<
  { payment: ReturnPayment['payment']; owed: number; pay_at: string | null },
  [order: string]
>(
  'returns.payment',
  `select json_build_object('type', o.payment_type, 'plan', o.payment_plan, 'brand', p.card_brand, 'masked', p.card_masked) as payment,
     ${stillToPay} as owed,
     (select t.name from carts k join advisors a on a.hash = k.advisor_hash join stores t on t.store_code = a.store_code
        where k.id = o.cart_id) as pay_at
   from orders o join payments p on p.order_id = o.id where o.id = $1`,
);

export async function findReturnPayment(tx: Tx, orderId: string): Promise<ReturnPayment> {
  const [row] = await selectPayment(tx, [orderId]);
  if (row === undefined) throw new Error(`order ${orderId} has no payment`);
  return { payment: row.payment, owed: centavos(row.owed), payAt: row.pay_at };
}
