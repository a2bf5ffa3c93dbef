import type { Cart } from '@ceiba/contract/carts';
import { isBankDiscounted } from '@ceiba/domain/carts/cart-totals';
import {
  giftCardTexts,
  maxGiftCards,
  payableByGiftCards,
  plainGiftCardCode,
  spreadGiftCards,
} from '@ceiba/domain/gift-cards/gift-card-payment';
import { type Centavos, subtract, sum, zero } from '@ceiba/domain/money/money';
import { amountOf } from '@ceiba/ui/price';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { askBalance, balanceFailureText } from './ask-balance.ts';

/** The amount that a card pays of the order. */
export interface GiftCardPart {
  code: string;
  lastFour: string;
  amount: Centavos;
}

export interface GiftCards {
  /** Null if the cart has nothing that a gift card may pay. */
  parts: GiftCardPart[] | null;
  /** True if a bank's discount lets gift cards pay only a part. */
  isBesideBank: boolean;
  /** The amount left for another method. */
  rest: Centavos;
  typed: string;
  type: (code: string) => void;
  /** The text below the field. Null if there is no problem. */
  problem: string | null;
  apply: () => void;
  remove: (code: string) => void;
  isApplying: boolean;
  /** True while a code is typed or checked but pays nothing yet: the order would be placed without it. */
  isWaiting: boolean;
}

interface AppliedCard {
  code: string;
  lastFour: string;
  balance: Centavos;
}

const alreadyApplied = 'Esta tarjeta ya está aplicada.';
const nothingLeft = 'Tu compra ya está cubierta: no hace falta otra tarjeta.';
const notByCards =
  'Lo que falta no se paga con tarjeta de regalo: las tarjetas de regalo y donaciones se pagan con otro método.';
const tooMany = `Puedes usar hasta ${maxGiftCards} tarjetas de regalo en un pedido.`;

/**
 * The gift cards that pay for a cart (DEC-199). A code is worth money, so codes exist only in this page's memory and must be typed again after a
 * reload. The amounts change with the cart, and the server checks the amounts.
 */
export function useGiftCards(cart: Cart): GiftCards {
  const [applied, setApplied] = useState<readonly AppliedCard[]>([]);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const totals = cartTotals(cart);
  const total = totals.grandTotal;
  const payable = payableByGiftCards(cartLines(cart), totals);
  const isBesideBank = isBankDiscounted(totals.discounts);
  const amounts = spreadGiftCards(
    payable,
    applied.map(({ balance }) => balance),
  );
  const parts = applied.flatMap(({ code, lastFour }, index) => {
    const amount = amounts[index] ?? zero;
    return amount === zero ? [] : [{ code, lastFour, amount }];
  });
  const ask = useMutation({
    mutationFn: askBalance,
    // The mutation's variables contain the code, so the variables are dropped immediately.
    gcTime: 0,
    onSuccess: ({ balance, lastFour }, code) => {
      setApplied((before) => [
        ...before.filter((card) => card.code !== code),
        { code, lastFour, balance: amountOf(balance) },
      ]);
      setTyped('');
    },
    onError: (error) => setProblem(balanceFailureText(error)),
  });
  const apply = (): void => {
    const code = plainGiftCardCode(typed);
    const why = parts.some((card) => card.code === code)
      ? alreadyApplied
      : sum(amounts) >= payable
        ? isBesideBank
          ? giftCardTexts.besideBank
          : payable < total
            ? notByCards
            : nothingLeft
        : applied.length >= maxGiftCards
          ? tooMany
          : null;
    setProblem(why);
    if (why === null) ask.mutate(code);
  };
  return {
    parts: payable === zero && !isBesideBank ? null : parts,
    isBesideBank,
    rest: subtract(total, sum(amounts)),
    typed,
    type: (code) => {
      setTyped(code);
      setProblem(null);
    },
    problem,
    apply,
    remove: (code) => {
      setApplied((before) => before.filter((card) => card.code !== code));
      setProblem(null);
    },
    isApplying: ask.isPending,
    isWaiting: ask.isPending || (sum(amounts) < payable && plainGiftCardCode(typed) !== ''),
  };
}

/** True if gift cards pay the whole total, so that no other method is needed. */
export const isPaidByGiftCards = ({ parts, rest }: Pick<GiftCards, 'parts' | 'rest'>): boolean =>
  rest === zero && parts !== null && parts.length > 0;
