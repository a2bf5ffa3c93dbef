import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { billingFormOf } from '@ceiba/domain/billing/billing-address';
import {
  type BillingField,
  type BillingForm,
  type BillingOption,
  billingFormMessages,
  billingOptions,
  clearAfterInvalidDocument,
  defaultFiscalAddress,
  emptyBillingForm,
  firstBillingOption,
  lookupFailure,
  type OfferedBillingOption,
  settleBillingOption,
} from '@ceiba/domain/billing/billing-options';
import { checkDpi } from '@ceiba/domain/billing/dpi';
import { checkNit } from '@ceiba/domain/billing/nit';
import type { Centavos } from '@ceiba/domain/money/money';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { type SignedInCustomer, useCustomer } from '../auth/customer-query.ts';
import { api } from '../platform/api.ts';
import { usePolicy } from '../policies/shop-policy.ts';

export interface Billing {
  form: UseFormReturn<BillingForm>;
  options: OfferedBillingOption[];
  option: BillingOption;
  choose: (option: BillingOption) => void;
  lookup: LookupStatus;
  /** Called when the shopper leaves the field of the document's number. */
  leaveDocument: () => void;
  isValid: boolean;
}

/** The NIT or DPI of the form if it is well formed. Other documents have no registry. */
export function documentOf(values: BillingForm): TaxDocument | null {
  if (values.selectedOption === 'radio-nit') {
    const nit = checkNit(values.nit);
    return nit.ok ? { type: 'nit', identifier: nit.value } : null;
  }
  const dpi = checkDpi(values.dpi);
  return values.selectedOption === 'radio-dpi' && dpi.ok ? { type: 'dpi', identifier: dpi.value } : null;
}

/** True if the form is complete and the registry has not refused the document. An unavailable registry does not block the order. */
export function isBillingValid(values: BillingForm, lookup: LookupStatus): boolean {
  if (Object.keys(billingFormMessages(values)).length > 0) return false;
  return documentOf(values) === null || lookup === 'found' || lookup === 'unavailable';
}

/** The validation rule of one field. */
export const billingRule = (field: BillingField) => (_: string, values: BillingForm) =>
  billingFormMessages(values)[field] ?? null;

/** The billing data that an advisor typed for the customer who pays the link (DEC-147). */
export type GivenBilling = Parameters<typeof billingFormOf>[0];

/** The invoice data of the payment step (BILL-01..19). Employees are billed by NIT (EMP-03, DIF-10). */
export function useBilling(grandTotal: Centavos, contactName: string, given: GivenBilling | null): Billing {
  const policy = usePolicy();
  const { customer } = useCustomer();
  const buyer = { grandTotal, isEmployee: customer?.isEmployee ?? false };
  const form = useForm<BillingForm>({
    mode: 'onTouched',
    defaultValues: given ? billingFormOf(given) : emptyBillingForm(firstBillingOption(buyer, policy), contactName),
  });
  const values = form.watch();
  const option = values.selectedOption;
  const settled = settleBillingOption(option, buyer, policy);
  const isTyped = (document: TaxDocument): boolean => {
    const typed = documentOf(form.getValues());
    return typed !== null && isSame(typed, document);
  };
  const registry = useTaxLookup(isTyped, (name) => form.setValue('fullName', name, { shouldValidate: true }));
  const { getValues, reset } = form;
  const emptyForm = (chosen: BillingOption): BillingForm => ofAccount(emptyBillingForm(chosen, contactName), customer);
  useEffect(() => {
    // CF is no longer allowed when the total reaches the final consumer's limit (BILL-05). Employees are billed by NIT (BILL-07).
    if (settled !== option) reset(ofAccount(emptyBillingForm(settled, contactName), customer));
  }, [settled, option, contactName, customer, reset]);
  useEffect(() => {
    // The account loads after the form, which may have started with NIT. Typed values stay.
    const typed = getValues();
    if (customer !== null && typed.selectedOption === 'radio-nit' && typed.nit === '')
      reset(ofAccount(typed, customer));
  }, [customer, getValues, reset]);
  const document = documentOf(values);
  useEffect(() => {
    // The NIT of the account, and the document that the advisor typed, are looked up without leaving the field.
    const known = document?.type === 'nit' && document.identifier === customer?.nit;
    if (document && (known || document.identifier === given?.nit) && registry.statusOf(document) === 'idle')
      registry.ask(document);
  });
  const lookup = registry.statusOf(documentOf(values));
  return {
    form,
    options: billingOptions(buyer, policy),
    option,
    choose: (chosen) => {
      hideAlert('NitFailure');
      reset(emptyForm(chosen));
    },
    lookup,
    leaveDocument: () => {
      const current = form.getValues();
      const document = documentOf(current);
      if (document === null) {
        const { fullName, fiscalAddress } = clearAfterInvalidDocument(current);
        form.setValue('fullName', fullName);
        form.setValue('fiscalAddress', fiscalAddress);
      } else if (
        // A number that was found is looked up again if a wrong number has cleared its name.
        ['idle', 'unavailable', current.fullName === '' && 'found'].includes(registry.statusOf(document))
      ) {
        form.setValue('fullName', '');
        // The address is set now, not when the answer comes: by then the shopper may have emptied the field to type another one.
        if (current.fiscalAddress.trim() === '') form.setValue('fiscalAddress', defaultFiscalAddress);
        registry.ask(document);
      }
    },
    isValid: isBillingValid(values, lookup),
  };
}

