import type { Centavos } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';

/** The document an invoice is made out to (BILL-01, DEC-110). CF = final consumer. */
export type DocumentType = 'CF' | 'NIT' | 'DPI' | 'Pasaporte';

export type BillingPolicy = Pick<ShopPolicy, 'finalConsumerLimit'>;

/** "CF", "C/F" or empty (DIF-11). */
export const isFinalConsumer = (nit: string): boolean => ['', 'CF', 'C/F'].includes(nit.trim().toUpperCase());

/** Saved as "CF" however it was written (DEC-93). */
export const normalizeFinalConsumer = (nit: string): string => (nit.trim().toUpperCase() === 'C/F' ? 'CF' : nit.trim());

/** What an invoice is asked for. */
export interface InvoiceRequest {
  documentType: DocumentType;
  nit: string;
  isEmployee: boolean;
  grandTotal: Centavos;
}

/**
 * True when the documents given do not do (DEC-135, REQUIRED_NIT_MAX_AMOUNT): CF at or above the limit, or an employee
 * without a NIT at any total (EMP-03). Below the limit a NIT may be CF.
 */
export function needsTaxId(invoice: InvoiceRequest, policy: BillingPolicy): boolean {
  if (invoice.isEmployee && (invoice.documentType !== 'NIT' || isFinalConsumer(invoice.nit))) return true;
  return isFinalConsumer(invoice.nit) && invoice.grandTotal >= policy.finalConsumerLimit;
}
