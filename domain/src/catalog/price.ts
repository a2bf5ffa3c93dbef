import { guatemalaDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, centavos, divideRounded, formatQ, larger, subtract, times, zero } from '../money/money.ts';

export interface ProductDiscount {
  amountOff: Centavos;
  /** Whole percent, 0 to 100. */
  percentOff: number;
  expirationDate: Date | null;
  displayDiscount: boolean;
}

/** DEC-76: what the sales price takes off the regular price. A discount under half a percent is not displayed. */
export function productDiscount(
  regularPrice: Centavos,
  salesPrice: Centavos,
  expirationDate: Date | null,
): ProductDiscount {
  const amountOff = larger(subtract(regularPrice, salesPrice), zero);
  const percentOff = regularPrice > 0 ? divideRounded(times(amountOff, 100), regularPrice) : zero;
  return { amountOff, percentOff, expirationDate, displayDiscount: percentOff > 0 };
}

/** "-15%", null when no discount is displayed (DEC-22). */
export const percentBadge = (discount: Pick<ProductDiscount, 'percentOff' | 'displayDiscount'>): string | null =>
  discount.displayDiscount ? `-${discount.percentOff}%` : null;

/** "Válido hasta el 12 de marzo de 2025" while the end is in the future, else null (CAT-12). */
export function validUntilText(expirationDate: Date | null, now: Date): string | null {
  if (expirationDate === null || expirationDate <= now) return null;
  // An end at midnight belongs to the day before: the last day on which the price holds.
  const lastMoment = new Date(expirationDate.getTime() - 1);
  return `Válido hasta el ${formatDate(guatemalaDate(lastMoment))}`;
}

/** APP-31, CAT-11. */
export const priceText = (price: Centavos | null): string => (price === null ? 'Precio no disponible' : formatQ(price));

/** The price that holds now: of the active flash sale, else the sales price. */
export const currentPrice = (salesPrice: Centavos, flashPrice: Centavos | null): Centavos =>
  flashPrice === null ? salesPrice : centavos(Math.min(salesPrice, flashPrice));

/** DEC-27: active from `startsAt` up to, not including, `endsAt`. */
export interface FlashSale {
  startsAt: Date;
  endsAt: Date;
}

export const isFlashSaleActive = (sale: FlashSale, now: Date): boolean => sale.startsAt <= now && now < sale.endsAt;

/** CAT-14. */
export const countdownTexts = { label: 'Termina en', finished: '¡Oferta finalizada!' } as const;

export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  isFinished: boolean;
}

const secondsPerDay = 86_400;

/** Time left, whole seconds rounded up, so that it reads 00:00:01 until the end. Days appear beyond 24 hours (DEC-27). */
export function countdown(endsAt: Date, now: Date): Countdown {
  const left = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
  const days = left > secondsPerDay ? Math.floor(left / secondsPerDay) : 0;
  const rest = left - days * secondsPerDay;
  return {
    days,
    hours: Math.floor(rest / 3_600),
    minutes: Math.floor((rest % 3_600) / 60),
    seconds: rest % 60,
    isFinished: left === 0,
  };
}

/** "2 d", "05", "04", "03": two digits each; days only beyond 24 hours (DEC-27). */
export function countdownParts({ days, hours, minutes, seconds }: Countdown): string[] {
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0'));
  return days > 0 ? [`${days} d`, ...clock] : clock;
}

/** "05:04:03", "2 d 05:04:03", "¡Oferta finalizada!". */
export function countdownText(left: Countdown): string {
  if (left.isFinished) return countdownTexts.finished;
  const clock = countdownParts({ ...left, days: 0 }).join(':');
  return left.days > 0 ? `${left.days} d ${clock}` : clock;
}
