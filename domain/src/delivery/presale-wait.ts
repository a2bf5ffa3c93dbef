/** Null if the product is not a presale. The date is null while it is unknown. */
interface PresaleItem {
  presale: { deliveryDate: string | null } | null;
}

/** Returns whether the item is not available yet. A presale date in the past has no effect (DEC-96). */
export const isPresaleAhead = ({ presale }: PresaleItem, today: string): boolean =>
  presale !== null && (presale.deliveryDate === null || presale.deliveryDate >= today);

/**
 * Returns the presale that the rest of the shipment waits for: the latest. A presale without a date counts as the
 * latest (DEC-99, DEC-215).
 */
export function awaitedPresale<I extends PresaleItem>(items: readonly I[], today: string): I | null {
  const dayOf = ({ presale }: I): string => presale?.deliveryDate ?? '9999';
  return items
    .filter((item) => isPresaleAhead(item, today))
    .reduce<I | null>((last, item) => (last === null || dayOf(item) > dayOf(last) ? item : last), null);
}

/** Texts about an order that waits for a presale (DEC-215). */
export const presaleWaitTexts = {
  line: (title: string): string => `Sale junto con ${title}`,
  order: (title: string): string => `Tu pedido espera a ${title}`,
  apart: 'Pedirlo aparte',
  /**
   * Shown below the button "Pedirlo aparte". For a customer, the button saves the item for later. For a guest, the
   * button removes the item.
   */
  saves: 'Guárdalo para después y lo demás no lo espera.',
  removes: 'Quítalo de este pedido y lo demás no lo espera.',
} as const;
