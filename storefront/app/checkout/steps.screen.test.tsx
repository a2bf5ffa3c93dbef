import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  openCheckout,
  sampleContact,
  sampleGroup,
  storedCheckoutText,
  withAddress,
} from '../testing/open-checkout.ts';
import { sampleCart, sampleLine } from '../testing/samples.ts';
import { emptyDelivery } from './checkout-data.ts';

const card = (name: string) => screen.getByRole('region', { name });
const stepper = () => within(screen.getByRole('list', { name: 'Pasos' })).getAllByRole('listitem');

const states = (): unknown => {
  const { currentStep, stepCount, stepStates } = JSON.parse(storedCheckoutText());
  return { currentStep, stepCount, stepStates };
};

test('[CHK-01] [DIF-01] [CHK-03] [CONST-40] the checkout shows three steps with labels and headings, and opens the first step', async () => {
  await openCheckout();
  expect(stepper().map(({ textContent }) => textContent)).toEqual(['1Información', '2Entrega', '3Pago']);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['1. Información', '2. Método de entrega', '3. Completa tu pago']),
  );
  expect(stepper().map((item) => item.getAttribute('aria-current'))).toEqual(['step', null, null]);
  expect(within(card('Información')).getByRole('textbox', { name: 'Nombres' })).toBeVisible();
  for (const later of ['Método de entrega', 'Completa tu pago']) {
    expect(within(card(later)).queryByRole('textbox')).toBeNull();
    expect(within(card(later)).queryByRole('button')).toBeNull();
  }
  await waitFor(() =>
    expect(states()).toEqual({ currentStep: 0, stepCount: 3, stepStates: ['default', 'disabled', 'disabled'] }),
  );
});

