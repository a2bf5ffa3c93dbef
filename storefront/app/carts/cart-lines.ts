import type { Cart, CartItem } from '@ceiba/contract/carts';
import type { PricedLine, StockedLine } from '@ceiba/domain/carts/cart-line';
import {
  type CartTotals,
  type DiscountId,
  deliveryBaseOf,
  firstPartyBaseOf,
  isBankDiscounted,
} from '@ceiba/domain/carts/cart-totals';
import { subtract, zero } from '@ceiba/domain/money/money';
import { amountOf } from '@ceiba/ui/price';

/** A cart line from the API, with the fields that the domain's rules need. */
export interface CartLine extends PricedLine, StockedLine {
  seller: CartItem['seller'];
  item: CartItem;
}

/**
 * DOM id of a line's title. The title names the line's buttons. It takes the focus when a neighbouring line is removed, or when the line
 * comes back.
 */
export const lineTitleId = (cartItemId: string): string => `producto-${cartItemId}`;

function cartLine(item: CartItem): CartLine {
  const [warranty] = item.warranties;
  return {
    kind: item.kind,
    seller: item.seller,
    sellerId: item.seller.id,
    quantity: item.quantity,
    salesPrice: amountOf(item.salesPrice?.value ?? 0),
    regularPrice: amountOf(item.regularPrice?.value ?? 0),
    warrantyAmount: warranty === undefined ? null : amountOf(warranty.amount),
    status: item.status,
    // Null in the API means no limit (DEC-81).
    salableQuantity: item.salableQuantity ?? Number.MAX_SAFE_INTEGER,
    onSale: item.onSale,
    visitRefusal: item.visitRefusal,
    item,
  };
}

export const cartLines = (cart: Pick<Cart, 'items'>): CartLine[] => cart.items.map(cartLine);

/** The lines that are merchandise: all except the donation (DON-04). */
export const productLines = (cart: Pick<Cart, 'items'>): CartLine[] =>
  cartLines(cart).filter((line) => line.kind !== 'donation');

const discountIds: readonly DiscountId[] = [
  'DISCOUNT_EMPLOYEE',
  'DISCOUNT_UNDEFINED',
  'DISCOUNT_POINTS',
  'DISCOUNT_BAM',
];

/** The server's totals in the form that the domain's texts and previews use. */
export function cartTotals(cart: Pick<Cart, 'items' | 'prices'>): CartTotals {
  const { prices } = cart;
  const lines = cartLines(cart);
  const shipping = amountOf(prices.shipping.value);
  const grandTotal = amountOf(prices.grandTotal.value);
  return {
    subtotal: amountOf(prices.subtotal.value),
    warranties: amountOf(prices.warranties.value),
    discounts: prices.discounts.flatMap((entry) => {
      const id = discountIds.find((known) => known === entry.id);
      return id === undefined ? [] : [{ id, amount: amountOf(entry.amount), label: entry.label }];
    }),
    discount: amountOf(prices.discount.value),
    shipping,
    grandTotal,
    deliveryBase: deliveryBaseOf(lines, subtract(grandTotal, shipping)),
    firstPartyBase: firstPartyBaseOf(lines),
  };
}

/** The totals while delivery is still "Por calcular" (CART-31), without the fee of an earlier delivery choice. */
export const withoutDelivery = (totals: CartTotals): CartTotals => ({
  ...totals,
  shipping: zero,
  grandTotal: subtract(totals.grandTotal, totals.shipping),
});

/** True while a bank's discount applies, because its payment method is chosen (DEC-79). */
export const hasBankDiscount = ({ prices }: Pick<Cart, 'prices'>): boolean => isBankDiscounted(prices.discounts);
