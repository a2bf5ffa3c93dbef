import { type Flags, readFlags } from '@ceiba/domain/flags/flags';
import type { ChargeableCard } from '../payments/saved-cards.store.ts';
import { chargeableCardJson, readChargeableCard, type StoredCard } from '../payments/saved-cards.store.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** The certificate in an open cart's slot, and the flags by which its program still pays (FLAG-02). */
export interface AppliedHold {
  /** Also the key of its hold at the program. */
  code: string;
  flags: Flags;
}

/** What an order is paid with that lies at the shop already, of one moment. */
export interface OrderMeans {
  hold: AppliedHold | null;
  /** The customer's own, kept by the acquirer that is to charge it. */
  savedCard: ChargeableCard | null;
}

export const noMeans: OrderMeans = { hold: null, savedCard: null };

interface MeansRow {
  certificate_code: string | null;
  flags: Record<string, boolean> | null;
  card: StoredCard | null;
}

const selectMeans = statement<MeansRow, [cart: string, card: string | null, customer: string | null, acquirer: string]>(
  'orders.means',
  `select (select certificate_code from carts where id = $1 and status = 'open') as certificate_code,
     (select jsonb_object_agg(name, enabled) from flags) as flags, ${chargeableCardJson('$2', '$3', '$4')} as card`,
);

/** One statement for both, before the claim: an order may not send many (ARCHITECTURE.md §8). `card`: null = none pays. */
export async function findMeans(
  tx: Tx,
  { cartId, card, acquirer }: { cartId: string; card: { id: string; customerId: string } | null; acquirer: string },
): Promise<OrderMeans> {
  const [row] = await selectMeans(tx, [cartId, card?.id ?? null, card?.customerId ?? null, acquirer]);
  if (row === undefined) return noMeans;
  const { certificate_code: code, flags } = row;
  return {
    hold: code === null ? null : { code, flags: readFlags(flags ?? {}) },
    savedCard: row.card && readChargeableCard(row.card),
  };
}
