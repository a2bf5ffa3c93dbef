import type { Cart } from '@ceiba/contract/carts';
import { deliveryCostTexts } from '@ceiba/domain/carts/cost-lines';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { type DeliveryType, deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import { cartTotals } from '../carts/cart-lines.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { cx } from '../platform/class-names.ts';
import { RadioCard } from '../ui/choice.tsx';

/** Home or store (DEL-01), each with what it costs; the fee of an address that is not chosen yet is unknown. */
export function DeliveryChoiceCards({ cart }: { cart: Cart }) {
  const { deliver, region, storeLocationSelected } = useCheckout((state) => state.userData);
  const { deliveryBase } = cartTotals(cart);
  const costOf = (deliveryType: DeliveryType): string | null => {
    if (deliveryType === 'delivery' && region === '') return null;
    const fee = deliveryFee({ deliveryType, regionId: Number(region) || null, deliveryBase, isDigitalOnly: false });
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
        {card('delivery', 'Envíos en 48 horas')}
        {card('storepickup', storeLocationSelected?.name ?? 'Elige tu tienda')}
      </div>
    </fieldset>
  );
}
