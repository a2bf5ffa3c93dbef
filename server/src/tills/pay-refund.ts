import { randomUUID } from 'node:crypto';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ, toQuetzales, zero } from '@ceiba/domain/money/money';
import { accountKnownDays } from '@ceiba/domain/refunds/refund';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { backToShop, linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import { type GiveOutRefusal, giveOutRefund } from '../orders/store-payment/pay-at-store.ts';
import type { Author } from '../platform/audit/record-change.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';
import type { Refusal } from '../platform/http/route.ts';
import { lockPlacedOrder } from '../shipments/shipment-moves.store.ts';
import { type DueRefund, findDueRefund, forgetTransfers, markTransferred, setTransfer } from './due-refunds.store.ts';
import { type AtTill, lockOpenTill } from './pay-at-till.ts';
import { refuseAfterShortage, refuseOverdrawn } from './short-till.ts';
import { findVoucher } from './till-orders.store.ts';
import { assignTill, findOpenTills } from './tills.store.ts';

export interface PayRefundDeps {
  sealedSecrets: SealedSecrets;
  shop: MailingShop;
}

export interface PaidRefund {
  orderNumber: string;
  amount: Centavos;
  reference: string;
}

type PaidRefusal = Refusal<'NOT_FOUND' | 'VERSION_CONFLICT' | 'RECEIPT_USED'>;

export interface RefundToPay {
  refundId: string;
  reference: string;
  /** The due amount that the person saw. Undefined accepts any amount that is due now. */
  amount?: Centavos | undefined;
  /** At a till: in cash, or by reversing the voucher that paid the order. */
  means?: 'cash' | 'voucher' | undefined;
  /** Reason why an order paid by voucher is refunded in cash. */
  cashReason?: string | undefined;
}

const placeOf = (transferId: string): string => `transfer:${transferId}`;

/** Locks the order of a refund, and then reads the refunds that are due. */
async function lockRefund(tx: Tx, refundId: string): Promise<DueRefund | undefined> {
  const found = await findDueRefund(tx, refundId);
  if (found === undefined) return undefined;
  await lockPlacedOrder(tx, found.orderNumber);
  return findDueRefund(tx, refundId);
}

/**
 * Pays out an order's due refunds, once, from the cash in a till of a store of the order (CASH-04, CASH-10). Without `tillId`:
 * the only open till of the stores that the person may see.
 */
export async function payRefundAtTill(
  db: Database,
  deps: PayRefundDeps,
  { tillId, maySee }: Partial<Pick<AtTill, 'tillId'>> & Pick<AtTill, 'maySee'>,
  asked: RefundToPay,
  author: Author,
): Promise<Result<PaidRefund & { tillId: string }, PaidRefusal | Refusal<'TILL_CLOSED' | 'VALIDATION_ERROR'>>> {
  const tx = db.write;
  const due = await lockRefund(tx, asked.refundId);
  if (due === undefined) return refuse({ code: 'NOT_FOUND' });
  const chosen = tillId === undefined ? await onlyTill(tx, due, maySee) : ok(tillId);
  if (!chosen.ok) return chosen;
  const till = await lockOpenTill(tx, { tillId: chosen.value, maySee });
  if (!till.ok) return till;
  if (!due.stores.includes(till.value.storeCode)) return refuse(wrongTill('Este reembolso se paga en otra tienda.'));
  const isReversed = asked.means === 'voucher';
  const voucher = isReversed ? await findVoucher(tx, due.orderNumber) : undefined;
  const unexplained = voucherFault(due, asked) ?? reversalFault(voucher, till.value.session.id);
  if (unexplained !== undefined) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: unexplained } });
  const short = isReversed ? undefined : refuseAfterShortage(till.value);
  if (short !== undefined) return refuse(short);
  await assignTill(tx, { session: till.value.session.id, means: isReversed ? 'card' : 'cash' });
  const how = isReversed ? 'voucher' : 'cash';
  const paid = await giveOut(db, deps, { due, asked, reference: asked.reference, how }, author);
  if (!paid.ok) return paid;
  const emptied = isReversed ? undefined : await refuseOverdrawn(tx, till.value);
  return emptied === undefined ? ok({ ...paid.value, tillId: till.value.id }) : refuse(emptied);
}

/** Returns why a till may not pay the refund by this method. Undefined if it may. A card payment is refunded in cash only with a reason. */
function voucherFault(
  { voucher }: DueRefund,
  { means = 'cash', cashReason }: RefundToPay,
): Record<string, string> | undefined {
  if (means === 'voucher')
    return voucher === null ? { means: 'Esta orden no se pagó con un voucher: devuelve en efectivo.' } : undefined;
  if (voucher === null || cashReason !== undefined) return undefined;
  return { cashReason: `Se pagó con el voucher ${voucher}: anúlalo en la terminal, o escribe por qué se da efectivo.` };
}

