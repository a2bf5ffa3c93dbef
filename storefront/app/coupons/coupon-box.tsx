import { ApiFailure, unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Cart } from '@ceiba/contract/carts';
import {
  type CouponBoxState,
  couponBoxTexts,
  couponStateMs,
  isApplyDisabled,
  isCouponBoxVisible,
  lostCouponText,
  normalizeCouponCode,
  stateAfterApply,
} from '@ceiba/domain/coupons/coupon';
import { Button } from '@ceiba/ui/button';
import { Field, TextInput } from '@ceiba/ui/field';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { callCart } from '../carts/cart-call.ts';
import { announceCartChange } from '../carts/cart-changes.ts';
import { missingCart } from '../carts/cart-failure.ts';
import { cartLines } from '../carts/cart-lines.ts';
import { isStoredCart, readCartId } from '../carts/cart-store.ts';
import { cartKey, cartScope, refreshCart } from '../carts/use-cart.ts';
import { useFlags } from '../flags/use-flags.ts';
import { api } from '../platform/api.ts';
import { appliedCouponCode } from './applied-coupon.ts';

/** The message below the field. `text`: the documented one, or why the server could not be reached. */
interface CouponNote {
  state: CouponBoxState;
  text: string;
}

interface CouponBoxData {
  /** The applied code. Null if no coupon is applied. */
  applied: string | null;
  typed: string;
  type: (code: string) => void;
  /** Null if there is no message (CUP-03 "none"). */
  note: CouponNote | null;
  /**
   * The failed condition with its difference, also for a coupon that was removed from the cart. Stays until the shopper types or presses something.
   */
  condition: string | null;
  apply: () => void;
  remove: () => void;
  isApplying: boolean;
  isRemoving: boolean;
}

const noteOf = (state: CouponBoxState): CouponNote => ({ state, text: couponBoxTexts[state] });

/** A code is wrong only if the server says so. Failed and unprocessed calls have other messages. */
function noteOfRefusal(error: Error): CouponNote {
  const message = error instanceof ApiFailure ? error.error.message : null;
  const note = noteOf(stateAfterApply(false, message));
  const words = failureWords(error, { title: '', message: note.text });
  return words.title === '' ? note : { state: 'error', text: `${words.title}. ${words.message}` };
}

const conditionOf = (error: Error): string | null => {
  const condition = error instanceof ApiFailure ? error.error.metadata.condition : null;
  return typeof condition === 'string' ? condition : null;
};

/**
 * Checks a coupon that depends on the e-mail (a limit per customer) as soon as the e-mail is known. If the check fails, the coupon is removed and
 * `onLost` gets the reason, so that the shown total is the charged one.
 */
function useJudgedByEmail(
  { cart, applied, email }: { cart: Cart; applied: string | null; email: string | null },
  onLost: (condition: string) => Promise<void>,
): { judged: (couponCode: string) => void } {
  /** Code and e-mail that the shop has checked together. */
  const latest = useRef('');
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    scope: cartScope,
    mutationFn: async (body: { cartId: string; couponCode: string; email: string }) => {
      // An earlier change may have removed the coupon; checking would apply it again.
      const latestCart = queryClient.getQueryData<Cart>(cartKey(body.cartId));
      if (latestCart && appliedCouponCode(latestCart) !== body.couponCode) return;
      const judged = await api('applyCoupon', { body });
      const condition = judged.ok ? null : conditionOf(new ApiFailure(judged.error));
      if (condition === null) return;
      const removed = await api('removeCoupon', { params: { id: body.cartId } });
      if (removed.ok) await onLost(lostCouponText(body.couponCode, condition));
    },
  });
  const judge = useEffectEvent((couponCode: string, by: string) => {
    if (latest.current === `${couponCode} ${by}`) return;
    latest.current = `${couponCode} ${by}`;
    mutate({ cartId: cart.id, couponCode, email: by });
  });
  useEffect(() => {
    if (applied !== null && email !== null) judge(applied, email);
  }, [applied, email]);
  return {
    judged: (couponCode) => {
      latest.current = `${couponCode} ${email}`;
    },
  };
}

