import { randomUUID, randomUUIDv7 } from 'node:crypto';
import * as calls from '@ceiba/contract/carts';
import { checkQuantity } from '@ceiba/domain/carts/cart-limits';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { checkRecipient, type RecipientField } from '@ceiba/domain/gift-cards/recipient';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { sentAmount } from '../catalog/product-card.ts';
import type { Database } from '../platform/db/database.ts';
import { type Refusal, type Route, route } from '../platform/http/route.ts';
import { toCartAnswer, toLinesAnswer } from './cart-answer.ts';
import { addLine, changeLine, markPriceSeen } from './cart-lines.store.ts';
import { answerRefusal } from './cart-refusal.ts';
import type { StoredGiftCard } from './cart-snapshot.ts';
import { createCart, openCartOf, syncCart } from './carts.store.ts';
import { changeCart } from './change-cart.ts';
import { getChangedCart, readCart } from './read-cart.store.ts';

export const cartsRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.createCart, async (_, { now, policy, customer }) => {
    if (customer === undefined) return ok(toCartAnswer(await createCart(db.write, randomUUID(), now, policy), 201));
    const id = await openCartOf(db.write, customer.id, randomUUID(), now);
    return ok(toCartAnswer(await getChangedCart(db.write, id, now, policy), 201, { viewerId: customer.id }));
  }),

  route(calls.getCart, async ({ params }, viewer) => {
    const cart = await readCart(db.write, params.id, viewer.now, viewer.policy);
    return cart === undefined ? refuse({ code: 'CART_NOT_FOUND' }) : ok(toCartAnswer(cart, 200, viewer));
  }),

  route(calls.syncCart, async ({ params: { id } }, { now, policy, customer }) => {
    const synced = await syncCart(db.write, id, customer.id, now);
    if ('refusal' in synced) return answerRefusal(db.write, { cartId: id, viewerId: customer.id }, synced.refusal);
    return ok(toCartAnswer(await getChangedCart(db.write, synced.cartId, now, policy), 200, { viewerId: customer.id }));
  }),

  route(calls.addCartProduct, async ({ params: { id }, body }, viewer) => {
    const { now } = viewer;
    const { sku, quantity, offerId = null, parentSku = null, warranty = null } = body;
    if (!checkQuantity(quantity).ok) return refuse({ code: 'CART_QUANTITY_LIMIT' });
    const giftCard = checkGiftCard(body.itemAdditionalInfo, now);
    if (!giftCard.ok) return giftCard;
    const line = { cartId: id, newLineId: randomUUIDv7(), sku, quantity, offerId, parentSku, warranty };
    const changed = await changeCart(db, { id, ...viewer }, readCart, (tx) =>
      addLine(tx, { ...line, giftCard: giftCard.value }, now),
    );
    if (!changed.ok) return changed;
    const { cart, change } = changed.value;
    return ok({ ...toLinesAnswer(cart, 201, viewer), cartItemId: change.lineId });
  }),

  route(calls.changeCartProduct, async ({ params: { id }, body }, viewer) => {
    const { now } = viewer;
    const { cartItemId, quantity, warranty = null, seenPrice } = body;
    if (quantity > 0 && !checkQuantity(quantity).ok) return refuse({ code: 'CART_QUANTITY_LIMIT' });
    const changed = await changeCart(db, { id, ...viewer }, readCart, (tx) =>
      seenPrice === undefined
        ? changeLine(tx, { cartId: id, lineId: cartItemId, quantity, warranty }, now)
        : markPriceSeen(tx, { cartId: id, lineId: cartItemId, price: sentAmount(seenPrice) }),
    );
    return changed.ok ? ok(toLinesAnswer(changed.value.cart, 200, viewer)) : changed;
  }),
];

/** Checks that a gift card has a recipient, and a delivery date from today to one year later (GIFT-02, DEC-83). */
function checkGiftCard(
  info: StoredGiftCard | undefined,
  now: Date,
): Result<StoredGiftCard | null, Refusal<'VALIDATION_ERROR'>> {
  if (info === undefined) return ok(null);
  const form = {
    recipientEmail: info.giftcardEmail,
    recipientName: info.giftcardName,
    message: info.giftcardMessage ?? '',
    deliveryDate: info.giftcardDeliveryDate,
  };
  const checked = checkRecipient(form, guatemalaDate(now));
  if (checked.ok) return checked;
  const fields = Object.fromEntries(
    recipientFields.flatMap(([field, sent]) => {
      const message = checked.error.messages[field];
      return message === undefined ? [] : [[`itemAdditionalInfo.${sent}`, message]];
    }),
  );
  return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
}

const recipientFields: readonly [RecipientField, keyof StoredGiftCard][] = [
  ['recipientEmail', 'giftcardEmail'],
  ['recipientName', 'giftcardName'],
  ['message', 'giftcardMessage'],
  ['deliveryDate', 'giftcardDeliveryDate'],
];
