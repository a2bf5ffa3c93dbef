import type { Cart } from '@ceiba/contract/carts';
import { isApplyDisabled, isCouponBoxVisible } from '@ceiba/domain/coupons/coupon';
import { Button } from '@ceiba/ui/button';
import { Field, TextInput } from '@ceiba/ui/field';
import type { FormEvent } from 'react';
import { cartLines } from '../carts/cart-lines.ts';
import { useFlags } from '../flags/use-flags.ts';
import { useCoupon } from './use-coupon.ts';

/** The coupon box of the payment step (CUP-01..10), where the shop takes coupons and the cart can be ordered (CUP-02). */
export function CouponBox({ cart }: { cart: Cart }) {
  const flags = useFlags();
  const isVisible = flags !== null && isCouponBoxVisible(flags.coupons, cartLines(cart));
  return isVisible ? <Box cart={cart} /> : null;
}

/** DIF-33: one slot for both, told before a code is refused as used (CUP-09). */
const besidePoints = 'Hay puntos aplicados: revierte el canje primero para usar un cupón.';

function Box({ cart }: { cart: Cart }) {
  const { applied, typed, type, note, apply, remove, isApplying, isRemoving } = useCoupon(cart);
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
              maxLength={64}
              value={applied ?? typed}
              readOnly={applied !== null || isApplying}
              onChange={({ target }) => type(target.value)}
              className="min-w-0 flex-1 uppercase placeholder:normal-case"
            />
            {/* One button that changes its name: whoever pressed it keeps the focus. */}
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
      <p role="status" className="sr-only">
        {text}
      </p>
    </form>
  );
}
