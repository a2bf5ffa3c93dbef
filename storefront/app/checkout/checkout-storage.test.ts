import { initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import { describe, expect, test } from 'vitest';
import { restoredCheckout, storedText } from './checkout-storage.ts';
import { type CheckoutData, emptyDelivery, forCart, initialCheckout } from './checkout-store.ts';

const contact = { email: 'lucia@correo.com', firstname: 'Lucía', lastname: 'Ajú', telephone: '5512-3480' };
const atDelivery = reduceSteps(initialSteps, { type: 'complete', step: 0 });
const atPayment = reduceSteps(reduceSteps(atDelivery, { type: 'complete', step: 1 }), { type: 'deliveryConfirmed' });

const filled: CheckoutData = {
  ...initialCheckout,
  cartId: 'a',
  cartQuantity: 2,
  steps: atDelivery,
  contact,
  userData: { ...emptyDelivery, address: '6a avenida 12-31', region: '485', city: 'Guatemala' },
  deliveryTime: [],
  tableRate: { value: 30, currency: 'GTQ' },
};

describe('restoring the checkout after a load', () => {
  test('[CHK-10] steps, contact and delivery come back as they were', () => {
    expect(restoredCheckout(storedText(filled))).toEqual(filled);
  });

  test('[CHK-12] [DIF-08] a reload on the payment step starts delivery with an empty form', () => {
    const restored = restoredCheckout(storedText({ ...filled, steps: atPayment }));
    expect(restored.steps.stepStates).toEqual(['completed', 'default', 'disabled']);
    expect(restored.userData).toEqual(emptyDelivery);
    expect(restored.tableRate.value).toBe(0);
    expect(restored.contact).toEqual(contact);
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another shape', '{"steps":{}}'],
    ['a list', '[]'],
  ])('[CHK-03] %s starts anew', (_, stored) => {
    expect(restoredCheckout(stored)).toEqual(initialCheckout);
  });

  test('a later step without the contact it rests on starts anew', () => {
    expect(restoredCheckout(storedText({ ...filled, contact: null })).steps).toEqual(initialSteps);
  });

  test('the document number of a trusted person is not written', () => {
    const trustPeople = [{ name: 'Mateo', lastName: 'Ajú', phone: '44109921', dpi: '1234567890101' }];
    expect(storedText({ ...filled, trustPeople })).not.toContain('1234567890101');
  });
});

describe('the checkout of a cart', () => {
  test('the first look only notes the cart', () => {
    expect(forCart({ ...filled, cartId: null, cartQuantity: null }, 'a', 2)).toEqual(filled);
  });

  test('the same cart with the same units changes nothing', () => {
    expect(forCart(filled, 'a', 2)).toBe(filled);
  });

  test('[CHK-12] other units start delivery anew and keep the contact', () => {
    const changed = forCart({ ...filled, steps: atPayment }, 'a', 3);
    expect(changed.steps.stepStates).toEqual(['completed', 'default', 'disabled']);
    expect(changed.userData).toEqual(emptyDelivery);
    expect(changed).toMatchObject({ contact, cartQuantity: 3 });
  });

  test('another cart starts anew', () => {
    expect(forCart({ ...filled, steps: atPayment }, 'b', 2)).toMatchObject({ cartId: 'b', steps: initialSteps });
  });
});
