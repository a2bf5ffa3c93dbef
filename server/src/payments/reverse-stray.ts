import type { Actor } from '@ceiba/domain/actors/actor';
import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import type { BankCharge, BankLedger, ChargeQuery, PaymentGateway } from './gateway.ts';
import {
  findOpenStray,
  findOwnPayment,
  findStrayCharges,
  moveStrayMoney,
  type OwnPayment,
  reverseRefused,
} from './stray-charges.store.ts';

/** The current acquirer, and the shop's database. */
export interface StrayDeps {
  db: Pick<Database, 'write'>;
  gateway: PaymentGateway;
  ledger: BankLedger;
}

/** The result of reversing a charge that pays no live order. `due`: the shop knows the payment, so the reconciler will reverse the charge. */
export type StrayEnd = { kind: 'reversed' | 'due' | 'reversed before'; amount: Centavos | null };

export type StrayRefusal =
  /** The charge pays a live order, which must be canceled instead. Or its order is being placed, and the reconciler will settle the charge. */
  | { code: 'PAYS_ORDER'; orderId: string; orderNumber: string | null }
  /** The charge's order is canceled and refunded in parts. A reversal would give the money back twice. */
  | { code: 'REFUNDED_IN_PARTS'; orderNumber: string | null }
  /** Another acquirer, or another account, made the charge. */
  | { code: 'OTHER_ACQUIRER'; acquirer: string }
  /** The acquirer shows no such charge, or nothing of the charge is left. */
  | { code: 'NOT_CHARGED' }
  | { code: 'UNSETTLED'; reason: string };

/**
 * Returns money that the bank has captured without a live order of the shop, for example after the database was restored from a backup. If
 * the shop has the payment but marked it as refused, the payment is captured and reversed like every payment. If the shop lacks the
 * payment, movements are recorded under the charge's key. A repeated call changes nothing.
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
  // A charge with another amount than the payment does not pay for that order.
  return found.kind === 'leftover' ? reverseNobodys(deps, { key, actor, reason }) : refuse({ code: 'NOT_CHARGED' });
}

const chargeOf = (key: string, { askedAt, amount }: OwnPayment): ChargeQuery => ({ key, askedAt, amount });

/** Reverses a charge that the shop's books already show as returned, because only the bank's reversal is missing. */
async function reverseAgain(
  gateway: PaymentGateway,
  charge: ChargeQuery,
  found: string,
): Promise<Result<StrayEnd, StrayRefusal>> {
  if (found !== 'approved' && found !== 'leftover') return ok({ kind: 'reversed before', amount: charge.amount });
  const keyState = await gateway.voidByKey(charge);
  if (keyState.kind === 'void' || keyState.kind === 'refused') return ok({ kind: 'reversed', amount: charge.amount });
  return refuse({ code: 'UNSETTLED', reason: keyState.kind === 'unknown' ? keyState.reason : keyState.kind });
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
  // The capture is recorded first. If this process dies before the end, the guard reports the charge (`stray-money-returned`).
  await moveStrayMoney(db.write, { kind: 'capture', ...stray });
  if (listed !== undefined && listed.outstanding > 0) {
    const keyState = await gateway.voidByKey({ key, askedAt: listed.createdAt, amount: listed.amount });
    if (keyState.kind !== 'void' && keyState.kind !== 'refused')
      return refuse({ code: 'UNSETTLED', reason: keyState.kind === 'unknown' ? keyState.reason : keyState.kind });
  }
  await moveStrayMoney(db.write, { kind: 'reversal', ...stray });
  return ok({ kind: 'reversed', amount: stray.amount });
}

const everything = (ledger: BankLedger): Date =>
  new Date(Number.isFinite(ledger.reachMs) ? Date.now() - ledger.reachMs : 0);

/** Reads the bank's list page by page, as far back as the list reaches. */
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

/** A charge in the bank's list that pays no live order. */
export interface StrayCharge extends BankCharge {
  /** A time in the future: until then the charge is not a stray, because its order may still be placed. Null if the charge is a stray. */
  judgedFrom: Date | null;
}

/** Returns every charge in the bank's list that pays no live order, in the list's order. Includes charges that are too recent to be strays. */
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
