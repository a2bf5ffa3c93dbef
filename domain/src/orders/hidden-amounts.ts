/** An amount as `formatQ` writes it. */
const amounts = /-?Q\d[\d,]*(?:\.\d+)?/g;

/** A text of the shop with its amounts left out, for a person of the desk who sees none (desk.md §0.3). */
export const hideAmounts = (text: string): string => text.replaceAll(amounts, 'Q…');
