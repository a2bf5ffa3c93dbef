/** Null when the product is not a presale; the day is null while it is not known. */
interface PresaleItem {
  presale: { deliveryDate: string | null } | null;
}

/** Whether the item is not there yet; a presale date that has passed no longer holds anything back (DEC-96). */
export const isPresaleAhead = ({ presale }: PresaleItem, today: string): boolean =>
  presale !== null && (presale.deliveryDate === null || presale.deliveryDate >= today);

/** The presale that the others of its shipment wait for: the last one, which is one without a day (DEC-99, DEC-215). */
export function awaitedPresale<I extends PresaleItem>(items: readonly I[], today: string): I | null {
  const dayOf = ({ presale }: I): string => presale?.deliveryDate ?? '9999';
  return items
    .filter((item) => isPresaleAhead(item, today))
    .reduce<I | null>((last, item) => (last === null || dayOf(item) > dayOf(last) ? item : last), null);
}

/** DEC-215. */
export const presaleWaitTexts = {
  line: (title: string): string => `Sale junto con ${title}`,
  order: (title: string): string => `Tu pedido espera a ${title}`,
  apart: 'Pedirlo aparte',
  /** What "Pedirlo aparte" does: a customer saves it for later, a guest takes it out. */
  saves: 'Guárdalo para después y lo demás no lo espera.',
  removes: 'Quítalo de este pedido y lo demás no lo espera.',
} as const;
