/** An amount as `formatQ` writes it. */
const amounts = /-?Q\d[\d,]*(?:\.\d+)?/g;

/** Removes the amounts from a text of the shop, for desk users who may not see amounts (desk.md §0.3). */
export const hideAmounts = (text: string): string => text.replaceAll(amounts, 'Q…');
