/**
 * Addresses of the shop's legal texts. They are content pages like any other, and the shop writes them (record 0048). No shop can
 * use the first part of these addresses for another page.
 */
export const legalPages = {
  terms: { path: '/terminos-y-condiciones', title: 'Términos y condiciones' },
  privacy: { path: '/politica-de-privacidad', title: 'Política de privacidad' },
} as const;

export type LegalPage = keyof typeof legalPages;
