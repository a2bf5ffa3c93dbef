import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { deliveryCostTexts } from '@ceiba/domain/carts/cost-lines';
import { deliveryChoice, deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { type DeliveryType, deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { cx } from '@ceiba/ui/class-names';
import { useState } from 'react';
import { type CartLine, cartLines, cartTotals } from '../carts/cart-lines.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { Apart } from './apart.tsx';
import { DeliveryAnew, useAnew } from './delivery-anew.tsx';
import { deliveryItems, usePickupStores } from './delivery-queries.ts';
import { DeliverySkeleton } from './delivery-skeleton.tsx';
import { deliveryFormsId } from './delivery-texts.ts';
import { HomeDelivery } from './home-delivery.tsx';
import { Pickup } from './pickup.tsx';

const UndoRemoval = lazyPart(async () => ({ default: (await import('../carts/undo-removal.tsx')).UndoRemoval }), {
  fallback: null,
});
export interface DeliveryFormsProps {
  cart: Cart;
  /** Sends the delivery with the dates shown and moves on when the server took it. */
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}

/** What the delivery step asks while it is open: home or store, and the form of the chosen one. */
export default function DeliveryForms({ cart, onContinue }: DeliveryFormsProps) {
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
  const anew = useAnew();
  // What was taken out can come back, also when nothing is left to take out.
  const [hasUndo] = useState(goods.some(({ restricted, presale }) => restricted || presale));
  // The forms read what is kept when they are drawn: what changes under them draws them again.
  const form = useCheckout(({ cartContents }) => `${cartContents} ${anew.isAgain}`);
  const chosen = forced ?? deliver;
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

/** Pickup, or why there is no store to choose. */
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
  return <Apart lines={lines} onRetry={reload} />;
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

/** Home or store (DEL-01), each with what it costs; the fee of an address that is not chosen yet is unknown. */
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
