import { initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import { describe, expect, test } from 'vitest';

import { type CheckoutData, contentsOf, emptyDelivery, forCart, initialCheckout } from './checkout-data.ts';
import { restoredCheckout, sharedCheckout, storedText } from './checkout-store.ts';

const contact = { email: 'lucia@correo.com', firstname: 'Lucía', lastname: 'Ajú', telephone: '5512-3480' };
const atDelivery = reduceSteps(initialSteps, { type: 'complete', step: 0 });
const atPayment = reduceSteps(reduceSteps(atDelivery, { type: 'complete', step: 1 }), { type: 'deliveryConfirmed' });

const line = (sku: string, quantity: number, isDonation = false) => ({ sku, quantity, isDonation });
const cartContents = contentsOf([line('TV', 1), line('RADIO', 1)]);

const filled: CheckoutData = {
  ...initialCheckout,
  cartId: 'a',
  cartContents,
  steps: atDelivery,
  contact,
  userData: { ...emptyDelivery, address: '6a avenida 12-31', region: '485', city: 'Guatemala' },
  deliveryTime: [],
  tableRate: { value: 30, currency: 'GTQ' },
};

describe('restoring the checkout after a load', () => {
  test('[CHK-10] steps, contact and delivery are restored', () => {
    expect(restoredCheckout(storedText(filled), true)).toEqual(filled);
  });

  test('[CHK-12] [DIF-08] a reload on the payment step starts delivery with an empty form', () => {
    const restored = restoredCheckout(storedText({ ...filled, steps: atPayment }), true);
    expect(restored.steps.stepStates).toEqual(['completed', 'default', 'disabled']);
    expect(restored.userData).toEqual(emptyDelivery);
    expect(restored.tableRate.value).toBe(0);
    expect(restored.contact).toEqual(contact);
  });

  test('[CHK-10] a second tab on the payment step reads the first tab’s data without a change', () => {
    const text = storedText({ ...filled, steps: atPayment });
    const opened = restoredCheckout(text, false);
    expect(opened).toEqual({ ...filled, steps: atPayment });
    expect(storedText(opened)).toBe(text);
  });

  test.each([
    ['no stored text', null],
    ['invalid JSON', '{'],
    ['an object without a checkout’s fields', '{"stepStates":{}}'],
    ['a list', '[]'],
  ])('[CHK-03] %s starts a new checkout', (_, stored) => {
    expect(restoredCheckout(stored, true)).toEqual(initialCheckout);
  });

  test('unknown fields of a later version are ignored', () => {
    const later = JSON.stringify({ ...JSON.parse(storedText(filled)), couponApplied: 'HOLA' });
    expect(restoredCheckout(later, true)).toMatchObject(filled);
  });

  const wrongFields: [string, object][] = [
    ['a number as the cart’s ID', { cartId: 7 }],
    ['a number as the cart’s contents', { cartContents: 2 }],
    ['a contact without a phone', { contact: { email: 'lucia@correo.com', firstname: 'Lucía', lastname: 'Ajú' } }],
    ['a street of 501 characters', { userData: { ...filled.userData, address: 'a'.repeat(501) } }],
    ['an unknown method of delivery', { userData: { ...filled.userData, deliver: 'drone' } }],
    ['a number as the recipient', { userData: { ...filled.userData, trustedPerson: 1 } }],
    ['a typed contact without a phone', { typedContact: { email: '', firstname: '', lastname: '' } }],
    ['a point without longitude', { userData: { ...filled.userData, point: { latitude: 14.6 } } }],
    ['a store without its code', { storeLocationSelected: { name: 'Cayalá' } }],
    [
      'more than ten people',
      { trustPeople: Array(11).fill({ id: 'm', name: 'Mateo', lastName: 'Ajú', phone: '44109921', dpi: null }) },
    ],
    ['a number as a date', { deliveryTime: [{ sellerId: 1, skus: ['A'], deliveryDate: 20261124 }] }],
    ['another currency', { tableRate: { value: 30, currency: 'USD' } }],
  ];

  test.each(wrongFields)(
    'stored data with %s starts a new checkout, and is ignored if another tab wrote it',
    (_, wrong) => {
      const stored = JSON.stringify({ ...JSON.parse(storedText(filled)), ...wrong });
      expect(restoredCheckout(stored, true)).toEqual(initialCheckout);
      expect(sharedCheckout(stored)).toBeNull();
    },
  );

  test('data that another tab wrote is used unchanged, on the payment step too', () => {
    const paying = { ...filled, steps: atPayment };
    expect(sharedCheckout(storedText(paying))).toEqual(paying);
    expect(sharedCheckout(JSON.stringify({ ...JSON.parse(storedText(paying)), stepStates: ['completed'] }))).toBeNull();
  });

  test('[CHK-10] a text from before the cart’s contents were stored can still be read', () => {
    const { cartContents: _, ...before } = JSON.parse(storedText(filled));
    expect(restoredCheckout(JSON.stringify(before), true)).toEqual({ ...filled, cartContents: null });
  });

  test('the fields are named as documented, and the recipient is written in words', () => {
    const receiver = { id: 'm', name: 'Mateo', lastName: 'Ajú', phone: '4410-9921', dpi: null };
    const userData = { ...filled.userData, isOtherReceiver: true, trustedPerson: 'm' };
    expect(JSON.parse(storedText({ ...filled, userData, trustPeople: [receiver] }))).toMatchObject({
      currentStep: 1,
      stepCount: 3,
      stepStates: ['completed', 'default', 'disabled'],
      tableRate: { value: 30, currency: 'GTQ' },
      deliveryTime: [],
      storeLocationSelected: null,
      userData: {
        deliver: 'delivery',
        address: '6a avenida 12-31',
        region: '485',
        city: 'Guatemala',
        zone: '',
        isExtras: false,
        extras: '',
        fullName: 'Mateo Ajú',
        phone: '4410-9921',
        trustedPerson: 'm',
      },
      trustPeople: [receiver],
    });
  });

  test('a later step without its required contact starts again', () => {
    expect(restoredCheckout(storedText({ ...filled, contact: null }), true).steps).toEqual(initialSteps);
  });

  test('the document number of a trusted person is not stored', () => {
    const trustPeople = [{ id: 'm', name: 'Mateo', lastName: 'Ajú', phone: '44109921', dpi: '1234567890101' }];
    expect(storedText({ ...filled, trustPeople })).not.toContain('1234567890101');
  });
});

describe('the checkout of a cart', () => {
  test('the first check only records the cart', () => {
    expect(forCart({ ...filled, cartId: null, cartContents: null }, 'a', cartContents)).toEqual(filled);
  });

  test.each([
    ['in another sequence', [line('RADIO', 1), line('TV', 1)]],
    ['with a donation', [line('DONAPUENTE', 1, true), line('TV', 1), line('RADIO', 1)]],
  ])('the same products and units %s change nothing', (_, items) => {
    expect(forCart(filled, 'a', contentsOf(items))).toBe(filled);
  });

  test.each([
    ['more units', [line('TV', 2), line('RADIO', 1)]],
    ['another product with the same number of units', [line('TV', 1), line('TYRE', 1)]],
    ['the same number of units of fewer products', [line('TV', 2)]],
  ])('[CHK-12] %s restart delivery, and the contact stays', (_, items) => {
    const changed = forCart({ ...filled, steps: atPayment }, 'a', contentsOf(items));
    expect(changed.steps.stepStates).toEqual(['completed', 'default', 'disabled']);
    expect(changed.userData).toEqual(emptyDelivery);
    expect(changed).toMatchObject({ contact, cartContents: contentsOf(items) });
  });

  test('another cart starts a new checkout', () => {
    expect(forCart({ ...filled, steps: atPayment }, 'b', cartContents)).toMatchObject({
      cartId: 'b',
      steps: initialSteps,
    });
  });
});
