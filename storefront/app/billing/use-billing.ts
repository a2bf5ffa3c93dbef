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
import { showAlert } from '../alerts/notices.ts';
import { ApiFailure, api, unwrap } from '../platform/api.ts';
import { usePolicy } from '../policies/shop-policy.ts';

export interface Billing {
  form: UseFormReturn<BillingForm>;
  options: OfferedBillingOption[];
  option: BillingOption;
  choose: (option: BillingOption) => void;
  lookup: LookupStatus;
  /** The shopper leaves the NIT or DPI field. */
  leaveDocument: () => void;
  isValid: boolean;
}

/** The NIT or DPI of the form when it is well formed; other documents have no registry. */
export function documentOf(values: BillingForm): TaxDocument | null {
  if (values.selectedOption === 'radio-nit') {
    const nit = checkNit(values.nit);
    return nit.ok ? { type: 'nit', identifier: nit.value } : null;
  }
  const dpi = checkDpi(values.dpi);
  return values.selectedOption === 'radio-dpi' && dpi.ok ? { type: 'dpi', identifier: dpi.value } : null;
}

/** Complete, and where a registry knows the document, not refused by it; one that cannot be asked stops nobody. */
export function isBillingValid(values: BillingForm, lookup: LookupStatus): boolean {
  if (Object.keys(billingFormMessages(values)).length > 0) return false;
  return documentOf(values) === null || lookup === 'found' || lookup === 'unavailable';
}

/** The rule of one field; null of the domain means nothing to say. */
export const billingRule = (field: BillingField) => (_: string, values: BillingForm) =>
  billingFormMessages(values)[field] ?? true;

/** The invoice data of the payment step (BILL-01..19); guests are never employees. */
export function useBilling(grandTotal: Centavos, contactName: string): Billing {
  const policy = usePolicy();
  const buyer = { grandTotal, isEmployee: false };
  const form = useForm<BillingForm>({
    mode: 'onTouched',
    defaultValues: emptyBillingForm(firstBillingOption(buyer, policy), contactName),
  });
  const values = form.watch();
  const option = values.selectedOption;
  const settled = settleBillingOption(option, buyer, policy);
  const isTyped = (document: TaxDocument): boolean => {
    const typed = documentOf(form.getValues());
    return typed !== null && isSame(typed, document);
  };
  const registry = useTaxLookup(isTyped, (name) => {
    form.setValue('fullName', name, { shouldValidate: true });
    if (form.getValues('fiscalAddress').trim() === '') form.setValue('fiscalAddress', defaultFiscalAddress);
  });
  const { reset } = form;
  useEffect(() => {
    // BILL-05: the total has reached what a final consumer may buy.
    if (settled !== option) reset(emptyBillingForm(settled, contactName));
  }, [settled, option, contactName, reset]);
  const lookup = registry.statusOf(documentOf(values));
  return {
    form,
    options: billingOptions(buyer, policy),
    option,
    choose: (chosen) => reset(emptyBillingForm(chosen, contactName)),
    lookup,
    leaveDocument: () => {
      const current = form.getValues();
      const document = documentOf(current);
      if (document === null) {
        const { fullName, fiscalAddress } = clearAfterInvalidDocument(current);
        form.setValue('fullName', fullName);
        form.setValue('fiscalAddress', fiscalAddress);
      } else if (['idle', 'unavailable'].includes(registry.statusOf(document))) {
        form.setValue('fullName', '');
        registry.ask(document);
      }
    },
    isValid: isBillingValid(values, lookup),
  };
}

export interface TaxDocument {
  type: 'nit' | 'dpi';
  /** Normalised: digits, for a NIT perhaps a final K. */
  identifier: string;
}

/** What the registry said of a document; `refused` cannot be invoiced, `unavailable` could not be asked. */
export type LookupStatus = 'idle' | 'asking' | 'found' | 'refused' | 'unavailable';

interface TaxLookup {
  statusOf: (document: TaxDocument | null) => LookupStatus;
  ask: (document: TaxDocument) => void;
}

const isSame = (a: TaxDocument | undefined, b: TaxDocument): boolean =>
  a?.type === b.type && a.identifier === b.identifier;

/**
 * The name behind a NIT or DPI (BILL-13). Any failure shows the one alert there is (BILL-15, DEC-109). An answer that
 * comes when another document stands in the form (`isTyped`) is nobody's.
 */
function useTaxLookup(isTyped: (document: TaxDocument) => boolean, onFound: (name: string) => void): TaxLookup {
  const { mutate, status, variables, error } = useMutation({
    mutationFn: async ({ type, identifier }: TaxDocument) =>
      unwrap(await api('lookUpTaxpayer', { query: { type, identifier } })).data,
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
      if (status === 'idle') return 'idle';
      return error instanceof ApiFailure && [400, 404].includes(error.error.status) ? 'refused' : 'unavailable';
    },
  };
}
