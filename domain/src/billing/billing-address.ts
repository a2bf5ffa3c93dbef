import { countryCode, cutStreet, defaultPhone, postcode } from '../addresses/address.ts';
import { repairLine } from '../customers/plain-text.ts';
import { homeRegionId } from '../delivery/regions.ts';
import {
  type BillingForm,
  type BillingOption,
  defaultFiscalAddress,
  documentNumber,
  documentTypes,
  emptyBillingForm,
} from './billing-options.ts';
import { normalizeDpi } from './dpi.ts';
import { normalizeNit } from './nit.ts';
import { normalizePassport } from './passport.ts';
import type { DocumentType } from './tax-document.ts';

/** The full form of a billing address (BILL-19, DEC-110). */
export interface BillingAddress {
  firstname: string;
  lastname: string;
  street: string[];
  city: string;
  postcode: string;
  country_code: string;
  telephone: string;
  region: number;
  nit: string;
  documentType: DocumentType;
}

/** Contact and place that an invoice uses by default. A null value is replaced by the documented default (DEC-84). */
export interface InvoiceContact {
  firstname: string;
  lastname: string;
  /** Eight digits. Null if unknown. */
  telephone: string | null;
  city: string | null;
  regionId: number | null;
}

/**
 * Builds the billing address from a form (DEC-110). `firstname` holds a taxpayer's whole name as the registry has it,
 * because a company has no first and last name. CF uses both names of the contact. Digital-only carts have no place:
 * region 485, city "Ciudad" (DEC-84).
 */
export function billingAddressOf(form: BillingForm, contact: InvoiceContact): BillingAddress {
  const isFinalConsumer = form.selectedOption === 'radio-cf';
  return {
    firstname: isFinalConsumer ? contact.firstname : repairLine(form.fullName),
    lastname: isFinalConsumer ? contact.lastname : '',
    street: [cutStreet(isFinalConsumer ? defaultFiscalAddress : repairLine(form.fiscalAddress))],
    city: contact.city ?? defaultFiscalAddress,
    postcode,
    country_code: countryCode,
    telephone: contact.telephone ?? defaultPhone,
    region: contact.regionId ?? homeRegionId,
    nit: normalizedNumber(form),
    documentType: documentTypes[form.selectedOption],
  };
}

function normalizedNumber(form: BillingForm): string {
  const number = documentNumber(form);
  if (form.selectedOption === 'radio-nit') return normalizeNit(number);
  if (form.selectedOption === 'radio-dpi') return normalizeDpi(number);
  return form.selectedOption === 'radio-passport' ? normalizePassport(number) : number;
}

/** Returns the name on the invoice. Older addresses have a taxpayer's name split at its first space, or a single word twice. */
export const invoiceName = ({ firstname, lastname }: Pick<BillingAddress, 'firstname' | 'lastname'>): string =>
  firstname === lastname ? firstname : `${firstname} ${lastname}`.trim();

const optionOf: Record<DocumentType, BillingOption> = {
  CF: 'radio-cf',
  NIT: 'radio-nit',
  DPI: 'radio-dpi',
  Pasaporte: 'radio-passport',
};

/**
 * Returns the form for a cart's billing address (DEC-147). The buyer who pays an advisor's link sees the advisor's
 * entries. `billingAddressOf` turns the form into the same address.
 */
export function billingFormOf(
  address: Pick<BillingAddress, 'firstname' | 'lastname' | 'street' | 'nit' | 'documentType'>,
): BillingForm {
  const { nit: number, documentType, street } = address;
  const option = optionOf[documentType];
  const form = emptyBillingForm(option);
  if (option === 'radio-cf') return form;
  const numbers = {
    'radio-nit': { nit: number },
    'radio-dpi': { dpi: number },
    'radio-passport': { passport: number },
  };
  return { ...form, ...numbers[option], fullName: invoiceName(address), fiscalAddress: street.join(', ') };
}