/** A voucher is reversed at the till that has it, before its count. Another till would expect fewer vouchers than it received. */
function reversalFault(
  voucher: Awaited<ReturnType<typeof findVoucher>>,
  sessionId: string,
): Record<string, string> | undefined {
  if (voucher === undefined || voucher.sessionId === sessionId) return undefined;
  return voucher.isCounted
    ? { means: 'El voucher ya se contó al cerrar su caja: devuelve en efectivo y escribe por qué.' }
    : { means: `El voucher está en ${voucher.till}: anúlalo ahí.` };
}

const wrongTill = (text: string): Refusal<'VALIDATION_ERROR'> => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields: { tillId: text } },
});

/**
 * Returns the till that pays if none is given: the only open till of the person's only store that may pay. Refuses with an
 * explanation if there are several.
 */
async function onlyTill(
  tx: Tx,
  { stores }: DueRefund,
  maySee: AtTill['maySee'],
): Promise<Result<string, Refusal<'VALIDATION_ERROR'>>> {
  const own = stores.filter(maySee);
  // If several stores may pay, the server cannot know the person's store.
  if (own.length > 1) return refuse(wrongTill('Elige la caja que lo paga.'));
  const [only, ...others] = await findOpenTills(tx, own);
  if (only === undefined) return refuse(wrongTill('Ninguna tienda que paga este reembolso tiene una caja abierta.'));
  return others.length === 0 ? ok(only.id) : refuse(wrongTill('Hay varias cajas abiertas: elige cuál lo paga.'));
}

/** Marks a transfer to the buyer's account as done, unless another account was saved since the person saw it. No till loses cash. */
export async function payRefundByTransfer(
  db: Database,
  deps: PayRefundDeps,
  asked: RefundToPay & { accountSavedAt?: Date | undefined },
  author: Author,
): Promise<Result<PaidRefund & { transfer: string }, PaidRefusal>> {
  const tx = db.write;
  const due = await lockRefund(tx, asked.refundId);
  if (due?.transfer == null) return refuse({ code: 'NOT_FOUND' });
  const { accountSavedAt = due.transfer.savedAt } = asked;
  if (accountSavedAt.getTime() !== due.transfer.savedAt.getTime()) return refuse(otherAccount(due.transfer));
  await assignTill(tx, { means: 'transfer' });
  // This comes first, so that the account is not deleted (`drop_unused_transfer`). A refusal rolls everything back.
  await markTransferred(tx, due.transfer.id, asked.reference, author.now);
  const reference = `TRANSF-${asked.reference}`;
  const paid = await giveOut(db, deps, { due, asked, reference, how: due.transfer }, author);
  return paid.ok ? ok({ ...paid.value, transfer: shownAs(due.transfer) }) : paid;
}

type Transfer = NonNullable<DueRefund['transfer']>;

/** Returns an account in the form that everybody may see. */
const shownAs = ({ bank, mask }: Pick<Transfer, 'bank' | 'mask'>): string => `${bank} ${mask}`;

const otherAccount = (transfer: Transfer): Refusal<'VERSION_CONFLICT'> => ({
  code: 'VERSION_CONFLICT',
  message: `La cuenta se cambió después de que la viste: ahora es ${shownAs(transfer)}.`,
  metadata: { current: { transfer: shownAs(transfer), accountSavedAt: transfer.savedAt.toISOString() } },
});

interface GivenOut {
  due: DueRefund;
  asked: RefundToPay;
  reference: string;
  how: 'cash' | 'voucher' | Pick<Transfer, 'bank' | 'mask'>;
}

async function giveOut(
  db: Database,
  { shop }: PayRefundDeps,
  { due, asked, reference, how }: GivenOut,
  { actor, now }: Author,
): Promise<Result<PaidRefund, PaidRefusal>> {
  const { orderNumber } = due;
  const { amount = due.amount } = asked;
  const given = await giveOutRefund(db, { orderNumber, receipt: reference, amount, actor });
  if (!given.ok) return refuse(refusalOf(given.error));
  const { isChanged, stillDue } = given.value;
  // The same receipt was used again.
  if (!isChanged) return refuse(stillDue > 0 ? { code: 'RECEIPT_USED', metadata: { orderNumber } } : dueNow(zero));
  // The e-mail is empty if the buyer has closed the account.
  if (due.email !== '')
    await writeMail(
      db.write,
      `refund-paid:${due.orderId}:${reference}`,
      refundPaidMail(due, { reference: asked.reference, how }, shop),
      now,
    );
  return ok({ orderNumber, amount, reference: asked.reference });
}

/** Refuses because the due amount differs from the amount that the person saw. */
const dueNow = (due: Centavos): Refusal<'VERSION_CONFLICT'> => ({
  code: 'VERSION_CONFLICT',
  message: due === 0 ? 'Este reembolso ya está pagado.' : `Ahora se deben ${formatQ(due)}.`,
  metadata: { current: { amount: toQuetzales(due) } },
});

