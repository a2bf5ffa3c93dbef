import type { Actor } from '@ceiba/domain/actors/actor';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import type { Centavos } from '@ceiba/domain/money/money';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { giftCardKey } from './gift-cards.store.ts';
import {
  blockGiftCard,
  findGiftCard,
  findRedeemed,
  type GiftCardSheet,
  insertRedemption,
  insertReversal,
  listGiftCardsOf,
  lockGiftCard,
  type Redemption,
} from './till-gift-cards.store.ts';

type WriteAndTransact = Pick<Database, 'write' | 'transaction'>;

/** Finds the card of a code. Undefined if the card does not exist. */
const findByCode = async (tx: Tx, code: string): Promise<GiftCardSheet | undefined> =>
  findGiftCard(tx, giftCardKey(await getShopSecret(tx, 'gift-cards'), code));

export type RedeemRefusal =
  | { code: 'CARD_UNKNOWN' | 'STORE_UNKNOWN' }
  /** The card is void or expired, or has less than the requested amount. */
  | { code: 'CARD_PAYS_NOTHING' | 'CARD_HAS_LESS'; card: GiftCardSheet }
  /** The receipt has already taken another amount of this card. */
  | { code: 'RECEIPT_USED'; card: GiftCardSheet };

/**
 * Takes an amount from a card at a till (DEC-199). A repeated call with the same receipt and store changes nothing
 * (`isChanged` false), so a till that types twice takes the amount once.
 */
export const redeemGiftCard = (
  db: WriteAndTransact,
  { code, actor, ...redemption }: Redemption & { code: string; actor: Actor },
  now: Date,
): Promise<Result<{ card: GiftCardSheet; isChanged: boolean }, RedeemRefusal>> =>
  db.transaction(async (tx) => {
    const known = await findByCode(tx, code);
    if (known === undefined) return refuse({ code: 'CARD_UNKNOWN' });
    if (redemption.till !== null && !(await isStore(tx, redemption.till))) return refuse({ code: 'STORE_UNKNOWN' });
    await lockGiftCard(tx, known.id);
    const redeemed = await findRedeemed(tx, known.id, redemption);
    const card = (await findByCode(tx, code)) ?? known;
    if (redeemed !== undefined && !redeemed.isReversed)
      return redeemed.amount === redemption.amount
        ? ok({ card, isChanged: false })
        : refuse({ code: 'RECEIPT_USED', card });
    if (card.isRecalled || card.isBlocked || card.expiresOn < guatemalaDate(now))
      return refuse({ code: 'CARD_PAYS_NOTHING', card });
    if (card.balance < redemption.amount) return refuse({ code: 'CARD_HAS_LESS', card });
    await insertRedemption(tx, card.id, { ...redemption, nth: (redeemed?.nth ?? 0) + 1 }, actor);
    return ok({ card: (await findByCode(tx, code)) ?? card, isChanged: true });
  });

export type UnredeemRefusal =
  | { code: 'CARD_UNKNOWN' | 'STORE_UNKNOWN' }
  /** The receipt has taken nothing from this card. */
  | { code: 'RECEIPT_UNKNOWN'; card: GiftCardSheet };

/**
 * Returns an amount to a card from which a till took it by mistake. The receipt can then be used again. A repeated call
 * changes nothing (`isChanged` false). An amount that returns to a void card cannot be spent.
 */
export const unredeemGiftCard = (
  db: WriteAndTransact,
  { name, actor, reason, ...asked }: Omit<Redemption, 'amount'> & { name: string; actor: Actor; reason: string },
): Promise<Result<{ card: GiftCardSheet; amount: Centavos; isChanged: boolean }, UnredeemRefusal>> =>
  db.transaction(async (tx) => {
    const card = await findNamed(tx, name);
    if (card === undefined) return refuse({ code: 'CARD_UNKNOWN' });
    if (asked.till !== null && !(await isStore(tx, asked.till))) return refuse({ code: 'STORE_UNKNOWN' });
    await lockGiftCard(tx, card.id);
    const redeemed = await findRedeemed(tx, card.id, asked);
    if (redeemed === undefined) return refuse({ code: 'RECEIPT_UNKNOWN', card });
    const { amount, nth, isReversed } = redeemed;
    if (!isReversed) await insertReversal(tx, card.id, { ...asked, amount, nth, reason }, actor);
    return ok({ card: (await findNamed(tx, name)) ?? card, amount, isChanged: !isReversed });
  });

/**
 * Finds a card by the name that an operator types: its code, or its order and last four characters ("100000001/VT4E"),
 * because only the owner has the code.
 */
export async function findNamed(tx: Tx, name: string): Promise<GiftCardSheet | undefined> {
  const [, orderNumber, lastFour] = /^([1-9]\d{8})\/(\w{4})$/.exec(name) ?? [];
  if (orderNumber === undefined) return findByCode(tx, name);
  const named = (await listGiftCardsOf(tx, orderNumber)).filter((card) => card.lastFour === lastFour?.toUpperCase());
  return named.length === 1 ? named[0] : undefined;
}

/**
 * Voids a card for good. Money that an order returns to the card later cannot be spent either. Undefined if the card
 * does not exist.
 */
export const voidGiftCard = (
  db: WriteAndTransact,
  { name, actor, reason }: { name: string; actor: Actor; reason: string },
  now: Date,
): Promise<{ before: GiftCardSheet } | undefined> =>
  db.transaction(async (tx) => {
    const named = await findNamed(tx, name);
    if (named === undefined) return undefined;
    await lockGiftCard(tx, named.id);
    const before = (await findNamed(tx, name)) ?? named;
    await blockGiftCard(tx, before.id, { actor, reason }, now);
    return { before };
  });
