import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import { deliveryCostTexts } from '@ceiba/domain/carts/cost-lines';
import { deliveryChoice, deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { type DeliveryType, deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { defaultPickupRegionId } from '@ceiba/domain/delivery/regions';
import { formatQ } from '@ceiba/domain/money/money';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type CartLine, cartLines, cartTotals } from '../carts/cart-lines.ts';
import { type ClearedDelivery, chosenReceiver } from '../checkout/checkout-data.ts';
import { restoreDelivery, updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { deliveryRestartId } from '../checkout/step-card.tsx';
import { useLocationStore } from '../locations/location-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { type DeliveryPlace, deliveryItems, useDeliveryTimes, usePickupStores } from './delivery-queries.ts';
import { DeliverySkeleton } from './delivery-skeleton.tsx';
import { deliveryFormsId, pickupReadyText, placeText } from './delivery-texts.ts';
import { ExclusiveItems } from './exclusive-items.tsx';
import { HomeDelivery } from './home-delivery.tsx';
import { ReceiverChoice } from './receiver-choice.tsx';

interface Anew {
  /** The choice that was cleared. Null in a normal delivery step. */
  taken: ClearedDelivery | null;
  /** True once the shopper has restored the choice. */
  isAgain: boolean;
  onAgain: () => void;
}

/** State of a step that a reload or another cart has emptied (CHK-12), until the shopper completes the step again. */
function useAnew(): Anew {
  const taken = useCheckout((state) => state.taken);
  const [again, setAgain] = useState<ClearedDelivery | null>(null);
  useEffect(
    () => () => {
      if (useCheckout.getState().steps.stepStates[1] === 'completed') useCheckout.setState({ taken: null });
    },
    [],
  );
  const onAgain = (): void => {
    if (taken === null) return;
    restoreDelivery(taken);
    setAgain(taken);
  };
  return { taken, isAgain: taken !== null && taken === again, onAgain };
}

const whyTexts: Record<ClearedDelivery['cause'], string> = {
  reload: 'Al recargar la página, la entrega empieza de nuevo. Elige otra vez cómo recibir tu pedido.',
  cart: 'Tu carrito cambió y la entrega empieza de nuevo: su fecha y su costo pueden ser otros. Elige otra vez cómo recibir tu pedido.',
};

/** Says why the form is empty, and offers to restore its values. Takes the focus after restoring. */
function DeliveryAnew({ taken, isAgain, onAgain }: Anew) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAgain) box.current?.focus();
  }, [isAgain]);
  if (taken === null) return null;
  return (
    <div ref={box} id={deliveryRestartId} tabIndex={-1} className="rounded-md outline-none">
      <AlertBox type={isAgain ? 'Success' : 'Info'}>
        <p>
          {isAgain
            ? 'Pusimos de nuevo lo que todavía vale para tu carrito. Revísalo y continúa.'
            : whyTexts[taken.cause]}
        </p>
        {!isAgain && (
          <Button variant="outline" size="sm" className="mt-2.5" onClick={onAgain}>
            Usar los datos de antes
          </Button>
        )}
      </AlertBox>
    </div>
  );
}

const StoreDrawer = lazyPart(() => import('./store-drawer.tsx'));

