/** An amount in whole centavos (Q1.00 = 100). The only representation of money outside the JSON of the contract. */
export type Centavos = number & { readonly __brand: 'Centavos' };
