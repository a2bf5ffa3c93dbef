import { lookupFailure } from '@ceiba/domain/billing/billing-options';
import { useMutation } from '@tanstack/react-query';
import { showAlert } from '../alerts/alert-store.ts';
import { api } from '../platform/api.ts';
import { ApiFailure, unwrap } from '../platform/unwrap.ts';

export interface TaxDocument {
  type: 'nit' | 'dpi';
  /** Normalised: digits, for a NIT perhaps a final K. */
  identifier: string;
}

/** What the registry said of a document; `refused` cannot be invoiced, `unavailable` could not be asked. */
export type LookupStatus = 'idle' | 'asking' | 'found' | 'refused' | 'unavailable';

export interface TaxLookup {
  statusOf: (document: TaxDocument | null) => LookupStatus;
  ask: (document: TaxDocument) => void;
}

const isSame = (a: TaxDocument | undefined, b: TaxDocument): boolean =>
  a?.type === b.type && a.identifier === b.identifier;

/** The name behind a NIT or DPI (BILL-13). Any failure shows the one alert there is (BILL-15, DEC-109). */
export function useTaxLookup(onFound: (name: string) => void): TaxLookup {
  const { mutate, status, variables, error } = useMutation({
    mutationFn: async ({ type, identifier }: TaxDocument) =>
      unwrap(await api('lookUpTaxpayer', { query: { type, identifier } })).data,
    onSuccess: ({ name }) => onFound(name),
    onError: (_, { type }) => showAlert({ id: 'NitFailure', type: 'Error', ...lookupFailure(type) }, 'checkout'),
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
