import { lineMessage } from '../customers/plain-text.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import { dpiMessage } from './dpi.ts';
import { nitMessage } from './nit.ts';
import { passportMessage, passportMessages } from './passport.ts';
import type { BillingPolicy, DocumentType } from './tax-document.ts';

/** An option of the invoice's document, by the value of its radio button (BILL-01). */
export type BillingOption = 'radio-cf' | 'radio-nit' | 'radio-dpi' | 'radio-passport';

export interface OfferedBillingOption {
  option: BillingOption;
  label: string;
  isDisabled: boolean;
  notice: string | null;
}

export interface Buyer {
  grandTotal: Centavos;
  isEmployee: boolean;
}

/** Returns the notice with the limit (BILL-04). Whole amounts have no decimals, as in the fixed texts (APP-03). */
export const finalConsumerNotice = ({ finalConsumerLimit }: BillingPolicy): string =>
  `Compras mayores a ${formatQ(finalConsumerLimit).replace(/\.00$/, '')} requieren NIT.`;

/** Shown below the notice of BILL-04. It lists other accepted documents. */
export const otherDocumentsText = 'Si no tienes NIT, usa tu DPI o tu pasaporte.';

/** Shown below the name if the registry does not respond (DEC-109). The buyer can still get the invoice. */
export const registryAwayText =
  'El registro no responde ahora. Escribe tú el nombre, como debe salir en la factura, y continúa.';

/** The document types that orders send, by option (DEC-110, DEC-186). */
export const documentTypes: Record<BillingOption, DocumentType> = {
  'radio-cf': 'CF',
  'radio-nit': 'NIT',
  'radio-dpi': 'DPI',
  'radio-passport': 'Pasaporte',
};

/** Returns the options that a buyer sees. Employees see only NIT (DIF-10). From the limit on, CF is disabled (DIF-09). */
export function billingOptions(buyer: Buyer, policy: BillingPolicy): OfferedBillingOption[] {
  if (buyer.isEmployee) return [offered('radio-nit')];
  const finalConsumer = offered('radio-cf');
  const isOverLimit = buyer.grandTotal >= policy.finalConsumerLimit;
  return [
    isOverLimit ? { ...finalConsumer, isDisabled: true, notice: finalConsumerNotice(policy) } : finalConsumer,
    offered('radio-nit'),
    offered('radio-dpi'),
    offered('radio-passport'),
  ];
}

const offered = (option: BillingOption): OfferedBillingOption => ({
  option,
  label: documentTypes[option],
  isDisabled: false,
  notice: null,
});

/** Keeps the chosen option if it is still allowed, otherwise chooses NIT (BILL-05, BILL-07). */
export function settleBillingOption(selected: BillingOption, buyer: Buyer, policy: BillingPolicy): BillingOption {
  const options = billingOptions(buyer, policy);
  return options.some((entry) => entry.option === selected && !entry.isDisabled) ? selected : 'radio-nit';
}

/** Returns CF if it is allowed, otherwise NIT (DEC-187). */
export const firstBillingOption = (buyer: Buyer, policy: BillingPolicy): BillingOption =>
  settleBillingOption('radio-cf', buyer, policy);

/** The invoice form (BILL-02). */
export interface BillingForm {
  selectedOption: BillingOption;
  nit: string;
  dpi: string;
  passport: string;
  fullName: string;
  fiscalAddress: string;
}

/** The fiscal address of an empty form (CONST-24). */
export const defaultFiscalAddress = 'Ciudad';

/**
 * Returns the empty form of an option. A change of the option clears the values of the others (DEC-111). A passport's
 * name starts as the contact name.
 */
export const emptyBillingForm = (selectedOption: BillingOption, contactName = ''): BillingForm => ({
  selectedOption,
  nit: '',
  dpi: '',
  passport: '',
  fullName: selectedOption === 'radio-passport' ? contactName : '',
  fiscalAddress: defaultFiscalAddress,
});

/** Returns the number of the chosen document as typed, or "CF" for a final consumer (DEC-110). */
export function documentNumber(form: BillingForm): string {
  const numbers: Record<BillingOption, string> = {
    'radio-cf': 'CF',
    'radio-nit': form.nit,
    'radio-dpi': form.dpi,
    'radio-passport': form.passport,
  };
  return numbers[form.selectedOption];
}

export const billingMessages = {
  fullNameRequired: 'El nombre completo es necesario.',
  fiscalAddressRequired: 'La dirección fiscal es necesaria.',
} as const;

export type BillingField = 'nit' | 'dpi' | 'passport' | 'fullName' | 'fiscalAddress';

/** Returns one message for each wrong field. Empty if the form is valid (BILL-03, BILL-08..12, DEC-111). */
export function billingFormMessages(form: BillingForm): Partial<Record<BillingField, string>> {
  if (form.selectedOption === 'radio-cf') return {};
  const messages: [BillingField, string | null][] = [
    documentMessage(form),
    ['fullName', lineMessage(form.fullName, billingMessages.fullNameRequired)],
    ['fiscalAddress', lineMessage(form.fiscalAddress, billingMessages.fiscalAddressRequired)],
  ];
  return Object.fromEntries(messages.filter(([, message]) => message !== null));
}

function documentMessage(form: BillingForm): [BillingField, string | null] {
  if (form.selectedOption === 'radio-nit') return ['nit', nitMessage(form.nit)];
  if (form.selectedOption === 'radio-dpi') return ['dpi', dpiMessage(form.dpi)];
  return ['passport', passportMessage(form.passport)];
}

/**
 * Clears the form after a wrong number, with name and address (BILL-14). While no passport number is typed, keeps the
 * contact's name (DEC-111), because no registry returns this name.
 */
export function clearAfterInvalidDocument(form: BillingForm): BillingForm {
  const [, message] = documentMessage(form);
  const isKept = message === null || message === passportMessages.required;
  return isKept ? form : { ...form, fullName: '', fiscalAddress: '' };
}

/** Returns the texts of the alert `NitFailure`, for a number that the registry does not know (BILL-15). */
export const lookupFailure = (type: 'nit' | 'dpi'): { title: string; message: string } => ({
  title: 'Encontramos un problema',
  message: `No es posible facturar con el ${type.toUpperCase()} ingresado.`,
});
