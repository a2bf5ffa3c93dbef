import { describe, expect, test } from 'vitest';
import { type Contact, type DeliveryData, emptyDelivery } from '../checkout/checkout-data.ts';
import { chosenReceiver, shippingAddressOf } from './shipping-address.ts';

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

describe('the address sent for a home delivery', () => {
  test('[DEL-19] carries contact, place and point', () => {
    expect(shippingAddressOf(home, contact, [])).toEqual({
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

  test('[DEL-21] without a zone it is "Zona 00"', () => {
    expect(shippingAddressOf({ ...home, zone: '' }, contact, [])?.zone).toBe('Zona 00');
  });

  test('[DIF-23] the street is cut to 100 characters', () => {
    const street = shippingAddressOf({ ...home, address: 'x'.repeat(150) }, contact, [])?.street;
    expect(street).toHaveLength(100);
  });

  test('[TRU-04] the chosen person travels with phone and indications', () => {
    const data = { ...home, isOtherReceiver: true, receiverId: 'm', isExtras: true, extras: 'Portón verde' };
    expect(shippingAddressOf(data, contact, [mateo])?.trustedPerson).toEqual({
      firstName: 'Mateo',
      lastName: 'Ajú',
      message: '44109921|Portón verde',
    });
  });

  test('indications without another receiver go out under the buyer’s name', () => {
    const data = { ...home, isExtras: true, extras: 'Portón verde' };
    expect(shippingAddressOf(data, contact, [mateo])?.trustedPerson).toMatchObject({
      firstName: 'Lucía',
      message: '55123480|Portón verde',
    });
  });

  test('indications of an unticked box are not sent', () => {
    expect(shippingAddressOf({ ...home, extras: 'Portón verde' }, contact, [])?.trustedPerson).toBeNull();
  });
});

describe('the address sent for a pickup', () => {
  const pickup: DeliveryData = { ...home, deliver: 'storepickup', storeLocationSelected: store };

  test('[DEL-27] is the store’s', () => {
    expect(shippingAddressOf(pickup, contact, [])).toMatchObject({
      storeCode: 'MAX',
      street: '21 avenida 4-32',
      zone: 'Zona 11',
      region: 485,
    });
  });

  test('[DIF-41] [DIF-40] a store without region and zone takes the pickup defaults', () => {
    const bare = { ...pickup, storeLocationSelected: { ...store, regionId: 0, zone: '' } };
    expect(shippingAddressOf(bare, contact, [])).toMatchObject({ region: 488, zone: 'Zone 00' });
  });

  test('there is none without a store', () => {
    expect(shippingAddressOf({ ...pickup, storeLocationSelected: null }, contact, [])).toBeNull();
  });
});

test('[TRU-05] nobody is chosen while the buyer receives, whatever the list holds', () => {
  expect(chosenReceiver({ ...home, receiverId: 'm' }, [mateo])).toBeNull();
});
