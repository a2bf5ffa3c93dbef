import { describe, expect, test } from 'vitest';
import {
  type Contact,
  chosenReceiver,
  type DeliveryData,
  emptyDelivery,
  initialCheckout,
  type Receiver,
} from '../checkout/checkout-data.ts';
import { shippingAddressOf } from './shipping-address.ts';

const contact: Contact = {
  email: 'lucia@correo.com',
  firstname: 'Lucía',
  lastname: 'Ajú',
  telephone: '5512-3480',
};
const mateo = { id: 'm', name: 'Mateo', lastName: 'Ajú', phone: '4410-9921', dpi: null };
const home: DeliveryData = {
  ...emptyDelivery,
  address: '  6a avenida 12-31  ',
  region: '485',
  city: 'Guatemala',
  zone: 'Zona 10',
  point: { latitude: 14.6, longitude: -90.5 },
};
const store = {
  storeCode: 'MAX',
  name: 'Ceiba Miraflores',
  street: '21 avenida 4-32',
  city: 'Guatemala',
  regionId: 485,
  zone: 'Zona 11',
  latitude: 14.62,
  longitude: -90.55,
  shopId: 1,
  deliveryDate: null,
  foundInStore: true,
  message: 'Disponible hoy',
  pickupDate: '2026-11-23',
  pickupTime: '14:00',
};

const sent = (userData: DeliveryData, trustPeople: Receiver[] = []) =>
  shippingAddressOf({ ...initialCheckout, userData, trustPeople }, contact);

describe('the address sent for a home delivery', () => {
  test('[DEL-19] contains contact, place and point', () => {
    expect(sent(home)).toEqual({
      firstname: 'Lucía',
      lastname: 'Ajú',
      telephone: '55123480',
      postcode: '01001',
      country_code: 'GT',
      nit: 'CF',
      street: '6a avenida 12-31',
      city: 'Guatemala',
      region: 485,
      zone: 'Zona 10',
      latitude: 14.6,
      longitude: -90.5,
      storeCode: null,
      trustedPerson: null,
    });
  });

  test('[DEL-21] a missing zone is sent as "Zona 00"', () => {
    expect(sent({ ...home, zone: '' })?.zone).toBe('Zona 00');
  });

  test('[DIF-23] the street is cut to 100 characters', () => {
    const street = sent({ ...home, address: 'x'.repeat(150) })?.street;
    expect(street).toHaveLength(100);
  });

  test('[TRU-04] the chosen person is sent with phone and directions', () => {
    const data = { ...home, isOtherReceiver: true, trustedPerson: 'm', isExtras: true, extras: 'Portón verde' };
    expect(sent(data, [mateo])?.trustedPerson).toEqual({
      firstName: 'Mateo',
      lastName: 'Ajú',
      message: '44109921|Portón verde',
    });
  });

  test('directions without another recipient are sent under the buyer’s name', () => {
    const data = { ...home, isExtras: true, extras: 'Portón verde' };
    expect(sent(data, [mateo])?.trustedPerson).toMatchObject({
      firstName: 'Lucía',
      message: '55123480|Portón verde',
    });
  });

  test('directions are not sent while their box is unchecked', () => {
    expect(sent({ ...home, extras: 'Portón verde' })?.trustedPerson).toBeNull();
  });
});

describe('the address sent for a pickup', () => {
  const sentFor = (storeLocationSelected: typeof store | null) =>
    shippingAddressOf(
      { ...initialCheckout, userData: { ...home, deliver: 'storepickup' }, storeLocationSelected },
      contact,
    );

  test('[DEL-27] is the address of the store', () => {
    expect(sentFor(store)).toMatchObject({
      storeCode: 'MAX',
      street: '21 avenida 4-32',
      zone: 'Zona 11',
      region: 485,
    });
  });

  test('[DIF-41] [DIF-40] a store without region and zone gets the pickup defaults', () => {
    expect(sentFor({ ...store, regionId: 0, zone: '' })).toMatchObject({ region: 488, zone: 'Zone 00' });
  });

  test('is null without a store', () => {
    expect(sentFor(null)).toBeNull();
  });
});

test('[TRU-05] no person is chosen while the buyer receives the order', () => {
  expect(chosenReceiver({ userData: { ...home, trustedPerson: 'm' }, trustPeople: [mateo] })).toBeNull();
});
