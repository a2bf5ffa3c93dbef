import type { Actor } from '@ceiba/domain/actors/actor';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { insertRefundCard } from '../gift-cards/gift-cards.store.ts';
import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import { type WrittenMail, writeMail } from '../notifications/write-mail.ts';
import type { Tx } from '../platform/db/database.ts';
import { leaveNoTill, type Refund, type RefundBuyer } from './refunds.store.ts';
import { giveOutDue } from './till-refunds.store.ts';

const approving: Permission = 'refunds.approve';

/**
 * Returns why this person may not refund an order to a gift card. Null if they may. Nobody may if the buyer has closed
 * the account. After a corrected e-mail, only people who approve refunds may. Otherwise one person could correct the
 * e-mail, refund, and read the code.
 */
export function giftCardFault(
  { email, correctedAt }: RefundBuyer,
  { permissions }: { permissions: ReadonlySet<Permission> },
): string | null {
  if (email === '') return 'La orden ya no tiene un correo al que enviarla.';
  return correctedAt !== null && !permissions.has(approving)
    ? 'El correo de esta orden se corrigió: devuelve por donde se pagó.'
    : null;
}

/**
 * Pays a refund as a new gift card of its amount (WORK-20), in the transaction that decides the refund. The code is
 * mailed to the order's e-mail and stored nowhere else.
 *
 * @throws if the order no longer has an e-mail
 */
export async function giveAsGiftCard(
  tx: Tx,
  { id, amount }: Refund,
  {
    orderId,
    orderNumber,
    email,
    actor,
    now,
  }: { orderId: string; orderNumber: string; email: string; actor: Actor; now: Date },
  shop: MailingShop,
): Promise<void> {
  if (email === '') throw new Error(`order ${orderNumber} has no e-mail to send a gift card to`);
  const code = await insertRefundCard(tx, { refundId: id, amount, actor }, now);
  await leaveNoTill(tx);
  const receipt = `Tarjeta …${code.slice(-4)} ${id.slice(-8)}`;
  const isGiven = await giveOutDue(tx, { orderId, due: amount, refundIds: [id] }, { till: null, receipt, actor });
  if (!isGiven) throw new Error(`refund ${id} was paid before`);
  await writeMail(tx, `refund-gift-card:${id}`, refundGiftCardMail({ orderNumber, email, amount, code }, shop), now);
}

/** Composes the mail with the gift card of a refund (WORK-20). Every reader of the mail can spend the card. */
export const refundGiftCardMail = (
  { orderNumber, email, amount, code }: { orderNumber: string; email: string; amount: Centavos; code: string },
  shop: MailingShop,
): WrittenMail => ({
  ...mailOf(
    {
      recipient: email,
      subject: `Tu tarjeta de regalo de ${formatQ(amount)} por el pedido ${orderNumber}`,
      title: 'Tu reembolso está en una tarjeta de regalo',
      news: `Vale ${formatQ(amount)} en la tienda en línea y en nuestras cajas.`,
      parts: [
        textPart('Tu código', [code]),
        textPart('Cómo se usa', [
          'Aplícala al pagar en la tienda en línea, o preséntala en caja. Dura cinco años y no tiene comisiones: lo que no uses queda en ella.',
          'El código es personal: guárdalo como si fuera efectivo.',
        ]),
        linkPart('Consultar saldo', `${shop.publicUrl}/gift-card`),
      ],
    },
    shop,
  ),
  isSecret: true,
});