function refusalOf(refused: GiveOutRefusal): PaidRefusal {
  if (refused.code === 'ORDER_UNKNOWN') return { code: 'NOT_FOUND' };
  if (refused.code === 'PAPER_USED') return { code: 'RECEIPT_USED', metadata: { orderNumber: refused.orderNumber } };
  return dueNow(refused.code === 'AMOUNT_DIFFERS' ? refused.due : zero);
}

/** Composes the mail to a buyer whose refund was paid out (CASH-10, CASH-11). */
export function refundPaidMail(
  { orderNumber, amount, email }: Pick<DueRefund, 'orderNumber' | 'amount' | 'email'>,
  { reference, how }: { reference: string; how: GivenOut['how'] },
  shop: MailingShop,
): WrittenMail {
  const way =
    how === 'cash'
      ? `Te entregamos ${formatQ(amount)} en efectivo.`
      : how === 'voucher'
        ? `Anulamos ${formatQ(amount)} del cobro a tu tarjeta en la tienda: tu banco te los devuelve.`
        : `Transferimos ${formatQ(amount)} a tu cuenta ${how.mask} de ${how.bank}.`;
  return mailOf(
    {
      recipient: email,
      subject: `Pedido ${orderNumber}: pagamos tu reembolso`,
      title: 'Tu reembolso está pagado',
      news: way,
      parts: [
        textPart('Comprobante', [reference]),
        textPart('Si no lo recibiste', [`Llámanos al ${shop.policy.supportPhone} y lo revisamos.`]),
        linkPart('Ver mis pedidos', `${shop.publicUrl}/dashboard/orders`),
      ],
    },
    shop,
  );
}

export interface Account {
  bank: string;
  account: string;
  name: string;
}

const maskOf = (account: string): string => `…${account.replace(/\D/g, '').slice(-4)}`;

/**
 * Composes the mail to a buyer whenever an account is stored for their refund. The buyer then notices a diversion to another
 * account before the payment. The owner's name stays sealed (CASH-10).
 */
export function refundAccountMail(
  { orderNumber, email }: Pick<DueRefund, 'orderNumber' | 'email'>,
  { bank, mask }: Pick<Transfer, 'bank' | 'mask'>,
  shop: MailingShop,
): WrittenMail {
  return mailOf(
    {
      recipient: email,
      subject: `Pedido ${orderNumber}: anotamos la cuenta de tu reembolso`,
      title: 'Anotamos la cuenta de tu reembolso',
      news: 'A esta cuenta transferiremos tu reembolso.',
      parts: [
        textPart('La cuenta', [`Banco: ${bank}`, `Termina en: ${mask}`]),
        textPart('Si no la diste tú', [`Llámanos cuanto antes al ${shop.policy.supportPhone} para corregirla.`]),
        backToShop(shop),
      ],
    },
    shop,
  );
}

/** Stores the account for the transfer of a refund and mails its buyer. Returns the masked account. Undefined if nothing is due. */
export async function saveTransferAccount(
  tx: Tx,
  { sealedSecrets, shop }: PayRefundDeps,
  { refundId, account }: { refundId: string; account: Account },
  now: Date,
): Promise<{ orderNumber: string; transfer: string } | undefined> {
  const due = await lockRefund(tx, refundId);
  if (due === undefined || due.amount === 0) return undefined;
  const mask = maskOf(account.account);
  const id = await setTransfer(tx, due.orderId, { bank: account.bank, mask }, now);
  await sealedSecrets.seal(tx, placeOf(id), JSON.stringify(account));
  // The e-mail is empty if the buyer has closed the account.
  if (due.email !== '')
    await writeMail(
      tx,
      `refund-account:${due.orderId}:${randomUUID()}`,
      refundAccountMail(due, { bank: account.bank, mask }, shop),
      now,
    );
  return { orderNumber: due.orderNumber, transfer: shownAs({ bank: account.bank, mask }) };
}

/** Returns the account in clear text. Undefined if none is stored, or nothing is due. */
export async function openAccount(
  tx: Tx,
  { sealedSecrets }: PayRefundDeps,
  refundId: string,
): Promise<(Account & { accountSavedAt: Date; orderNumber: string; amount: Centavos }) | undefined> {
  const due = await findDueRefund(tx, refundId);
  if (due?.transfer == null || due.amount === 0) return undefined;
  const sealed = await sealedSecrets.open(tx, placeOf(due.transfer.id));
  if (sealed === undefined) return undefined;
  const { bank, account, name }: Account = JSON.parse(sealed);
  const { orderNumber, amount, transfer } = due;
  return { bank, account, name, accountSavedAt: transfer.savedAt, orderNumber, amount };
}

/** Deletes accounts that were paid a month ago. Returns their number, at most 100. */
export const forgetAccounts = (db: Database, sealedSecrets: SealedSecrets, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const ids = await forgetTransfers(tx, new Date(now.getTime() - accountKnownDays * dayMs), now);
    for (const id of ids) await sealedSecrets.remove(tx, placeOf(id));
    return ids.length;
  });
