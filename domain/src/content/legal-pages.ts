/**
 * Addresses of the shop's legal texts, which are ordinary content pages that the shop writes (record 0048). No shop can
 * use the first segment of these addresses for another page.
 */
export const legalPages = {
  terms: { path: '/terminos-y-condiciones', title: 'Términos y condiciones' },
  privacy: { path: '/politica-de-privacidad', title: 'Política de privacidad' },
} as const;

export type LegalPage = keyof typeof legalPages;
