/**
 * Local storage: the shopper's bank and brand of card, for the plans that pages show (BANK-06). A file of its own: the product page reads the key
 * without the store, and the checkout needs neither.
 */
export const bankStorageKey = 'ceiba.bank';
