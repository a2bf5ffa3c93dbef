import { ivaBasisPoints } from '../money/shares.ts';

/**
 * How a seller stands with the SAT, which decides the IVA of what the seller invoices (DEC-233). In FEL: GEN, PEQ, EXE.
 * `small` is a small taxpayer ("pequeño contribuyente"), whose invoices state no IVA.
 */
export type TaxRegime = 'general' | 'small' | 'exempt';

/** IVA rate of each regime, in basis points. */
export const issuerRates: Readonly<Record<TaxRegime, number>> = { general: ivaBasisPoints, small: 0, exempt: 0 };

/** How imports and commands name a regime; the first word of each is the one that exports write. */
export const taxRegimeWords: Readonly<Record<string, TaxRegime>> = {
  general: 'general',
  pequeño: 'small',
  pequeno: 'small',
  exento: 'exempt',
};
