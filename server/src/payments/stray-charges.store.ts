import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos, subtract } from '@ceiba/domain/money/money';
import { statement, type Tx } from '../platform/db/database.ts';
import type { BankCharge } from './gateway.ts';

const selectStray = statement<{ key: string }, [keys: readonly string[], amounts: readonly number[]]>(
  'payments.stray-charges',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, amount)
     left join payments p on p.id = c.key
     left join orders o on o.id = p.order_id
   where p.amount is distinct from c.amount
     or not (p.status = 'approved' and (o.status in ('pending_payment', 'processing', 'shipped', 'delivered', 'undelivered')
         -- Its shipments were canceled one by one, each of which is owed (refund-of-lost-shipment).
         or o.status = 'canceled' and exists (select from money_movements m where m.order_id = o.id and m.kind = 'refund_due'))
       -- On its way back, which reversal-not-stuck watches.
       or o.status in ('void', 'canceled') and (p.status = 'reversing'
         -- What is left of it is refunded, which refund-not-stuck watches (and findUnlikeRefunds), or was given out at a till.
         or p.status = 'reversed' and exists (select from refunds r where r.payment_id = p.id and r.amount > 0)
         -- Given back while the bank's list was read.
         or p.status = 'reversed' and p.decided_at > now() - interval '1 minute'))`,
);

/** Keys of charges that pay no live order of ours, or another amount than ours. */
export async function findStrayCharges(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const rows = await selectStray(tx, [charges.map(({ key }) => key), charges.map(({ amount }) => amount)]);
  return rows.map(({ key }) => key);
}

const selectUnlikeRefunds = statement<{ key: string }, [keys: readonly string[], given: readonly number[]]>(
  'payments.refunds-unlike-bank',
  `select c.key from unnest($1::uuid[], $2::bigint[]) as c (key, given) join payments p on p.id = c.key,
     lateral (select coalesce(sum(amount) filter (where kind in ('refund', 'reversal')), 0) as told,
       coalesce(sum(amount) filter (where kind = 'refund' and at < now() - interval '1 day'), 0) as told_before
       from money_movements m where m.order_id = p.order_id) m,
     -- The bank may have done it already, or be at it; what goes to a till is none of its.
     lateral (select coalesce(sum(amount), 0) as asked
       from refunds r where r.payment_id = p.id and r.destination = 'origin' and r.state <> 'done') r
   where p.status in ('approved', 'reversing', 'reversed')
     and (c.given > m.told + r.asked + case p.status when 'reversing' then p.amount else 0 end or c.given < m.told_before)`,
);

/** Keys of charges of which the bank has given back more than our movements say, or, a day after they said so, less. */
export async function findUnlikeRefunds(tx: Tx, charges: readonly BankCharge[]): Promise<string[]> {
  const given = charges.map(({ amount, outstanding }) => subtract(amount, outstanding));
  const rows = await selectUnlikeRefunds(tx, [charges.map(({ key }) => key), given]);
  return rows.map(({ key }) => key);
}

/** A payment of ours, as far as a charge with its key is concerned. */
export interface OwnPayment {
  orderId: string;
  orderNumber: string | null;
  status: string;
  amount: Centavos;
  acquirer: string | null;
  askedAt: Date;
  /** Parts of it are given back, or are to be. */
  isRefunded: boolean;
}

const selectOwn = statement<
  {
    order_id: string;
    number: number | null;
    status: string;
    amount: number;
    acquirer: string | null;
    created_at: Date;
    is_refunded: boolean;
  },
  [key: string]
>(
  'payments.own',
  `select p.order_id, o.number, p.status, p.amount, p.acquirer, p.created_at,
     exists (select from refunds r where r.payment_id = p.id and r.amount > 0 and r.destination <> 'bill') as is_refunded
   from payments p join orders o on o.id = p.order_id where p.id = $1`,
);

/** Undefined where no payment of ours has this key. */
export async function findOwnPayment(tx: Tx, key: string): Promise<OwnPayment | undefined> {
  const [row] = await selectOwn(tx, [key]);
  return (
    row && {
      orderId: row.order_id,
      orderNumber: row.number === null ? null : String(row.number),
      status: row.status,
      amount: centavos(row.amount),
      acquirer: row.acquirer,
      askedAt: row.created_at,
      isRefunded: row.is_refunded,
    }
  );
}

const beginReversal = statement<{ id: string }, [key: string, gatewayId: string, by: Actor, reason: string]>(
  'payments.reverse-refused',
  `with due as (
     update payments set status = 'reversing', reverse_after = clock_timestamp(), decided_at = clock_timestamp(),
       gateway_id = $2, decided_by = $3::jsonb, reason = $4
     where id = $1 and status = 'refused' returning id),
   job as (select graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders') from due)
   select id from due, (select count(*) from job) j`,
);

/** The bank has charged a payment that we call refused: captured, and due to be reversed; false when it is refused no longer. */
export const reverseRefused = async (
  tx: Tx,
  key: string,
  { gatewayId, actor, reason }: { gatewayId: string; actor: Actor; reason: string },
): Promise<boolean> => (await beginReversal(tx, [key, gatewayId, actor, reason])).length === 1;

const insertStray = statement<
  object,
  [kind: string, amount: number, acquirer: string, key: string, by: Actor, reason: string]
>(
  'payments.move-stray-money',
  `insert into money_movements (order_id, kind, amount, acquirer, reference, actor, reason)
   values (null, $1::money_movement_kind, $2, $3, $4, $5::jsonb, $6)
   on conflict (reference, kind) where order_id is null do nothing`,
);

/** What came, or went back, of a charge without an order; written once. */
export const moveStrayMoney = async (
  tx: Tx,
  moved: {
    kind: 'capture' | 'reversal';
    key: string;
    amount: Centavos;
    acquirer: string;
    actor: Actor;
    reason: string;
  },
): Promise<void> => {
  const { kind, amount, acquirer, key, actor, reason } = moved;
  await insertStray(tx, [kind, amount, acquirer, key, actor, reason]);
};

const selectCaptured = statement<{ amount: number }, [key: string]>(
  'payments.stray-capture',
  `select c.amount from money_movements c where c.order_id is null and c.kind = 'capture' and c.reference = $1
     and not exists (select from money_movements r where r.order_id is null and r.kind = 'reversal' and r.reference = $1)`,
);

/** Amount of a charge without an order whose reversal was begun and not written to its end; undefined = there is none. */
export async function findOpenStray(tx: Tx, key: string): Promise<Centavos | undefined> {
  const [row] = await selectCaptured(tx, [key]);
  return row && centavos(row.amount);
}
