import { type Centavos, quetzales, withThousands } from '../money/money.ts';

/** Points for every whole Q10 of sales price (DEC-86); only the store's own goods earn them. */
export const earnedPoints = (salesPrice: Centavos, isFirstPartyGoods: boolean): number =>
  isFirstPartyGoods ? Math.floor(salesPrice / quetzales(10)) : 0;

/** "1 punto", "1,234 puntos", null below Q10 (DEC-86, DEC-182). */
export function pointsLabel(points: number): string | null {
  if (points < 1) return null;
  return points === 1 ? '1 punto' : `${withThousands(String(points))} puntos`;
}

/** CAT-18; "Obten" is verbatim (DIF-05). */
export const pointsBannerText = (label: string): string => `Obten ${label} al comprar este producto`;

/** DEC-47: below the banner for visitors without a session. */
export const pointsSignUpText = 'Regístrate para acumular puntos';
