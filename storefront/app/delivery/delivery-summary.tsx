import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { receiverOf } from '../checkout/checkout-data.ts';
import { useCheckout } from '../checkout/checkout-store.ts';
import { placeText, shipmentsText } from './delivery-texts.ts';

/** The summary of a completed delivery step (README of the look: check and summary). */
export default function DeliverySummary() {
  const checkout = useCheckout();
  const { userData, storeLocationSelected, deliveryTime } = checkout;
  const store = userData.deliver === 'storepickup' ? storeLocationSelected : null;
  const home = { street: userData.address, zone: userData.zone, city: userData.city };
  const place = store === null ? placeText(home) : `${store.name}, ${placeText(store)}`;
  return (
    <p className="wrap-anywhere">
      <b className="font-semibold text-ink">{deliveryTypeLabels[userData.deliver]}</b>
      <br />
      {place}
      <br />
      Recibe {receiverOf(checkout).fullName} · {shipmentsText(deliveryTime, store !== null)}
    </p>
  );
}
