import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import { defaultPickupRegionId } from '@ceiba/domain/delivery/regions';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import type { CartLine } from '../carts/cart-lines.ts';
import { chosenReceiver } from '../checkout/checkout-data.ts';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { Apart } from './apart.tsx';
import { type DeliveryPlace, deliveryItems, useDeliveryTimes } from './delivery-queries.ts';
import { pickupReadyText, placeText } from './delivery-texts.ts';
import { ReceiverChoice } from './receiver-choice.tsx';

const StoreDrawer = lazyPart(() => import('./store-drawer.tsx'));

/** Pickup at a store (DEL-25..28): the store is chosen in a drawer. */
export function Pickup({
  stores,
  lines,
  onContinue,
}: {
  stores: readonly PickupStore[];
  lines: readonly CartLine[];
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}) {
  const chosen = useOfferedStore(stores);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<'store' | 'receiver' | null>(null);
  const [isSending, setSending] = useState(false);
  const place = chosen === null ? null : placeOfStore(chosen);
  const times = useDeliveryTimes('storepickup', place, deliveryItems(lines));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checkout = useCheckout.getState();
    const isReceiverMissing = checkout.userData.isOtherReceiver && chosenReceiver(checkout) === null;
    setProblem(chosen === null ? 'store' : isReceiverMissing ? 'receiver' : null);
    if (chosen === null || isReceiverMissing) return;
    updateDelivery({ deliver: 'storepickup' });
    setSending(true);
    await onContinue(await times.settled());
    setSending(false);
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Recoger en tienda" className="grid gap-5">
      {chosen !== null && (
        <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 rounded-md bg-surface-tint p-3.5 text-sm shadow-[inset_0_0_0_2px_var(--color-primary)]">
          <Icon name="store" className="row-span-3" />
          <b className="text-base font-semibold">{chosen.name}</b>
          <span className="text-ink-soft">{placeText(chosen)}</span>
          <span className="font-semibold text-success">{pickupReadyText(times.groups?.[0] ?? chosen)}</span>
        </div>
      )}
      <Apart lines={lines} shipments={times.groups} />
      <div className="grid justify-items-start gap-2">
        <Button
          variant={chosen === null ? 'tonal' : 'outline'}
          icon={<Icon name="store" size="sm" />}
          onClick={() => setOpen(true)}
        >
          {chosen === null ? 'Ver tiendas disponibles' : 'Cambiar tienda'}
        </Button>
        {problem === 'store' && chosen === null && (
          <p role="alert" className="flex gap-1.5 text-sm font-medium text-danger">
            <Icon name="circle-alert" size="sm" className="mt-0.5" />
            Elige la tienda donde recogerás tu pedido.
          </p>
        )}
      </div>
      <ReceiverChoice isMissing={problem === 'receiver'} />
      <Button type="submit" size="lg" block loading={isSending}>
        Continuar a pago
      </Button>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <StoreDrawer
            open={isOpen}
            stores={stores}
            chosenCode={chosen?.storeCode ?? null}
            onClose={() => setOpen(false)}
            onChoose={(store) => {
              updateCheckout({ storeLocationSelected: store });
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/** DIF-41: a store without a region is asked for in the one its address is sent with. */
const placeOfStore = ({ regionId, city, zone, storeCode }: PickupStore): DeliveryPlace => ({
  region: regionId || defaultPickupRegionId,
  city,
  zone,
  store: storeCode,
});

/** The store chosen before, with the dates of now; one that can no longer serve the cart is let go. */
function useOfferedStore(stores: readonly PickupStore[]): PickupStore | null {
  const chosen = useCheckout((state) => state.storeLocationSelected);
  const offered = stores.find((store) => store.storeCode === chosen?.storeCode) ?? null;
  const isGone = chosen !== null && offered === null;
  useEffect(() => {
    if (isGone) updateCheckout({ storeLocationSelected: null });
  }, [isGone]);
  return offered;
}
