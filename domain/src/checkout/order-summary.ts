import { productCount } from '../carts/cost-lines.ts';

/** CONST-32. */
export const thumbnailLimit = 5;

/** CHK-17. */
export const summaryToggleLabel = (count: number, isOpen: boolean): string =>
  isOpen ? 'Ocultar resumen' : `Carrito (${productCount(count)})`;

/** CART-12, CHK-18, DIF-49. */
export const summaryTexts = { title: 'Resumen de compra', detail: 'Ver detalle' } as const;

export interface SummaryThumbnail<L> {
  line: L;
  /** Shown from quantity 2 on. */
  badge: number | null;
}

export interface SummaryThumbnails<L> {
  shown: SummaryThumbnail<L>[];
  /** "+3" for the items that do not fit, null when all do. */
  more: string | null;
}

/** CHK-19. */
export function summaryThumbnails<L extends { quantity: number }>(lines: readonly L[]): SummaryThumbnails<L> {
  const shown = lines.slice(0, thumbnailLimit);
  const hidden = lines.length - shown.length;
  return {
    shown: shown.map((line) => ({ line, badge: line.quantity >= 2 ? line.quantity : null })),
    more: hidden > 0 ? `+${hidden}` : null,
  };
}
