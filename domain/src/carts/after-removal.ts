import type { StockedLine } from './cart-line.ts';
import { isGone } from './line-removal.ts';

/** Lines that have to be removed are listed apart from total, count and plans. */
export const unavailableLinesTexts = {
  title: 'No disponibles',
  message: 'No cuentan en tu total. Elimina estos productos para pagar los demás.',
} as const;

/** Units of a removed line that the shopper can add again: at most its own, less those in other lines of the product. */
export const unitsToAddAgain = (line: StockedLine, inOtherLines: number): number =>
  isGone(line) ? 0 : Math.max(0, Math.min(line.quantity, line.salableQuantity - inOtherLines));

/** Texts after the removal of a line that had to be removed. */
export const afterRemovalTexts = {
  soldOut: 'Está agotado.',
  left: (units: number): string => (units === 1 ? 'Queda 1: agregar 1' : `Quedan ${units}: agregar ${units}`),
  onSale: 'Agregar con el precio de oferta',
  similar: 'Ver parecidos',
  /** Fewer units came back than were removed. */
  fewer: (added: number, wanted: number) => ({
    title: added === 1 ? 'Queda 1' : `Quedan ${added}`,
    message: `Agregamos ${added} en lugar de ${wanted}.`,
  }),
} as const;
