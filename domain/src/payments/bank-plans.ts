import { type Centavos, zero } from '../money/money.ts';
import { type CardType, cardName, cardTypes } from './card-number.ts';
import {
  type CardBin,
  hasBankPromotion,
  type InstallmentOffer,
  type InstallmentPolicy,
  installmentAmount,
  installmentOffer,
  installmentsMethodCode,
  type PaymentMethodCode,
} from './installments.ts';

/** The amounts of a cart that the card pays. */
export interface CardTotals {
  grandTotal: Centavos;
  shipping: Centavos;
  discounts: readonly { id: string; amount: Centavos }[];
}

/**
 * Returns the amounts that a card pays. Cart, checkout, orders and the tables of banks all use this rule (DEC-225). The
 * bank's promotion needs installments (DEC-79), and never applies if it would leave nothing to pay. `promote`: prices
 * the cart with the promotion.
 */
export function totalsWithCard<T extends { totals: CardTotals }>(
  method: PaymentMethodCode | null,
  offer: InstallmentOffer,
  plain: T,
  promote: () => T,
): T {
  if (!hasBankPromotion(method, offer)) return plain;
  const promoted = promote();
  return promoted.totals.grandTotal === zero ? plain : promoted;
}

/** The plan of a single payment, as orders send it (DEC-104). */
export const singlePlan = 1;

/** The bank of cards that the shop does not know, or whose bank has no name. */
export const otherBank = { id: 'otro', name: 'Otro banco' } as const;

/** The amounts that a bank's cards of one brand pay in one plan (BANK-02). */
export interface BankPlan {
  bank: string;
  /** Null if the row is about cards that the shop does not know. */
  brand: CardType | null;
  plan: number;
  discount: Centavos;
  /** The delivery fee, included in the total. A discount may lower the cart below the minimum for free delivery. */
  delivery: Centavos;
  total: Centavos;
  monthly: Centavos;
  /** True if every card of this bank and brand has the plan with this total. False if plan or total depends on the card (BANK-04). */
  certain: boolean;
  /** ISO 8601: the end of the discount. Null without a discount, or if no end is planned. */
  until: string | null;
}

export interface NamedBank {
  id: string;
  name: string;
  brands: CardType[];
}

/** American Express counts as a separate bank. */
const nameOf = ({ cardType, bankName }: CardBin): string => (cardType === 'amex' ? cardName('amex') : bankName);

/** Returns "g-t-continental" for "G&T Continental". */
const idOf = (card: CardBin): string =>
  nameOf(card)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || otherBank.id;

/** Returns the banks to choose from, sorted by name. "Otro banco" is the last. */
export function banksOf(cards: readonly CardBin[]): NamedBank[] {
  const own = Map.groupBy(cards, idOf);
  own.delete(otherBank.id);
  const banks = [...own].map(([id, [first, ...others]]) => ({
    id,
    name: first === undefined ? '' : nameOf(first),
    brands: cardTypes.filter((type) => [first, ...others].some((card) => card?.cardType === type)),
  }));
  return [...banks.sort((a, b) => a.name.localeCompare(b.name, 'es')), { ...otherBank, brands: [] }];
}

/** Prices a cart as paid by this card with this method. Payment methods and orders use the same function. */
export type PriceWithCard = (method: PaymentMethodCode, card: CardBin | null) => CardTotals;

/** The facts about a cart that decide which plans its cards have. */
export interface CartForPlans {
  totalBeforeBankPromotion: Centavos;
  /** A donation is paid in cash only (DIF-17). */
  hasDonation: boolean;
}

type CardPlan = Pick<BankPlan, 'plan' | 'discount' | 'delivery' | 'total' | 'until'>;

function plansOfCard(card: CardBin | null, price: PriceWithCard, total: Centavos, policy: InstallmentPolicy) {
  const offer = installmentOffer(card, total, policy);
  const planOf = (method: PaymentMethodCode, plan: number): CardPlan => {
    const { grandTotal, shipping, discounts } = price(method, card);
    const discount = discounts.find(({ id }) => id === 'DISCOUNT_BAM')?.amount ?? zero;
    const until = discount === zero ? null : (card?.discountUntil ?? null);
    return { plan, discount, delivery: shipping, total: grandTotal, until };
  };
  const method = installmentsMethodCode(offer);
  return [planOf('kosmos_payment', singlePlan), ...offer.installments.map((plan) => planOf(method, plan))];
}

/**
 * Merges one plan of several cards. If their totals differ, the table shows the highest total, so that no buyer pays
 * more than shown.
 */
function mergeCards(own: readonly CardPlan[], cards: number): Omit<BankPlan, 'bank' | 'brand'> {
  const [dearest, ...others] = own.toSorted((a, b) => b.total - a.total);
  if (dearest === undefined) throw new RangeError('no card has this plan');
  const ends = own.flatMap(({ until }) => until ?? []).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    ...dearest,
    monthly: installmentAmount(dearest.total, dearest.plan),
    certain: own.length === cards && others.every(({ total }) => total === dearest.total),
    until: ends[0] ?? null,
  };
}

function plansOfGroup(
  cards: readonly (CardBin | null)[],
  price: PriceWithCard,
  total: Centavos,
  policy: InstallmentPolicy,
): BankPlan[] {
  const [first = null] = cards;
  const group = { bank: first === null ? otherBank.id : idOf(first), brand: first?.cardType ?? null };
  const byPlan = Map.groupBy(
    cards.flatMap((card) => plansOfCard(card, price, total, policy)),
    ({ plan }) => plan,
  );
  return [...byPlan.values()]
    .map((own) => ({ ...group, ...mergeCards(own, cards.length) }))
    .sort((a, b) => a.plan - b.plan);
}

/**
 * Returns what each bank's cards pay for a cart, by brand and plan (BANK-02 to BANK-04). A card that the shop does not
 * know (null) has only the single payment. Empty if no card may pay, because nothing is left to pay or the cart has a
 * donation.
 */
export function bankPlans(
  cards: readonly (CardBin | null)[],
  price: PriceWithCard,
  { totalBeforeBankPromotion: total, hasDonation }: CartForPlans,
  policy: InstallmentPolicy,
): BankPlan[] {
  if (hasDonation || total <= zero) return [];
  const groups = Map.groupBy(cards, (card) => (card === null ? '' : `${idOf(card)} ${card.cardType}`));
  return [...groups.values()].flatMap((group) => plansOfGroup(group, price, total, policy));
}