/** State of the coupon box (CUP-03..10): the typed code, the applied one, and the result of the last press. */
function useCoupon(cart: Cart, email: string | null): CouponBoxData {
  const [typed, setTyped] = useState('');
  const [condition, setCondition] = useState<string | null>(null);
  const [failure, setFailure] = useState<CouponNote | null>(null);
  useEndOf(failure, setFailure);
  const changed = useCouponChanged();
  const applied = appliedCouponCode(cart);
  const { judged } = useJudgedByEmail({ cart, applied, email }, async (reason) => {
    setCondition(reason);
    await changed();
  });
  const begin = (): void => {
    setFailure(null);
    setCondition(null);
  };
  // The box disappears when its cart has ended, so the alert in the corner reports the error.
  const showRefusal = (error: Error, note: CouponNote): void =>
    isStoredCart(cart.id)
      ? setFailure(note)
      : showAlert({ id: 'cart-alerts', type: 'Error', ...failureWords(error, missingCart) });
  const apply = useMutation({
    mutationKey: ['cart', 'coupon'],
    scope: cartScope,
    mutationFn: async (couponCode: string) =>
      unwrap(await callCart((cartId) => api('applyCoupon', { body: { cartId, couponCode, ...(email && { email }) } }))),
    onMutate: begin,
    onSuccess: async (_, couponCode) => {
      judged(couponCode);
      await changed();
      setTyped('');
    },
    onError: async (error) => {
      showRefusal(error, noteOfRefusal(error));
      setCondition(conditionOf(error));
      // Another tab has applied a coupon, or the cart has ended: the page reads the current state.
      await changed();
    },
  });
  const remove = useMutation({
    mutationKey: ['cart', 'coupon'],
    scope: cartScope,
    mutationFn: async () => unwrap(await callCart((id) => api('removeCoupon', { params: { id } }))),
    onMutate: begin,
    onSuccess: changed,
    onError: (error) => showRefusal(error, noteOf('remove_error')),
  });
  const lostCoupon = cart.couponProblem ?? null;
  return {
    applied,
    typed,
    type: (code) => {
      setTyped(code);
      setCondition(null);
    },
    condition: condition ?? (lostCoupon && lostCouponText(lostCoupon.code, lostCoupon.condition)),
    note: failure ?? (applied === null ? null : noteOf('success')),
    // Without the shown cart a coupon cannot be applied (CUP-06).
    apply: () => (isStoredCart(cart.id) ? apply.mutate(normalizeCouponCode(typed)) : setFailure(noteOf('error'))),
    remove: () => remove.mutate(),
    isApplying: apply.isPending,
    isRemoving: remove.isPending,
  };
}

/** Hides an error after its time (CUP-04). */
function useEndOf(failure: CouponNote | null, setFailure: (failure: CouponNote | null) => void): void {
  useEffect(() => {
    const milliseconds = failure === null ? null : couponStateMs(failure.state);
    if (milliseconds === null) return;
    const timer = setTimeout(() => setFailure(null), milliseconds);
    return () => clearTimeout(timer);
  }, [failure, setFailure]);
}

/** Reads the cart again, here and in other tabs, because its prices depend on the coupon. */
function useCouponChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const cartId = readCartId();
    if (cartId === null) return;
    announceCartChange(cartId);
    await refreshCart(queryClient, cartId);
  };
}

/** The coupon box of the payment step (CUP-01..10) for a buyer with `email`. Shown if the shop takes coupons and the cart can be ordered (CUP-02). */
export function CouponBox({ cart, email }: { cart: Cart; email: string | null }) {
  const flags = useFlags();
  const isVisible = flags !== null && isCouponBoxVisible(flags.coupons, cartLines(cart));
  return isVisible ? <Box cart={cart} email={email} /> : null;
}

/** Coupon and points share one slot (DIF-33). The note shows before a code is refused as used (CUP-09). */
const besidePoints = 'Hay puntos aplicados: revierte el canje primero para usar un cupón.';

function Box({ cart, email }: { cart: Cart; email: string | null }) {
  const { applied, typed, type, note, condition, apply, remove, isApplying, isRemoving } = useCoupon(cart, email);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (applied === null && !isApplying && !isApplyDisabled(typed)) apply();
  };
  const text = isApplying ? 'Validando el cupón' : note?.text;
  const isSuccess = note?.state === 'success';
  return (
    <form noValidate onSubmit={submit} aria-label="Cupón" className="panel">
      <Field
        label={<span className="heading-card text-base">Cupón</span>}
        error={isApplying || isSuccess ? undefined : text}
        confirmed={!isApplying && isSuccess ? text : undefined}
        hint={isApplying ? text : cart.certificate === null ? undefined : besidePoints}
      >
        {(control) => (
          <div className="flex items-center gap-3">
            <TextInput
              {...control}
              name="couponCode"
              placeholder="Código de cupón"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={applied ?? typed}
              readOnly={applied !== null || isApplying}
              onChange={({ target }) => type(target.value)}
              className="min-w-0 flex-1 uppercase placeholder:normal-case"
            />
            {/* One button whose label changes, so that it keeps the focus after a press. */}
            <Button
              type={applied === null ? 'submit' : 'button'}
              variant={applied === null ? 'outline' : 'ghost'}
              loading={isApplying || isRemoving}
              blocked={applied === null && isApplyDisabled(typed)}
              onClick={applied === null ? undefined : remove}
            >
              {applied === null ? 'Aplicar' : 'Quitar'}
            </Button>
          </div>
        )}
      </Field>
      <p aria-live="polite" className="mt-1.5 text-sm text-ink-soft empty:hidden">
        {condition}
      </p>
      <p role="status" className="sr-only">
        {text}
      </p>
    </form>
  );
}