/** Pickup at a store (DEL-25..28). The store is chosen in a drawer. */
function Pickup({
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
      <ExclusiveItems lines={lines} shipments={times.groups} />
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

/** The place of a store. A store without a region uses the region of its sent address (DIF-41). */
const placeOfStore = ({ regionId, city, zone, storeCode }: PickupStore): DeliveryPlace => ({
  region: regionId || defaultPickupRegionId,
  city,
  zone,
  store: storeCode,
});

/** The store chosen earlier, with its current dates. A store that can no longer serve the cart is dropped. */
function useOfferedStore(stores: readonly PickupStore[]): PickupStore | null {
  const chosen = useCheckout((state) => state.storeLocationSelected);
  const offered = stores.find((store) => store.storeCode === chosen?.storeCode) ?? null;
  const isGone = chosen !== null && offered === null;
  useEffect(() => {
    if (isGone) updateCheckout({ storeLocationSelected: null });
  }, [isGone]);
  return offered;
}

const UndoRemoval = lazyPart(async () => ({ default: (await import('../carts/undo-removal.tsx')).UndoRemoval }), {
  fallback: null,
});
export interface DeliveryFormsProps {
  cart: Cart;
  /** Sends the delivery with the shown dates, and moves on when the server has accepted it. */
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}

/** Chooses the store of "Recoger aquí" once it can serve the cart (LIVE-05). Afterwards the checkout's choice applies. */
function useKeptStore(stores: readonly PickupStore[]): void {
  const location = useLocationStore((state) => state.location);
  useEffect(() => {
    const kept = stores.find(({ storeCode }) => storeCode === location?.store);
    if (kept === undefined || !location) return;
    updateCheckout({ storeLocationSelected: kept });
    updateDelivery({ deliver: 'storepickup' });
    const { store: _, ...place } = location;
    useLocationStore.setState({ location: place });
  }, [stores, location]);
}

/** The open delivery step: delivery or pickup, and the form of the chosen one. */
export default function DeliveryForms({ cart, onContinue }: DeliveryFormsProps) {
  const deliver = useCheckout((state) => state.userData.deliver);
  const lines = cartLines(cart);
  const items = deliveryItems(lines);
  const pickup = usePickupStores(items);
  useKeptStore(pickup.stores);
  const goods = lines.filter((line) => line.kind === 'goods').map((line) => line.item);
  const { forced, isSelectorVisible } = deliveryChoice(
    goods.map((item) => ({ isRestricted: item.restricted, isDropshipping: item.dropshipping })),
    // While the stores load, pickup stays available.
    pickup.stores.length > 0 || pickup.isFailed,
  );
  const anew = useAnew();
  // A removed product can come back, even if nothing is left to remove.
  const [hasUndo] = useState(goods.some(({ restricted, presale }) => restricted || presale));
  // The forms read the stored values when they mount. A change by other code mounts the forms again.
  const form = useCheckout(({ cartContents }) => `${cartContents} ${anew.isAgain}`);
  // A cart with only a visit needs the buyer's address.
  const chosen = goods.length === 0 ? 'delivery' : (forced ?? deliver);
  return (
    <div id={deliveryFormsId} tabIndex={-1} className="grid gap-5 outline-none">
      <DeliveryAnew {...anew} />
      {hasUndo && <UndoRemoval />}
      {pickup.isLoading ? (
        <DeliverySkeleton />
      ) : (
        <>
          {isSelectorVisible && <DeliveryChoiceCards cart={cart} />}
          {chosen === 'delivery' && <HomeDelivery key={form} cart={cart} items={items} onContinue={onContinue} />}
          {chosen === 'storepickup' && <PickupPart key={form} pickup={pickup} lines={lines} onContinue={onContinue} />}
        </>
      )}
    </div>
  );
}

/** Pickup, or why no store can be chosen. */
function PickupPart({
  pickup: { stores, isFailed, reload },
  lines,
  onContinue,
}: Pick<DeliveryFormsProps, 'onContinue'> & {
  pickup: ReturnType<typeof usePickupStores>;
  lines: readonly CartLine[];
}) {
  if (stores.length > 0) return <Pickup stores={stores} lines={lines} onContinue={onContinue} />;
  if (isFailed) return <StoresUnavailable onRetry={reload} />;
  return <ExclusiveItems lines={lines} onRetry={reload} />;
}

function StoresUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <AlertBox type="Error" role="alert" title="No pudimos consultar las tiendas">
      <p>Puede que haya tiendas con tus productos. Vuelve a intentarlo en un momento.</p>
      <Button variant="outline" size="sm" className="mt-2.5" onClick={onRetry}>
        Reintentar
      </Button>
    </AlertBox>
  );
}

/** Delivery or pickup (DEL-01), each with its fee. The fee is unknown until an address is chosen. */
function DeliveryChoiceCards({ cart }: Pick<DeliveryFormsProps, 'cart'>) {
  const { deliver, region } = useCheckout((state) => state.userData);
  const store = useCheckout((state) => state.storeLocationSelected);
  const { deliveryBase } = cartTotals(cart);
  const policy = usePolicy();
  const costOf = (deliveryType: DeliveryType): string | null => {
    if (deliveryType === 'delivery' && region === '') return null;
    const fee = deliveryFee(
      { deliveryType, regionId: Number(region) || null, deliveryBase, isDigitalOnly: false },
      policy,
    );
    return fee === 0 ? deliveryCostTexts.free : formatQ(fee);
  };
  const card = (deliveryType: DeliveryType, text: string) => {
    const cost = costOf(deliveryType);
    return (
      <RadioCard
        name="deliver"
        value={deliveryType}
        title={deliveryTypeLabels[deliveryType]}
        text={text}
        checked={deliver === deliveryType}
        onChange={() => updateDelivery({ deliver: deliveryType })}
        aside={
          cost !== null && (
            <span className={cx('font-semibold tabular-nums', cost === deliveryCostTexts.free && 'text-success')}>
              {cost}
            </span>
          )
        }
      />
    );
  };
  return (
    <fieldset>
      <legend className="sr-only">Método de entrega</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {card('delivery', 'Te lo llevamos a tu dirección')}
        {card('storepickup', store?.name ?? 'Elige tu tienda')}
      </div>
    </fieldset>
  );
}
