import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import type { FailureWords } from '@ceiba/client/failure-words';
import type { Cart } from '@ceiba/contract/carts';
import type { CallInput } from '@ceiba/contract/client';
import type { PointsOffer, PointsOption } from '@ceiba/contract/points';
import { pointsTexts } from '@ceiba/domain/points/points';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showAlert } from '../alerts/notices.ts';
import { solveCaptcha } from '../captcha/solve-captcha.ts';
import { callCart } from '../carts/cart-call.ts';
import { announceCartChange } from '../carts/cart-changes.ts';
import { cartFailureWords, isCartMissing } from '../carts/cart-failure.ts';
import { readCartId } from '../carts/cart-store.ts';
import { cartScope, refreshCart } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';

const failed: FailureWords = { title: pointsTexts.failedTitle, message: pointsTexts.failedMessage };

/** Shows a failure (DEC-18): the text of its cause, by default the text of PTS-18. */
const tellFailure = (error: Error, otherwise = failed): void =>
  showAlert({ id: 'points-alert', type: 'Error', ...cartFailureWords(error, otherwise) }, 'checkout');

/** The programs that the cart may use (PTS-12), read again when its sellers change. */
export function usePointsOptions(cart: Cart): {
  options: readonly PointsOption[];
  hasFailed: boolean;
  reload: () => void;
} {
  const query = useQuery({
    queryKey: ['points-options', cart.id, cart.is3p],
    retry: false,
    queryFn: async ({ signal }) => unwrap(await api('getPointsOptions', { query: { cartId: cart.id } }, { signal })),
  });
  return {
    options: (query.data ?? []).toSorted((a, b) => a.index - b.index),
    hasFailed: query.isError,
    reload: () => void query.refetch(),
  };
}

export type PointsForm = Omit<CallInput<'requestPoints'>['body'], 'cartId'>;

/** Reads balance and certificates with a solved captcha (API-63, PTS-15). */
async function requestPoints(body: CallInput<'requestPoints'>['body']) {
  const send = async () => {
    const token = await solveCaptcha();
    const headers: Record<string, string> = token === null ? {} : { 'x-recaptcha': token };
    return { isProven: token !== null, answer: await api('requestPoints', { body }, { headers }) };
  };
  const { isProven, answer } = await send();
  // A request that waited for another payer of its link has an expired proof, so it is sent again with a new proof.
  const isStale = isProven && !answer.ok && answer.error.code === 'CAPTCHA_FAILED';
  return isStale ? (await send()).answer : answer;
}

/** `onOffer`: the points that may be redeemed. `onFields`: the fields that the server refused. */
export function useRequestPoints(
  onOffer: (offer: PointsOffer) => void,
  onFields: (fields: Record<string, string>) => void,
) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (form: PointsForm) => unwrap(await callCart((cartId) => requestPoints({ cartId, ...form }))),
    onSuccess: ({ fields }) => onOffer(fields),
    onError: (error) => {
      const refusal = error instanceof ApiFailure ? error.error : null;
      const fields = refusal?.code === 'VALIDATION_ERROR' ? refusal.metadata.fields : undefined;
      if (fields !== undefined) onFields(fields);
      else tellFailure(error, refusal === null ? failed : { ...failed, message: refusal.message });
    },
  });
  return { request: mutate, isRequesting: isPending };
}

/** Applies a certificate (API-64). `onRefused` receives the server's message, or an empty text. */
export function useApplyPoints(onApplied: () => void, onRefused: (words: string) => void) {
  const changed = usePointsChanged();
  const { mutate, isPending } = useMutation({
    mutationKey: ['cart', 'points'],
    scope: cartScope,
    mutationFn: async (couponCode: string) =>
      unwrap(await callCart((cartId) => api('applyPoints', { body: { cartId, couponCode } }))),
    onSuccess: async ({ cartId }) => {
      onApplied();
      await changed(cartId);
    },
    onError: async (error) => {
      onRefused(error instanceof ApiFailure && !isCartMissing(error) ? error.error.message : '');
      tellFailure(error);
      // Another tab may have filled the slot, or the cart may have ended: the page reads the current cart.
      const cartId = readCartId();
      if (cartId !== null) await changed(cartId);
    },
  });
  return { apply: mutate, isApplying: isPending };
}

/** "Revertir canje" (PTS-05, API-65). */
export function useRevertPoints() {
  const changed = usePointsChanged();
  const { mutate, isPending } = useMutation({
    mutationKey: ['cart', 'points'],
    scope: cartScope,
    mutationFn: async () => unwrap(await callCart((id) => api('removeCoupon', { params: { id } }))),
    onSuccess: ({ cartId }) => changed(cartId),
    onError: (error) => tellFailure(error),
  });
  return { revert: () => mutate(), isReverting: isPending };
}

/** Reads the cart again, here and in other tabs, because its prices depend on the certificate. */
function usePointsChanged(): (cartId: string) => Promise<void> {
  const queryClient = useQueryClient();
  return async (cartId) => {
    announceCartChange(cartId);
    await refreshCart(queryClient, cartId);
  };
}