test('[CHK-02, CHK-04, CHK-05, CHK-06, CHK-07] a finished step can be edited, and the payment never shows "Editar"', async () => {
  const shop = await openCheckout({ kept: withAddress });
  const { user } = shop;
  await continueToPayment(shop);
  expect(states()).toEqual({ currentStep: 2, stepCount: 3, stepStates: ['completed', 'completed', 'default'] });
  expect(within(card('Completa tu pago')).queryByRole('button', { name: 'Editar' })).toBeNull();
  await user.click(within(card('Información')).getByRole('button', { name: 'Editar' }));
  expect(states()).toEqual({ currentStep: 2, stepCount: 3, stepStates: ['editing', 'completed', 'default'] });
  // Calls that depend on the delivery wait until the step is finished.
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
  expect(within(card('Método de entrega')).queryByRole('button', { name: 'Editar' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
  expect(states()).toEqual({ currentStep: 2, stepCount: 3, stepStates: ['completed', 'completed', 'default'] });
});

test('[CHK-08] [DEC-95] a refused delivery is open again, with the typed values', async () => {
  const { user } = await openCheckout({
    kept: withAddress,
    calls: { setCartShippingMethod: refusal('SHIPPING_METHOD_NOT_ALLOWED') },
  });
  await user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('Ha ocurrido un error al agregar la direccion.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Dirección' })).toHaveValue('12 calle 1-25');
  expect(states()).toEqual({ currentStep: 1, stepCount: 3, stepStates: ['completed', 'default', 'disabled'] });
});

test('[CHK-08] [DEC-95] an address outside a service’s coverage is refused with this reason', async () => {
  const message = 'Llevas un servicio que no se presta en ese municipio.';
  const { user } = await openCheckout({
    kept: withAddress,
    calls: { setCartShippingAddress: refusal('VISIT_NOT_COVERED', { message }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('No llegamos a ese lugar')).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Dirección' })).toHaveValue('12 calle 1-25');
});

test('the place of an accepted delivery becomes the shopper’s place in cart and checkout', async () => {
  const { user } = await openCheckout({
    kept: { ...withAddress, userData: { ...emptyDelivery, address: '4 calle 5-6', region: '501', city: 'Flores' } },
    local: { 'ceiba.location': '{"userRegion":485,"userCity":"Guatemala"}' },
  });
  await user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toMatchObject({ userRegion: 501 }),
  );
  expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toEqual({ userRegion: 501, userCity: 'Flores' });
});

test('[CHK-08] [DEC-95] an edited delivery that is refused stays open, and the payment waits', async () => {
  let isRefused = false;
  const shop = await openCheckout({
    kept: withAddress,
    calls: {
      getCartTableRate: () =>
        isRefused ? refusal('CART_NOT_FOUND') : { status: 200, data: { value: 30, currency: 'GTQ' } },
    },
  });
  await continueToPayment(shop);
  await shop.user.click(within(card('Método de entrega')).getByRole('button', { name: 'Editar' }));
  isRefused = true;
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('Ha ocurrido un error al agregar la direccion.')).toBeVisible();
  expect(states()).toEqual({ currentStep: 2, stepCount: 3, stepStates: ['completed', 'editing', 'default'] });
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
});

test('[CHK-08] [DEC-95] a completed delivery that is sent again with another contact, and refused, returns to editing', async () => {
  let isRefused = false;
  const shop = await openCheckout({
    kept: withAddress,
    calls: {
      getCartTableRate: () =>
        isRefused ? refusal('UNEXPECTED') : { status: 200, data: { value: 30, currency: 'GTQ' } },
    },
  });
  await continueToPayment(shop);
  await shop.user.click(within(card('Información')).getByRole('button', { name: 'Editar' }));
  isRefused = true;
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await screen.findByText('Ha ocurrido un error al agregar la direccion.')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toHaveValue('12 calle 1-25');
  expect(states()).toEqual({ currentStep: 2, stepCount: 3, stepStates: ['completed', 'editing', 'default'] });
  expect(JSON.parse(storedCheckoutText()).isDeliveryConfirmed).toBe(false);
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
});

test('[CHK-09] the page scrolls to the payment when it becomes the current step', async () => {
  const shop = await openCheckout({ kept: withAddress });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await continueToPayment(shop);
  expect(scrolled.mock.contexts).toEqual([card('Completa tu pago')]);
  expect(card('Completa tu pago')).toHaveFocus();
});

test('[CHK-10] a page load shows the stored step and skips the first', async () => {
  await openCheckout({ kept: atDelivery });
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toBeVisible();
  expect(within(card('Información')).getByText(sampleContact.email)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Nombres' })).toBeNull();
});

test('[CHK-15] stored data has the documented names, without invoice, coupon and points', async () => {
  const mateo = { id: 'm', name: 'Mateo', lastName: 'Ajú', phone: '4410-9921', dpi: null };
  const shop = await openCheckout({
    kept: { ...withAddress, trustPeople: [mateo] },
    local: { 'ceiba.location': JSON.stringify({ userRegion: 485, userCity: 'Mixco' }) },
  });
  await shop.user.click(await screen.findByRole('radio', { name: /^Otra persona recibe/ }));
  await continueToPayment(shop);
  const { contact, cartId, cartContents, measuredCartId, typedContact, isDeliveryConfirmed, ...stored } = JSON.parse(
    storedCheckoutText(),
  );
  expect(stored).toEqual({
    currentStep: 2,
    stepCount: 3,
    stepStates: ['completed', 'completed', 'default'],
    tableRate: { value: 30, currency: 'GTQ' },
    deliveryTime: [sampleGroup()],
    storeLocationSelected: null,
    userData: {
      deliver: 'delivery',
      savedAddressId: null,
      addressName: '',
      saveAddress: false,
      address: '12 calle 1-25',
      region: '485',
      city: 'Guatemala',
      zone: 'Zona 10',
      isExtras: false,
      extras: '',
      fullName: 'Mateo Ajú',
      phone: '4410-9921',
      isOtherReceiver: true,
      trustedPerson: 'm',
      point: null,
    },
    trustPeople: [mateo],
  });
  expect(shop.sentTo('checkPickupStock')[0]?.body).toMatchObject({ location: { region: 485, city: 'Mixco' } });
});

test('[CHK-12] another number of units clears form, dates and fee of the delivery', async () => {
  await openCheckout({
    kept: { ...withAddress, cartContents: '[["FRE-0003",1]]', tableRate: { value: 30, currency: 'GTQ' } },
    cart: sampleCart([sampleLine({ quantity: 2 })]),
  });
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toHaveValue('');
  const stored = JSON.parse(storedCheckoutText());
  expect(stored).toMatchObject({
    deliveryTime: [],
    tableRate: { value: 0, currency: 'GTQ' },
    userData: { region: '' },
  });
});
