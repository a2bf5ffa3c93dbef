import type { Cart } from '@ceiba/contract/carts';
import { isDonationOnly } from '@ceiba/domain/carts/cart-line';
import { isDonationOffered, offeredDonations } from '@ceiba/domain/donations/donation';
import { donationTexts } from '@ceiba/domain/donations/donation-texts';
import { toQuetzales, zero } from '@ceiba/domain/money/money';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { Select } from '@ceiba/ui/select';
import { useEffect, useId, useState } from 'react';
import { cartLines } from '../carts/cart-lines.ts';
import { useDonation } from './use-donation.ts';

const invitation = 'Ayuda a llevar tecnología a más escuelas.';

/** The donation as its own card, below 1279 px (DON-02, DIF-16). */
export function DonationCard({ cart }: { cart: Cart }) {
  if (!isShown(cart)) return null;
  return (
    <section aria-labelledby="donacion" className="panel xl:hidden">
      <div className="flex items-start gap-3.5">
        <span className="grid size-11 flex-none place-items-center rounded-[14px_4px] bg-maiz-100 text-maiz-700">
          <Icon name="hand-heart" />
        </span>
        <div className="grid min-w-0 flex-1 gap-2.5">
          <div className="text-sm">
            <h2 id="donacion" className="font-sans text-base font-semibold tracking-normal">
              {cart.donation === null ? 'Agrega una donación' : `Tu donación: ${shownAmount(cart.donation)}`}
            </h2>
            <p className="text-ink-soft">{invitation}</p>
            <p className="text-ink-muted">{donationTexts.beforeAdding}</p>
          </div>
          <DonationControl donation={cart.donation} />
        </div>
      </div>
    </section>
  );
}

/** The donation as a row of the summary card, from 1279 px (DIF-16). */
export function DonationRow({ cart }: { cart: Cart }) {
  useDonationOnlyCleanup(cart);
  if (!isShown(cart)) return null;
  return (
    <div className="grid gap-2 border-t border-border pt-4 text-sm max-xl:hidden">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name="hand-heart" className="text-maiz-700" />
        {cart.donation === null ? 'Agrega una donación' : `Tu donación: ${shownAmount(cart.donation)}`}
      </p>
      <DonationControl donation={cart.donation} />
      <p className="text-ink-muted">{donationTexts.beforeAdding}</p>
    </div>
  );
}

const isShown = (cart: Cart): boolean => cart.donation !== null || isDonationOffered(cartLines(cart));

function DonationControl({ donation }: { donation: number | null }) {
  const { give, remove, isPending } = useDonation();
  const [amount, setAmount] = useState(toQuetzales(offeredDonations[0] ?? zero));
  const labelId = useId();
  if (donation !== null) {
    return (
      <Button variant="outline" size="sm" loading={isPending} onClick={remove} className="justify-self-start">
        {donationTexts.remove}
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={labelId} className="sr-only">
        Monto de la donación
      </label>
      <Select
        id={labelId}
        name="donation"
        small
        value={amount}
        onChange={(event) => setAmount(Number(event.currentTarget.value))}
        className="w-28"
      >
        {offeredDonations.map((offered) => (
          <option key={offered} value={toQuetzales(offered)}>
            {shownAmount(toQuetzales(offered))}
          </option>
        ))}
      </Select>
      <Button variant="tonal" size="sm" loading={isPending} onClick={() => give(amount)}>
        Donar
      </Button>
    </div>
  );
}

/** Empties a cart that holds only a donation (DON-07). */
function useDonationOnlyCleanup(cart: Cart): void {
  const { give } = useDonation();
  const isLeftAlone = isDonationOnly(cartLines(cart));
  useEffect(() => {
    if (isLeftAlone) give(0);
  }, [isLeftAlone, give]);
}
