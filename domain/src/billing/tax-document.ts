import type { Centavos } from '../money/money.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { ok, type Result, refuse } from '../result.ts';
import { checkDpi, dpiMessages } from './dpi.ts';
import { checkNit, nitMessages } from './nit.ts';
import { checkPassport, passportMessages } from './passport.ts';

/** The document of an invoice (BILL-01, DEC-110). CF = final consumer. */
export type DocumentType = 'CF' | 'NIT' | 'DPI' | 'Pasaporte';

export type BillingPolicy = Pick<ShopPolicy, 'finalConsumerLimit'>;

/** True for "CF", "C/F" or an empty text (DIF-11). */
export const isFinalConsumer = (nit: string): boolean => ['', 'CF', 'C/F'].includes(nit.trim().toUpperCase());

/** Replaces every spelling by "CF" (DEC-93). */
export const normalizeFinalConsumer = (nit: string): string => (nit.trim().toUpperCase() === 'C/F' ? 'CF' : nit.trim());

/** The person or company on the invoice. `nit` is the document's number as stored, "CF" for the final consumer. */
export interface Identity {
  nit: string;
  documentType: DocumentType;
}

/** Whole sentences for the field `nit` (DEC-194). The text for "required" is from BILL-08. */
const identityMessages: Record<Exclude<DocumentType, 'CF'>, string> = {
  NIT: 'Ingresa un NIT válido.',
  DPI: dpiMessages.wrongLength,
  Pasaporte: passportMessages.badFormat,
};

const identityChecks = { NIT: checkNit, DPI: checkDpi, Pasaporte: checkPassport };

/**
 * Parses a document (DEC-189): CF in its stored spelling, or a well-formed number without spaces and dashes. A number
 * without a document type is a NIT (DEC-110). Does not call the registry.
 */
export function checkIdentity(
  number: string,
  named: DocumentType = 'NIT',
): Result<Identity, { code: 'invalid_identity'; message: string }> {
  if (number.trim() === '') return refuse({ code: 'invalid_identity', message: nitMessages.required });
  if (named === 'CF' || isFinalConsumer(number)) return ok({ nit: 'CF', documentType: 'CF' });
  const checked = identityChecks[named](number);
  return checked.ok
    ? ok({ nit: checked.value, documentType: named })
    : refuse({ code: 'invalid_identity', message: identityMessages[named] });
}

/** The buyer's invoice data. */
export interface InvoiceRequest {
  documentType: DocumentType;
  nit: string;
  isEmployee: boolean;
  grandTotal: Centavos;
}

/**
 * True if the document is not sufficient (DEC-135, REQUIRED_NIT_MAX_AMOUNT): CF at or above the limit, or an employee
 * without a NIT at any total (EMP-03). A malformed document counts as CF, so that older carts can still be ordered
 * (DEC-189).
 */
export function needsTaxId(invoice: InvoiceRequest, policy: BillingPolicy): boolean {
  const identity = checkIdentity(invoice.nit, invoice.documentType);
  const given = identity.ok ? identity.value.documentType : 'CF';
  if (invoice.isEmployee && given !== 'NIT') return true;
  return given === 'CF' && invoice.grandTotal >= policy.finalConsumerLimit;
}
