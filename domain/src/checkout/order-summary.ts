import { productCount } from '../carts/cost-lines.ts';

/** Maximum number of thumbnails in the summary (CONST-32). */
const thumbnailLimit = 5;

/** Label of the button that opens the summary (CHK-17). */
export const summaryToggleLabel = (count: number, isOpen: boolean): string =>
  isOpen ? 'Ocultar resumen' : `Carrito (${productCount(count)})`;

/** Texts of the summary (CART-12, CHK-18, DIF-49). */
export const summaryTexts = { title: 'Resumen de compra', detail: 'Ver detalle' } as const;

/** Returns the number of units. Null for a single unit (CHK-19). */
export const thumbnailBadge = (quantity: number): number | null => (quantity >= 2 ? quantity : null);

export interface SummaryThumbnails<L> {
  shown: L[];
  /** "+3" for the items that are not shown. Null if all are shown. */
  more: string | null;
}

/** Returns the shown lines, and the text for the number of hidden lines (CHK-19). */
export function summaryThumbnails<L>(lines: readonly L[]): SummaryThumbnails<L> {
  const shown = lines.slice(0, thumbnailLimit);
  const hidden = lines.length - shown.length;
  return { shown, more: hidden > 0 ? `+${hidden}` : null };
}
