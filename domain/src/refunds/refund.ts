import { add, type Centavos, centavos, smaller, subtract, zero } from '../money/money.ts';
import { hasEnded, type ShipmentState } from '../orders/shipment.ts';
import { ok, type Result, refuse } from '../result.ts';

/** Why something is given back, by what the desk calls it. */
export type RefundCause = 'cancellation' | 'return' | 'shipment' | 'goodwill';

/**
 * Where the money of a refund goes: `origin` the card that paid, through its acquirer; `till` a store's, which gives it out; `transfer` an account that its buyer names (CASH-10); `giftCard` a new one, which is mailed (WORK-20); `bill` nowhere:
 * nobody has paid yet, and the order owes so much less.
 */
export type RefundDestination = 'origin' | 'till' | 'transfer' | 'giftCard' | 'bill';

/** A line as it was charged, and how many of its units were given back before. */
export interface RefundableLine {
  /** Centavos of all its units. */
  net: Centavos;
  quantity: number;
  refunded: number;
}

/** What the first `units` of a line are worth: in even parts, halves up, so that one after the other they come to its whole. */
const worthOfFirst = ({ net, quantity }: RefundableLine, units: number): Centavos => {
  const [part, of] = [BigInt(net) * BigInt(units) * 2n + BigInt(quantity), BigInt(quantity) * 2n];
  return centavos(Number(part / of));
};

/**
 * What the next `units` of a line are worth (WORK-18): refunding every unit, one by one or together, gives its `net` exactly.
 *
 * @throws where no so many are left, or it is no whole number of at least one
 */
export function worthOfUnits(line: RefundableLine, units: number): Centavos {
  const until = line.refunded + units;
  if (!Number.isInteger(units) || units < 1 || until > line.quantity)
    throw new RangeError(`${units} units are not left`);
  return subtract(worthOfFirst(line, until), worthOfFirst(line, line.refunded));
}

/** Which units of a line go with a shipment, counted from 0; the first of them were given back before. */
export interface UnitsOfShipment {
  firstUnit: number;
  quantity: number;
  refunded: number;
}

/**
 * What the next `units` of a line are worth that go with a shipment. Each unit has one worth, wherever it goes: in whatever order they are
 * given back, all of a shipment come to what is asked for with it.
 *
 * @throws where no so many are left, or it is no whole number of at least one
 */
export function worthInShipment(
  { net, quantity }: Pick<RefundableLine, 'net' | 'quantity'>,
  held: UnitsOfShipment,
  units: number,
): Centavos {
  if (units > held.quantity - held.refunded) throw new RangeError(`${units} units are not left`);
  return worthOfUnits({ net, quantity, refunded: held.firstUnit + held.refunded }, units);
}

/** What the last `units` that go with a shipment are worth, those of them that were not given back before. */
export function worthOfLast(
  { net, quantity }: Pick<RefundableLine, 'net' | 'quantity'>,
  { firstUnit, ...held }: UnitsOfShipment,
  units: number,
): Centavos {
  const left = Math.min(units, held.quantity - held.refunded);
  return left === 0 ? zero : worthOfUnits({ net, quantity, refunded: firstUnit + held.quantity - left }, left);
}

/** In which turn units are given back: what was handed over, the first before the others; of the rest what may still change, is on its way, or lost. */
const turnOf = (state: ShipmentState): number => {
  if (state === 'delivered') return 0;
  if (hasEnded(state)) return 3;
  return state === 'packed' || state === 'sent' || state === 'at_store' ? 2 : 1;
};

/**
 * Shipments of an order in the turn in which their units are given back. Nobody knows which of a line's came back: of those that were handed
 * over what still misses some of its cash is first (`shortfall`), so that it is the same before the others are handed over, and after.
 */
export const inTurn = <S extends { n: number; state: ShipmentState; shortfall: number }>(
  shipments: readonly S[],
): S[] =>
  shipments.toSorted(
    (a, b) =>
      turnOf(a.state) - turnOf(b.state) ||
      (a.state === 'delivered' ? Number(b.shortfall > 0) - Number(a.shortfall > 0) || a.n - b.n : b.n - a.n),
  );

/** Takes so many units of these, each until it has no more; undefined where they have not so many. */
export function takeUnits<S extends Pick<UnitsOfShipment, 'quantity' | 'refunded'>>(
  from: readonly S[],
  units: number,
): { held: S; units: number }[] | undefined {
  let left = units;
  const taken = from.flatMap((held) => {
    const most = Math.min(left, held.quantity - held.refunded);
    left -= most;
    return most > 0 ? [{ held, units: most }] : [];
  });
  return left === 0 ? taken : undefined;
}

/**
 * What of units that are given back was never paid, and is set off: where less was collected with a shipment than was due (WORK-12), its own
 * units make up for that first, whenever they come back and whatever becomes of others. So all that comes back of it gives its worth less
 * what was missing, and whoever keeps something has paid for it. `missing`: by shipment, what was not set off before.
 */
export function shortfallsOf<S>(
  units: readonly { shipment: S; amount: Centavos }[],
  missing: ReadonlyMap<S, Centavos>,
): Centavos[] {
  const left = new Map(missing);
  return units.map(({ shipment, amount }) => {
    const most = left.get(shipment) ?? zero;
    const setOff = smaller(amount, most);
    left.set(shipment, subtract(most, setOff));
    return setOff;
  });
}

/** What an order was paid with and what of it was not given back yet. */
export interface MeansLeft {
  points: Centavos;
  giftCards: Centavos;
  payment: Centavos;
  /** What nobody has paid yet is owed less before anything is given back, and what a courier has goes back before cards that pay the rest. */
  isPaymentFirst: boolean;
}

/** What goes back each way. */
export type SplitRefund = Omit<MeansLeft, 'isPaymentFirst'>;

/**
 * Splits what is given back over the means it was paid with: points first, then gift cards, the rest to the payment. What nobody has paid is
 * owed less before that: what courier and till still ask for is worth what still comes.
 */
export function splitOverMeans(
  amount: Centavos,
  { isPaymentFirst, ...means }: MeansLeft,
): Result<SplitRefund, { code: 'REFUND_EXCEEDS_CAPTURED' }> {
  const split = { points: zero, giftCards: zero, payment: zero };
  let left = amount;
  for (const way of isPaymentFirst
    ? (['payment', 'points', 'giftCards'] as const)
    : (['points', 'giftCards', 'payment'] as const)) {
    split[way] = smaller(left, means[way]);
    left = subtract(left, split[way]);
  }
  return left > 0 ? refuse({ code: 'REFUND_EXCEEDS_CAPTURED' }) : ok(split);
}

/** A points certificate: what it is worth and of how many points, and how much of both was given back before. */
export interface CertificateLeft {
  amount: Centavos;
  points: number;
  givenAmount: Centavos;
  givenPoints: number;
}

/** How many points an amount of a certificate is; giving back all of it, in whatever parts, gives back all its points. */
export function pointsOf(certificate: CertificateLeft, amount: Centavos): number {
  const given = add(certificate.givenAmount, amount);
  if (given > certificate.amount) throw new RangeError('more points than the certificate has');
  const until = (BigInt(certificate.points) * BigInt(given)) / BigInt(certificate.amount);
  return Number(until) - certificate.givenPoints;
}

/** Days for which the account of a refund by transfer is still known once it was paid (CASH-10). */
export const accountKnownDays = 30;
