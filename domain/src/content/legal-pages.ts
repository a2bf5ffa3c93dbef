/**
 * Where what a shop promises and asks to be accepted is read: content pages like any other, whose texts are the shop's
 * (record 0048). The first part of the address is theirs in every shop.
 */
export const legalPages = {
  terms: { path: '/terminos-y-condiciones', title: 'Términos y condiciones' },
  privacy: { path: '/politica-de-privacidad', title: 'Política de privacidad' },
} as const;

export type LegalPage = keyof typeof legalPages;
