import type { StockedLine } from './cart-line.ts';
import { isGone } from './line-removal.ts';

/** Lines that must go stand apart from total, count and plans. */
export const standApartTexts = {
  title: 'No disponibles',
  message: 'No cuentan en tu total. Elimina estos productos para pagar los demás.',
} as const;

/** Units of a removed line that can still be had: those of its product that no other line of the cart holds, at most as many as it held. */
export const unitsToAddAgain = (line: StockedLine, inOtherLines: number): number =>
  isGone(line) ? 0 : Math.max(0, Math.min(line.quantity, line.salableQuantity - inOtherLines));

/** What follows the removal of a line that had to go. */
export const afterRemovalTexts = {
  soldOut: 'Está agotado.',
  left: (units: number): string => (units === 1 ? 'Queda 1: agregar 1' : `Quedan ${units}: agregar ${units}`),
  onSale: 'Agregar con el precio de oferta',
  similar: 'Ver parecidos',
  /** Fewer came back than went. */
  fewer: (added: number, wanted: number) => ({
    title: added === 1 ? 'Queda 1' : `Quedan ${added}`,
    message: `Agregamos ${added} en lugar de ${wanted}.`,
  }),
} as const;
