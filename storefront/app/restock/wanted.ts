/** Session storage: address of the product of whose return a guest wants to be told, until a login has led back to it. */
export const wantedKey = 'ceiba.restock';
