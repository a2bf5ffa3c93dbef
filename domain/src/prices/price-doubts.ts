import { guatemalaDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** Doubts about a discount (PRICE-05). `price_check` of the database finds them. */
export const priceDoubts = {
  notBelow: 'No baja del precio de antes',
  unproven: 'Casi no se vendió al precio normal',
  raised: 'Subió poco antes',
  long: 'Dura demasiado',
  moved: 'Se movió su fin',
} as const;
export type PriceDoubt = keyof typeof priceDoubts;

/** `unknown`: there is no doubt, but the price of some earlier days is unknown. */
export const priceProofs = { doubted: 'Con dudas', unknown: 'Faltan días', proven: 'Probada' } as const;

/** Number of days that are checked for the proof of a regular price. */
export const proofDays = 90;

/** A discount, with the facts for its doubts. */
export interface CheckedDiscount {
  regularPrice: Centavos;
  price: Centavos;
  /** The start of the reduction. */
  since: Date;
  endsAt: Date | null;
  /** The lowest price in the days before. Null if unknown. */
  reference: Centavos | null;
  /** Number of whole days of the last 90 with the regular price. */
  offeredDays: number;
  raised: { at: Date; from: Centavos; to: Centavos } | null;
  /** The first planned end of the reduction, if it was postponed. */
  formerEnd: Date | null;
  doubts: readonly PriceDoubt[];
}

type DoubtPolicy = Pick<ShopPolicy, 'referenceDays' | 'listPriceDays' | 'longestReductionDays'>;

const day = (moment: Date): string => formatDate(guatemalaDate(moment));

const texts: Record<PriceDoubt, (discount: CheckedDiscount, policy: DoubtPolicy) => string> = {
  notBelow: ({ price, reference }) =>
    `La oferta de ${formatQ(price)} no baja del precio de antes, que fue ${formatQ(reference ?? price)}.`,
  unproven: ({ regularPrice, offeredDays }, { listPriceDays }) =>
    `De los últimos ${proofDays} días, el precio normal de ${formatQ(regularPrice)} se cobró ${offeredDays}: se esperan ${listPriceDays}.`,
  raised: ({ raised, since }, { referenceDays }) =>
    raised === null
      ? ''
      : `El precio subió de ${formatQ(raised.from)} a ${formatQ(raised.to)} el ${day(raised.at)}, menos de ${referenceDays} días antes de la oferta del ${day(since)}.`,
  long: ({ since, endsAt }, { longestReductionDays }) =>
    `La oferta empezó el ${day(since)}${endsAt === null ? '' : ` y termina el ${day(endsAt)}`}: son más de ${longestReductionDays} días.`,
  moved: ({ formerEnd, endsAt }) =>
    `La oferta iba a terminar el ${formerEnd === null ? '' : day(formerEnd)} y ${endsAt === null ? 'ya no tiene fin' : `ahora termina el ${day(endsAt)}`}.`,
};

/** Returns a sentence with the dates for each doubt about a discount. */
export const doubtTexts = (discount: CheckedDiscount, policy: DoubtPolicy): string[] =>
  discount.doubts.map((doubt) => texts[doubt](discount, policy));
