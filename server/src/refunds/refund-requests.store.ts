import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { builtStatement, type Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { CanceledUnits, DeskRefundInput } from './refund-at-desk.ts';
import type { NewRefund } from './refunds.store.ts';

const lockGiven = statement('refunds.given-alone', 'select lock_given_alone($1, $2) as given', { given: neverNull() });

/**
 * Returns the amount that a person has refunded alone since a moment, in centavos of money, points and gift cards (WORK-19). Locks the
 * person's row until the transaction ends, so that the second of two concurrent refunds counts the first.
 */
export const lockRefundedAlone = async (tx: Tx, staffId: string, since: Date): Promise<Centavos> =>
  centavos((await lockGiven(tx, [staffId, since]))[0]?.given ?? 0);

/** A requested refund that waits for another person's decision. */
export interface RefundRequest {
  id: string;
  orderNumber: string;
  asked: DeskRefundInput;
  /** The units that the refund would have canceled when it was requested. */
  canceled: readonly CanceledUnits[];
  amount: Centavos;
  state: 'awaiting_approval' | 'rejected' | 'done';
  actor: Actor;
  createdAt: Date;
}

/** A request as its row stores it. */
interface StoredRequest extends Omit<DeskRefundInput, 'lines'> {
  lines: readonly { position: number; units: number; n?: number | undefined }[];
  canceled: readonly { n: number; position: number; quantity: number }[];
  /** The refund as it would have been at the time of the request. The desk shows it until the decision. */
  told: object;
}

/** Converts units to the form that requests and the audit store: `n` is the number of the shipment. */
export const storedUnits = <Units extends { shipmentNumber?: number | undefined }>(list: readonly Units[]) =>
  list.map((each) => {
    const n: Units['shipmentNumber'] = each.shipmentNumber;
    const { shipmentNumber: _, ...units } = each;
    return { ...units, n };
  });

const insert = statement(
  'refunds.ask',
  // The request counts as a change of the order. A save with an older version is therefore refused (OFF-21).
  `with raised as (update orders set version = version + 1, updated_at = $8 where id = $2)
   insert into refund_requests (id, order_id, asked, amount, destination, state, actor, reason, created_at)
   values ($1, $2, $3::jsonb, $4, $5, 'awaiting_approval', $6::jsonb, $7, $8)`,
);

/** Stores a refund that waits for another person's decision. The caller has locked the order. */
export const insertRequest = async (
  tx: Tx,
  request: Omit<RefundRequest, 'orderNumber' | 'state' | 'createdAt'> & {
    orderId: string;
    /** The refund as it would be now. The desk shows it until the decision. */
    preview: Pick<
      NewRefund,
      'amount' | 'pointsAmount' | 'giftCardAmount' | 'shipping' | 'donation' | 'goodwill' | 'lines' | 'destination'
    >;
  },
  now: Date,
): Promise<void> => {
  const { id, orderId, asked, canceled, amount, actor, preview } = request;
  const { amount: money, pointsAmount, giftCardAmount, shipping, donation, goodwill, destination, lines } = preview;
  const shown = { money, pointsAmount, giftCardAmount, shipping, donation, goodwill };
  const stored: StoredRequest = {
    ...asked,
    lines: storedUnits(asked.lines),
    canceled: storedUnits(canceled),
    told: { ...shown, lines: storedUnits(lines) },
  };
  await insert(tx, [id, orderId, stored, amount, destination, actor, asked.reason, now]);
};

const select = (lock: string) =>
  builtStatement<
    Omit<RefundRequest, 'asked' | 'canceled' | 'amount'> & {
      asked: StoredRequest;
      amount: number;
    },
    [id: string]
  >(
    `refunds.request${lock === '' ? '' : '-locked'}`,
    `select q.id, o.number::text as "orderNumber", q.asked, q.amount, q.state, q.actor, q.created_at as "createdAt"
     from refund_requests q join orders o on o.id = q.order_id where q.id::text = $1${lock}`,
  );
const selectRequest = select('');
const selectLocked = select(' for update of q');

const requestOf = ({ asked, amount, ...row }: Awaited<ReturnType<typeof selectRequest>>[number]): RefundRequest => {
  const { lines, canceled, told: _, ...rest } = asked;
  return {
    ...row,
    asked: { ...rest, lines: lines.map(({ n, ...line }) => ({ ...line, shipmentNumber: n })) },
    canceled: canceled.map(({ n, ...units }) => ({ ...units, shipmentNumber: n })),
    amount: centavos(amount),
  };
};

/** Finds a request. Undefined if no refund with this id ever waited for a decision. */
export async function findRequest(tx: Tx, id: string): Promise<RefundRequest | undefined> {
  const [row] = await selectRequest(tx, [id]);
  return row && requestOf(row);
}

/** Finds a request and locks it until the transaction ends. The caller has locked the order before (record 0034). */
export async function lockRequest(tx: Tx, id: string): Promise<RefundRequest | undefined> {
  const [row] = await selectLocked(tx, [id]);
  return row && requestOf(row);
}

const decide = statement(
  'refunds.decide-request',
  `update refund_requests set state = $2::refund_state, decided_by = $3, rejection = $4, decided_at = $5
   where id = $1 and state = 'awaiting_approval'`,
);

/** Records who decided a request that the caller has locked. `rejection`: the reason. Null if the request is approved. */
export const decideRequest = async (
  tx: Tx,
  { id, by, rejection }: { id: string; by: string; rejection: string | null },
  now: Date,
): Promise<void> => {
  await decide(tx, [id, rejection === null ? 'done' : 'rejected', by, rejection, now]);
};
