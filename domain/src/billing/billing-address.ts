import { countryCode, cutStreet, defaultPhone, postcode } from '../addresses/address.ts';
import { defaultRegionId } from '../delivery/regions.ts';
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

/** BILL-19, DEC-110: the full form of a billing address. */
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

/** Contact and place the invoice falls back on; null parts take the documented defaults (DEC-84). */
export interface InvoiceContact {
  firstname: string;
  lastname: string;
  /** Eight digits, null when unknown. */
  telephone: string | null;
  city: string | null;
  regionId: number | null;
}

/**
 * The billing address of a form (DEC-110). A full name is split at its first space, since the address has two name
 * fields; CF takes the contact's name. Digital-only carts have no place: region 485, city "Ciudad" (DEC-84).
 */
export function billingAddressOf(form: BillingForm, contact: InvoiceContact): BillingAddress {
  const isFinalConsumer = form.selectedOption === 'radio-cf';
  const name = isFinalConsumer ? contact : splitName(form.fullName);
  return {
    firstname: name.firstname,
    lastname: name.lastname,
    street: [cutStreet(isFinalConsumer ? defaultFiscalAddress : form.fiscalAddress.trim())],
    city: contact.city ?? defaultFiscalAddress,
    postcode,
    country_code: countryCode,
    telephone: contact.telephone ?? defaultPhone,
    region: contact.regionId ?? defaultRegionId,
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

/** "María López Paz" → "María" and "López Paz"; a single word stands for both (companies). */
export function splitName(fullName: string): { firstname: string; lastname: string } {
  const name = fullName.trim().replace(/\s+/g, ' ');
  const space = name.indexOf(' ');
  if (space === -1) return { firstname: name, lastname: name };
  return { firstname: name.slice(0, space), lastname: name.slice(space + 1) };
}

/** The full name that `splitName` was given. */
const joinedName = ({ firstname, lastname }: Pick<BillingAddress, 'firstname' | 'lastname'>): string =>
  firstname === lastname ? firstname : `${firstname} ${lastname}`.trim();

const optionOf: Record<DocumentType, BillingOption> = {
  CF: 'radio-cf',
  NIT: 'radio-nit',
  DPI: 'radio-dpi',
  Pasaporte: 'radio-passport',
};

/**
 * The form that a cart's billing address came from (DEC-147): what an advisor typed stands in the form of whoever pays
 * their link. It makes the same address again.
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
  return { ...form, ...numbers[option], fullName: joinedName(address), fiscalAddress: street.join(', ') };
}
