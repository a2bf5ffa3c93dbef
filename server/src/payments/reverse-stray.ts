import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import type { AskedCharge, BankCharge, BankLedger, PaymentGateway } from './gateway.ts';
import {
  findOpenStray,
  findOwnPayment,
  findStrayCharges,
  moveStrayMoney,
  type OwnPayment,
  reverseRefused,
} from './stray-charges.store.ts';

/** The acquirer of now, and the shop's own books. */
export interface StrayDeps {
  db: Pick<Database, 'write'>;
  gateway: PaymentGateway;
  ledger: BankLedger;
}

/** What became of a charge that pays no live order. `due`: the reconciler reverses it, as its payment is ours. */
export type StrayEnd = { kind: 'reversed' | 'due' | 'reversed before'; amount: Centavos | null };

export type StrayRefusal =
  /** It pays a live order, which is canceled instead; or one that is being placed, which is settled instead. */
  | { code: 'PAYS_ORDER'; orderId: string; orderNumber: string | null }
  /** Its order is canceled, and it goes back in parts: reversed besides it would go back twice. */
  | { code: 'REFUNDED_IN_PARTS'; orderNumber: string | null }
  /** Another acquirer, or another account, was asked for it. */
  | { code: 'OTHER_ACQUIRER'; acquirer: string }
  /** The acquirer shows no such charge, or nothing is left of it. */
  | { code: 'NOT_CHARGED' }
  | { code: 'UNSETTLED'; reason: string };

/**
 * Gives back what the bank has taken and no live order of ours explains, as after the database was restored from a backup. Where the
 * payment is known and was called refused, it is captured and reversed the way of every payment. A charge that is nobody's here has no
 * order its money could be told of: it is captured and reversed among the movements by its key. Done again it changes nothing.
 */
export async function reverseStray(
  deps: StrayDeps,
  { key, actor, reason }: { key: string; actor: Actor; reason: string },
): Promise<Result<StrayEnd, StrayRefusal>> {
  const { db, gateway } = deps;
  const own = await findOwnPayment(db.write, key);
  if (own === undefined) return reverseNobodys(deps, { key, actor, reason });
  const { status, orderId, orderNumber, acquirer, amount } = own;
  if (status === 'approved' || status === 'pending') return refuse({ code: 'PAYS_ORDER', orderId, orderNumber });
  if (own.isRefunded) return refuse({ code: 'REFUNDED_IN_PARTS', orderNumber });
  if (acquirer !== null && acquirer !== gateway.account) return refuse({ code: 'OTHER_ACQUIRER', acquirer });
  if (status === 'reversing') return ok({ kind: 'due', amount });
  const found = await gateway.findByKey(chargeOf(key, own));
  if (found.kind === 'unknown') return refuse({ code: 'UNSETTLED', reason: found.reason });
  if (status === 'reversed') return reverseAgain(gateway, chargeOf(key, own), found.kind);
  if (found.kind === 'approved') {
    await reverseRefused(db.write, key, { gatewayId: found.gatewayId, actor, reason });
    return ok({ kind: 'due', amount });
  }
  // Of another amount than ours, it is no payment of that order.
  return found.kind === 'leftover' ? reverseNobodys(deps, { key, actor, reason }) : refuse({ code: 'NOT_CHARGED' });
}

const chargeOf = (key: string, { askedAt, amount }: OwnPayment): AskedCharge => ({ key, askedAt, amount });

/** Our books say that it was given back already: the bank alone has still to do it. */
async function reverseAgain(
  gateway: PaymentGateway,
  charge: AskedCharge,
  found: string,
): Promise<Result<StrayEnd, StrayRefusal>> {
  if (found !== 'approved' && found !== 'leftover') return ok({ kind: 'reversed before', amount: charge.amount });
  const left = await gateway.voidByKey(charge);
  if (left.kind === 'void' || left.kind === 'refused') return ok({ kind: 'reversed', amount: charge.amount });
  return refuse({ code: 'UNSETTLED', reason: left.kind === 'unknown' ? left.reason : left.kind });
}

async function reverseNobodys(
  { db, gateway, ledger }: StrayDeps,
  { key, actor, reason }: { key: string; actor: Actor; reason: string },
): Promise<Result<StrayEnd, StrayRefusal>> {
  const listed = await findInLedger(ledger, key);
  if (listed === 'unknown') return refuse({ code: 'UNSETTLED', reason: 'its list of charges cannot be read' });
  const open = await findOpenStray(db.write, key);
  const amount = listed?.outstanding ?? open;
  if (amount === undefined || (listed?.outstanding === 0 && open === undefined)) return refuse({ code: 'NOT_CHARGED' });
  const stray = { key, amount: open ?? amount, acquirer: gateway.account, actor, reason };
  // First: should this process die before the end, the guard names what was begun (`stray-money-returned`).
  await moveStrayMoney(db.write, { kind: 'capture', ...stray });
  if (listed !== undefined && listed.outstanding > 0) {
    const left = await gateway.voidByKey({ key, askedAt: listed.createdAt, amount: listed.amount });
    if (left.kind !== 'void' && left.kind !== 'refused')
      return refuse({ code: 'UNSETTLED', reason: left.kind === 'unknown' ? left.reason : left.kind });
  }
  await moveStrayMoney(db.write, { kind: 'reversal', ...stray });
  return ok({ kind: 'reversed', amount: stray.amount });
}

const everything = (ledger: BankLedger): Date =>
  new Date(Number.isFinite(ledger.reachMs) ? Date.now() - ledger.reachMs : 0);

/** The bank's list page by page, as far back as it reaches. */
async function readLedger(
  ledger: BankLedger,
  look: (page: readonly BankCharge[]) => Promise<boolean> | boolean,
): Promise<'read' | 'unknown'> {
  let after: string | null = null;
  do {
    const page = await ledger.listCharges(everything(ledger), after);
    if (page === 'unknown') return 'unknown';
    if (await look(page.approved)) return 'read';
    after = page.next;
  } while (after !== null);
  return 'read';
}

async function findInLedger(ledger: BankLedger, key: string): Promise<BankCharge | undefined | 'unknown'> {
  const found: BankCharge[] = [];
  const read = await readLedger(ledger, (page) => {
    found.push(...page.filter((charge) => charge.key === key));
    return found.length > 0;
  });
  return read === 'unknown' ? 'unknown' : found[0];
}

/** A charge of the bank's list that pays no live order. */
export interface StrayCharge extends BankCharge {
  /** The moment from which the charge is judged, while that lies ahead: until then its order may still be placed. Null: it is a stray. */
  judgedFrom: Date | null;
}

/** Every charge of the bank's list that pays no live order, in the list's order; those that are too young to be judged among them. */
export async function listStrays(
  { db, ledger }: Omit<StrayDeps, 'gateway'>,
  now: Date,
): Promise<StrayCharge[] | 'unknown'> {
  const strays: StrayCharge[] = [];
  const judgedFromOf = ({ createdAt }: BankCharge): Date | null => {
    const from = new Date(createdAt.getTime() + ledger.settlingMs);
    return from >= now ? from : null;
  };
  const read = await readLedger(ledger, async (page) => {
    const due = page.filter(({ outstanding }) => outstanding > 0);
    const keys = new Set(due.length === 0 ? [] : await findStrayCharges(db.write, due));
    strays.push(
      ...due.filter(({ key }) => keys.has(key)).map((charge) => ({ ...charge, judgedFrom: judgedFromOf(charge) })),
    );
    return false;
  });
  return read === 'unknown' ? 'unknown' : strays;
}
