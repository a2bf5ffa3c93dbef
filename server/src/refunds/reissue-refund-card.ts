import type { Actor } from '@ceiba/domain/actors/actor';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { insertRefundCard } from '../gift-cards/gift-cards.store.ts';
import { findNamed } from '../gift-cards/redeem-gift-card.ts';
import { lockGiftCard, recallRefundCard } from '../gift-cards/till-gift-cards.store.ts';
import type { MailingShop } from '../notifications/mail-layout.ts';
import { writeMail } from '../notifications/write-mail.ts';
import { masked } from '../platform/audit/record-change.ts';
import type { Database } from '../platform/db/database.ts';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { typedBy, typedReason, typedWord } from '../platform/operations/typed-words.ts';
import { refundGiftCardMail } from './give-as-gift-card.ts';
import { lockOrderToRefund } from './order-to-refund.store.ts';
import { findBuyer } from './refunds.store.ts';

type ReissueRefusal =
  /** The card does not exist, or it was sold by an order. */
  | { code: 'NOT_OF_REFUND' }
  /** The card is void, blocked or expired, or has less than the refunded amount. */
  | { code: 'CARD_NOT_WHOLE' }
  /** The order has no e-mail, because its buyer has closed the account. */
  | { code: 'NO_MAIL' };

/**
 * Replaces the gift card of a refund whose mail never arrived (WORK-20). Voids the former card, and mails a new code of the same
 * amount to the order's current e-mail. Refused if a part of the card was spent. The second of two concurrent calls finds the
 * card void.
 */
const reissueRefundCard = (
  db: Pick<Database, 'transaction'>,
  { name, actor, reason }: { name: string; actor: Actor; reason: string },
  now: Date,
  shop: MailingShop,
): Promise<Result<{ orderNumber: string; lastFour: string; amount: Centavos }, ReissueRefusal>> =>
  db.transaction(async (tx) => {
    const named = await findNamed(tx, name);
    if (named === undefined || named.refundId === null) return refuse({ code: 'NOT_OF_REFUND' });
    const { id, refundId, orderNumber } = named;
    // The order is locked before its cards, as everywhere (record 0034).
    await lockOrderToRefund(tx, orderNumber);
    await lockGiftCard(tx, id);
    const card = (await findNamed(tx, name)) ?? named;
    const { amount, balance, isRecalled, isBlocked, expiresOn } = card;
    if (isRecalled || isBlocked || balance !== amount || expiresOn < guatemalaDate(now))
      return refuse({ code: 'CARD_NOT_WHOLE' });
    const { email } = await findBuyer(tx, orderNumber);
    if (email === '') return refuse({ code: 'NO_MAIL' });
    await recallRefundCard(tx, id, { actor, reason }, now);
    const code = await insertRefundCard(tx, { refundId, amount, actor }, now);
    const mail = refundGiftCardMail({ orderNumber, email, amount, code }, shop);
    await writeMail(tx, `refund-gift-card:${refundId}`, mail, now);
    return ok({ orderNumber, lastFour: code.slice(-4), amount });
  });

const refusals = {
  NOT_OF_REFUND:
    'No refund has issued this gift card. To send the gift cards of an order again, use `gift-card resend`.',
  CARD_NOT_WHOLE: 'This gift card is void, blocked or expired, or a part of it was spent.',
  NO_MAIL: 'The order of this gift card has no e-mail any more.',
};

/** Commands for support. They never print a code. */
export const refundCardCommands: readonly Command[] = [
  databaseCommand({
    usage: 'gift-card reissue <card>',
    changes: { entity: 'gift-cards', id: ({ card }) => masked(card), hides: ['card'] },
    summary:
      "replaces the gift card of a refund by a new one, mailed to the order's e-mail; the former code is void. Refused once a part of the card " +
      'was spent. <card>: order and last four characters (100000001/VT4E)',
    canDryRun: true,
    takes: { card: typedWord, by: typedBy, reason: typedReason },
    run: async ({ db, now, end, actor, readConfig, policy }, { card: name, by, reason }) => {
      const shop = { publicUrl: readConfig().publicUrl, policy: await policy() };
      const done = await reissueRefundCard(db, { name, actor: { ...actor, id: by }, reason }, now, shop);
      if (!done.ok) return end(false, `${refusals[done.error.code]} Nothing was changed.`);
      const { orderNumber, lastFour, amount } = done.value;
      return end(
        true,
        `Gift card ${name} is void. Its replacement ${orderNumber}/${lastFour} of ${formatQ(amount)} is being mailed.`,
      );
    },
  }),
];
