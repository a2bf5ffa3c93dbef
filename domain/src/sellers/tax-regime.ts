import { ivaBasisPoints } from '../money/shares.ts';

/**
 * A seller's tax regime with the SAT. The regime decides the IVA on the seller's invoices (DEC-233). In FEL: GEN, PEQ,
 * EXE. `small` is a small taxpayer ("pequeño contribuyente"), whose invoices show no IVA.
 */
export type TaxRegime = 'general' | 'small' | 'exempt';

/** IVA rate of each regime, in basis points. */
export const issuerRates: Readonly<Record<TaxRegime, number>> = { general: ivaBasisPoints, small: 0, exempt: 0 };

/** Words for a regime in imports and commands. Exports write the first word of each regime. */
export const taxRegimeWords: Readonly<Record<string, TaxRegime>> = {
  general: 'general',
  pequeño: 'small',
  pequeno: 'small',
  exento: 'exempt',
};
