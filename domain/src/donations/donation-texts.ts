/** Texts about donations (DIF-17). */
export const donationTexts = {
  onlyCash: 'La donación solo puede pagarse en efectivo.',
  beforeAdding: 'Solo disponible para pagos en efectivo.',
  remove: 'Quitar donación',
  /** Precedes the amount of the donation (DON-05). */
  included: 'Incluye tu donación de',
} as const;
