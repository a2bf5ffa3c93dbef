import type { StockedLine } from './cart-line.ts';
import { isUnavailable } from './line-removal.ts';

/** Texts about lines that have to be removed. The page shows these lines separately, because they count in no total and no installments. */
export const unavailableLinesTexts = {
  title: 'No disponibles',
  message: 'No cuentan en tu total. Elimina estos productos para pagar los demás.',
} as const;

/**
 * Returns the number of units of a removed line that can be added again. The number is at most the units that the line
 * had, and at most the salable units that other lines of the product leave.
 */
export const unitsToAddAgain = (line: StockedLine, inOtherLines: number): number =>
  isUnavailable(line) ? 0 : Math.max(0, Math.min(line.quantity, line.salableQuantity - inOtherLines));

/** Texts after the shopper removed a line that had to be removed. */
export const afterRemovalTexts = {
  soldOut: 'Está agotado.',
  left: (units: number): string => (units === 1 ? 'Queda 1: agregar 1' : `Quedan ${units}: agregar ${units}`),
  onSale: 'Agregar con el precio de oferta',
  similar: 'Ver parecidos',
  /** Fewer units were added again than had been removed. */
  fewer: (added: number, wanted: number) => ({
    title: added === 1 ? 'Queda 1' : `Quedan ${added}`,
    message: `Agregamos ${added} en lugar de ${wanted}.`,
  }),
} as const;
