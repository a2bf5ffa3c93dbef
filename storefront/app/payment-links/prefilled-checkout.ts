import type { CallAnswer } from '@ceiba/contract/client';
import type { LinkCart } from '@ceiba/contract/payment-links';
import { readDirections } from '@ceiba/domain/addresses/trusted-person';
import { initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import { contactEmail, emailMessage } from '@ceiba/domain/customers/email';
import { contactPhone, formatTypedPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { defaultZones } from '@ceiba/domain/delivery/delivery-choice';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import {
  type CheckoutData,
  type Contact,
  emptyDelivery,
  initialCheckout,
  type Receiver,
} from '../checkout/checkout-data.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';

type ShippingAddress = NonNullable<LinkCart['shippingAddress']>;

/**
 * The checkout of a link, filled in from its cart (DEC-147). Steps with complete data open completed and can be edited. Partial data of a step are in
 * its form.
 */
export async function prefilledCheckout(cart: LinkCart): Promise<CheckoutData> {
  const data = { ...initialCheckout, cartId: cart.id };
  const contact = contactOf(cart);
  if (!isWhole(contact)) return { ...data, typedContact: contact };
  const steps = reduceSteps(initialSteps, { type: 'complete', step: 0 });
  const address = cart.shippingAddress ?? null;
  if (address?.selectedShippingMethod == null) return { ...data, contact, steps };
  const delivery = await deliveryOf(address, contact, cart);
  if (delivery === null) return { ...data, contact, steps };
  const completedSteps = reduceSteps(reduceSteps(steps, { type: 'complete', step: 1 }), { type: 'deliveryConfirmed' });
  return { ...data, contact, ...delivery, steps: completedSteps };
}

function contactOf({ email, shippingAddress, billingAddress }: LinkCart): Contact {
  const person = shippingAddress ?? billingAddress ?? null;
  return {
    email: email ?? '',
    firstname: person?.firstname ?? '',
    lastname: person?.lastname ?? '',
    telephone: formatTypedPhone(person?.telephone ?? ''),
  };
}

const isWhole = ({ email, firstname, lastname, telephone }: Contact): boolean =>
  emailMessage(email, contactEmail) === null &&
  phoneMessage(telephone, contactPhone) === null &&
  firstname !== '' &&
  lastname !== '';

type Delivery = Pick<CheckoutData, 'userData' | 'trustPeople' | 'storeLocationSelected' | 'deliveryTime' | 'tableRate'>;

/** Null if its store no longer offers pickup: then the shopper chooses again. */
async function deliveryOf(address: ShippingAddress, contact: Contact, cart: LinkCart): Promise<Delivery | null> {
  const deliver: DeliveryType = address.storeCode === null ? 'delivery' : 'storepickup';
  const { receiver, extras } = receiverOf(address, contact);
  const deliveryTime = await timesOf(deliver, address, cart);
  const [time] = deliveryTime;
  const store = deliver === 'storepickup' ? await storeOf(address.storeCode) : null;
  if (deliver === 'storepickup' && (store === null || time === undefined)) return null;
  const zone = address.zone === defaultZones[deliver] ? '' : address.zone;
  const { latitude, longitude } = address;
  const home = {
    address: address.street.join(', '),
    region: String(address.region.regionId),
    city: address.city,
    zone,
    isExtras: extras !== '',
    extras,
    point: latitude === null || longitude === null ? null : { latitude, longitude },
  };
  return {
    userData: {
      ...emptyDelivery,
      ...(deliver === 'delivery' ? home : {}),
      deliver,
      isOtherReceiver: receiver !== null,
      trustedPerson: receiver?.id ?? null,
    },
    trustPeople: receiver === null ? [] : [receiver],
    storeLocationSelected: store === null || time === undefined ? null : { ...store, ...withoutSeller(time) },
    deliveryTime,
    tableRate: address.selectedShippingMethod?.amount ?? initialCheckout.tableRate,
  };
}

/** The recipient (TRU-04). Another person has a phone and directions; the buyer's own name only has directions. */
function receiverOf(
  { trustedPerson: person }: ShippingAddress,
  contact: Contact,
): { receiver: Receiver | null; extras: string } {
  if (person === null) return { receiver: null, extras: '' };
  const { phone, extras } = readDirections(person.message);
  const isBuyer = person.firstName === contact.firstname && person.lastName === contact.lastname;
  if (isBuyer) return { receiver: null, extras };
  const { firstName: name, lastName } = person;
  return { receiver: { id: newUuid(), name, lastName, phone: formatTypedPhone(phone), dpi: null }, extras };
}

type Times = CallAnswer<'computeDeliveryTimes'>['data'];

/** Current dates. Empty if they cannot be loaded, or if nothing is delivered. */
async function timesOf(deliveryType: DeliveryType, address: ShippingAddress, { products }: LinkCart): Promise<Times> {
  const items = (products ?? []).filter(({ kind }) => kind === 'goods').map(({ sku, quantity }) => ({ sku, quantity }));
  const { city, zone, storeCode, region } = address;
  const location = { region: region.regionId, city, zone, ...(storeCode === null ? {} : { store: storeCode }) };
  if (items.length === 0) return [];
  const answer = await api('computeDeliveryTimes', { body: { shippingMethod: deliveryType, location, items } });
  return answer.ok ? answer.value.data : [];
}

/** Returns the store with this code, or null. */
export async function storeOf(storeCode: string | null) {
  const answer = await api('listStores', {});
  const found = answer.ok ? answer.value.find((store) => store.storeCode === storeCode) : undefined;
  if (found === undefined) return null;
  const { type: _type, hours: _hours, exceptions: _exceptions, ...store } = found;
  return store;
}

const withoutSeller = ({ sellerId: _seller, skus: _skus, ...time }: Times[number]) => time;
