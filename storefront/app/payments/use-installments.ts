import { type InstallmentOffer, installmentsMethodCode } from '@ceiba/domain/payments/installments';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showAlert } from '../alerts/alert-store.ts';
import { api } from '../platform/api.ts';
import { ApiFailure, unwrap } from '../platform/unwrap.ts';
import { installmentsFailure, installmentsFailures } from './installments-failures.ts';
import { useCartPaymentMethod } from './use-cart-payment-method.ts';

export interface Installments {
  /** Null while nothing is known of the card at hand. */
  offer: InstallmentOffer | null;
  isLoading: boolean;
  /** What keeps the card from being used for installments, to stand beside the field when the alert is gone. */
  problem: string | null;
}

/** The plans of a card by its first six digits; a known offer is told to the cart (PAY-21, PAY-24..31). */
export function useInstallments(cartId: string, bin: string | null): Installments {
  const query = useQuery({
    queryKey: ['installments', cartId, bin],
    enabled: bin !== null,
    retry: false,
    queryFn: async ({ signal }): Promise<InstallmentOffer> => {
      const { installments, bankName, hasDiscount } = unwrap(
        await api('getInstallments', { query: { bin: bin ?? '', cartId } }, { signal }),
      );
      return { installments: installments.toSorted((a, b) => a - b), bankName, hasDiscount };
    },
  });
  const offer = bin === null ? null : (query.data ?? null);
  const failure = failureOf(bin === null ? null : query.error, offer);
  useEffect(() => {
    if (failure !== null) showAlert(failure, 'checkout');
  }, [failure]);
  const method = useCartPaymentMethod(cartId, () => showAlert(installmentsFailures.binNotProcessed, 'checkout'));
  const { set } = method;
  useEffect(() => {
    if (bin === null || offer === null || offer.installments.length === 0) return;
    set({ paymentMethod: installmentsMethodCode(offer), bin });
  }, [bin, offer, set]);
  return {
    offer,
    isLoading: (bin !== null && query.isFetching) || method.isPending,
    problem: failure === null ? null : failure.title,
  };
}

const failureOf = (error: Error | null, offer: InstallmentOffer | null) => {
  if (error !== null) return installmentsFailure(error instanceof ApiFailure ? error.error.status : 0);
  return offer !== null && offer.installments.length === 0 ? installmentsFailures.none : null;
};