/** Fills in the customer's invoice data once the form uses a NIT (PROF-21). The registry's answer takes precedence. */
const ofAccount = (form: BillingForm, customer: SignedInCustomer | null): BillingForm => {
  if (form.selectedOption !== 'radio-nit' || customer === null || customer.nit === null) return form;
  const { nit, billingName, billingAddress } = customer;
  return { ...form, nit, fullName: billingName ?? '', fiscalAddress: billingAddress ?? form.fiscalAddress };
};

export interface TaxDocument {
  type: 'nit' | 'dpi';
  /** Normalised: digits only, except that a NIT may end in K. */
  identifier: string;
}

/** The registry's result for a document: `refused` cannot be invoiced, `unavailable` could not be looked up. */
export type LookupStatus = 'idle' | 'asking' | 'found' | 'refused' | 'unavailable';

interface TaxLookup {
  statusOf: (document: TaxDocument | null) => LookupStatus;
  ask: (document: TaxDocument) => void;
}

const isSame = (a: TaxDocument | undefined, b: TaxDocument): boolean =>
  a?.type === b.type && a.identifier === b.identifier;

/**
 * Looks up the name of a NIT or DPI (BILL-13). Every failure shows the same alert until the next look-up (BILL-15, DEC-109). An answer is dropped if
 * the form has another document by then (`isTyped`).
 */
function useTaxLookup(isTyped: (document: TaxDocument) => boolean, onFound: (name: string) => void): TaxLookup {
  const { mutate, status, variables, error } = useMutation({
    mutationFn: async ({ type, identifier }: TaxDocument) =>
      unwrap(await api('lookUpTaxpayer', { query: { type, identifier } })).data,
    onMutate: () => hideAlert('NitFailure'),
    onSuccess: ({ name }, document) => {
      if (isTyped(document)) onFound(name);
    },
    onError: (_, document) => {
      if (!isTyped(document)) return;
      showAlert({ id: 'NitFailure', type: 'Error', ...lookupFailure(document.type) }, 'checkout');
    },
  });
  return {
    ask: (document) => mutate(document),
    statusOf: (document) => {
      if (document === null || !isSame(variables, document)) return 'idle';
      if (status === 'pending') return 'asking';
      if (status === 'success') return 'found';
      return error instanceof ApiFailure && [400, 404].includes(error.error.status) ? 'refused' : 'unavailable';
    },
  };
}
