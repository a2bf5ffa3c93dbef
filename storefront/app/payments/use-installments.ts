import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import type { CallInput } from '@ceiba/contract/client';
import { type InstallmentOffer, installmentsMethodCode } from '@ceiba/domain/payments/installments';
import { installmentsFailure, installmentsFailures } from '@ceiba/domain/payments/installments-failures';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';

export interface Installments {
  /** Null while nothing is known about the current card. */
  offer: InstallmentOffer | null;
  isLoading: boolean;
  /** The reason why the card cannot be used for installments. Stays beside the field after the alert has closed. */
  problem: string | null;
}

/** The plans of a card, by its first six digits. A loaded offer is sent to the cart (PAY-21, PAY-24..31). */
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

export type PaymentMethodToSet = CallInput<'setCartPaymentMethod'>['body'];

/** Sends the payment method to the cart. The method decides the bank promotion, and so the total (PAY-09, DEC-79, DEC-103). */
export function useCartPaymentMethod(cartId: string, onFailed: () => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    scope: cartScope,
    mutationFn: async (body: PaymentMethodToSet) =>
      unwrap(await api('setCartPaymentMethod', { params: { id: cartId }, body })).data,
    onSuccess: ({ prices }) => takeCartFields(queryClient, cartId, { prices }),
    onError: onFailed,
  });
  return { set: mutate, isPending, isError };
}
