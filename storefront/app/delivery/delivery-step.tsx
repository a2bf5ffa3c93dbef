import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { deliveryCostTexts } from '@ceiba/domain/carts/cost-lines';
import { deliveryChoice, deliveryTypeLabels, digitalDeliveryText } from '@ceiba/domain/delivery/delivery-choice';
import { type DeliveryType, deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import { useEffect } from 'react';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { receiverOf } from '../checkout/checkout-data.ts';
import { dispatchStep, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { StepCard } from '../checkout/step-card.tsx';
import { cx } from '../platform/class-names.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { RadioCard } from '../ui/choice.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { deliveryItems, usePickupStores } from './delivery-queries.ts';
import { deliveryDateText, pickupDateText, placeText } from './delivery-texts.ts';
import { HomeDelivery } from './home-delivery.tsx';
import { Pickup } from './pickup.tsx';

export interface DeliveryStepProps {
  cart: Cart;
  /** Sends the delivery with the dates shown and moves on when the server took it. */
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}

/** Step 2: where and how the order reaches the shopper (DEL-01..33). */
export function DeliveryStep({ cart, onContinue }: DeliveryStepProps) {
  useDigitalDelivery(cart.isDigital);
  return (
    <StepCard step={1} canEdit={!cart.isDigital} summary={<DeliverySummary isDigital={cart.isDigital} />}>
      {cart.isDigital ? <p>{digitalDeliveryText}</p> : <DeliveryForms cart={cart} onContinue={onContinue} />}
    </StepCard>
  );
}

/** DEC-84: nothing to deliver, so the step is done as soon as it is reached. */
function useDigitalDelivery(isDigital: boolean): void {
  const isOpen = useCheckout(({ steps }) => ['default', 'editing'].includes(steps.stepStates[1]));
  useEffect(() => {
    if (!isDigital || !isOpen) return;
    dispatchStep({ type: 'complete', step: 1 });
    dispatchStep({ type: 'deliveryConfirmed' });
  }, [isDigital, isOpen]);
}

function DeliveryForms({ cart, onContinue }: DeliveryStepProps) {
  const deliver = useCheckout((state) => state.userData.deliver);
  const lines = cartLines(cart);
  const items = deliveryItems(lines);
  const pickup = usePickupStores(items);
  const goods = lines.filter((line) => line.kind === 'product').map((line) => line.item);
  const { forced, isSelectorVisible } = deliveryChoice(
    goods.map((item) => ({ isRestricted: item.restricted, isDropshipping: item.dropshipping })),
    // Not known is not none: the choice stays until the stores are read.
    pickup.stores.length > 0 || pickup.isFailed,
  );
  if (pickup.isLoading) return <DeliverySkeleton />;
  const chosen = forced ?? deliver;
  return (
    <div className="grid gap-5">
      {isSelectorVisible && <DeliveryChoiceCards cart={cart} />}
      {chosen === 'delivery' && <HomeDelivery cart={cart} items={items} onContinue={onContinue} />}
      {chosen === 'storepickup' && pickup.stores.length > 0 && (
        <Pickup stores={pickup.stores} items={items} onContinue={onContinue} />
      )}
      {chosen === 'storepickup' && pickup.isFailed && <StoresUnavailable onRetry={pickup.reload} />}
      {chosen === 'storepickup' && pickup.stores.length === 0 && !pickup.isFailed && (
        <AlertBox type="Warning" title="No hay tiendas disponibles">
          <p>Tu carrito tiene productos que solo se recogen en tienda y ninguna los tiene todos por ahora.</p>
          <Button variant="outline" size="sm" className="mt-2.5" onClick={pickup.reload}>
            Reintentar
          </Button>
        </AlertBox>
      )}
    </div>
  );
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

function DeliverySkeleton() {
  return (
    <div role="status" aria-label="Cargando opciones de entrega" className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Skeleton className="h-[76px] rounded-lg" />
        <Skeleton className="h-[76px] rounded-lg" />
      </div>
      <Skeleton className="h-[74px]" />
      <Skeleton className="h-[74px]" />
    </div>
  );
}

/** What a completed step says (README of the look: check and summary). */
function DeliverySummary({ isDigital }: { isDigital: boolean }) {
  const checkout = useCheckout();
  const { userData, storeLocationSelected, deliveryTime } = checkout;
  if (isDigital) return <p>{digitalDeliveryText}</p>;
  const store = userData.deliver === 'storepickup' ? storeLocationSelected : null;
  const home = { street: userData.address, zone: userData.zone, city: userData.city };
  const place = store === null ? placeText(home) : `${store.name}, ${placeText(store)}`;
  const [first] = deliveryTime;
  const when = first === undefined ? null : store === null ? deliveryDateText(first) : pickupDateText(first);
  const count = deliveryTime.length > 1 ? `${deliveryTime.length} envíos, desde el` : 'el';
  return (
    <p className="break-words">
      <b className="font-semibold text-ink">{deliveryTypeLabels[userData.deliver]}</b>
      <br />
      {place}
      <br />
      Recibe {receiverOf(checkout).fullName}
      {when !== null && ` · ${count} ${when}`}
    </p>
  );
}

/** Home or store (DEL-01), each with what it costs; the fee of an address that is not chosen yet is unknown. */
function DeliveryChoiceCards({ cart }: { cart: Cart }) {
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
