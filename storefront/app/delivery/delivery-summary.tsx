import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { receiverOf } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { deliveryDateText, pickupDateText, placeText } from './delivery-texts.ts';

/** What the delivery step says once it is done (README of the look: check and summary). */
export default function DeliverySummary() {
  const checkout = useCheckout();
  const { userData, storeLocationSelected, deliveryTime } = checkout;
  const store = userData.deliver === 'storepickup' ? storeLocationSelected : null;
  const home = { street: userData.address, zone: userData.zone, city: userData.city };
  const place = store === null ? placeText(home) : `${store.name}, ${placeText(store)}`;
  const [first] = deliveryTime;
  const when = first === undefined ? null : store === null ? deliveryDateText(first) : pickupDateText(first);
  const count = deliveryTime.length > 1 ? `${deliveryTime.length} envíos, desde el` : 'el';
  return (
    <p className="wrap-anywhere">
      <b className="font-semibold text-ink">{deliveryTypeLabels[userData.deliver]}</b>
      <br />
      {place}
      <br />
      Recibe {receiverOf(checkout).fullName}
      {when !== null && ` · ${count} ${when}`}
    </p>
  );
}
