import type { Cart } from '@ceiba/contract/carts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, refusal } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  openCheckout,
  sampleStore,
  storedCheckoutText,
} from '../testing/open-checkout.ts';
import { fryerCart, openPayment, order } from '../testing/open-payment.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';
import { emptyDelivery } from './checkout-data.ts';

const twoFryers: Cart = sampleCart([sampleLine({ quantity: 2, salesPrice: gtq(699), regularPrice: gtq(699) })]);
const threeFryers: Cart = sampleCart([sampleLine({ quantity: 3, salesPrice: gtq(699), regularPrice: gtq(699) })]);

const changedText = /^Tu carrito cambió y la entrega empieza de nuevo/;
const againText = /^Pusimos de nuevo lo que todavía vale para tu carrito/;

const card = (name: string) => screen.getByRole('region', { name });
const address = () => screen.findByRole('textbox', { name: 'Dirección' });
const cardNumber = () => screen.getByLabelText(/Número de tarjeta/);
const takeAgain = () => screen.getByRole('button', { name: 'Usar los datos de antes' });

/** Opens a checkout at its payment step, with a cart that another tab can change. */
const openShared = async (calls: Calls = {}) => {
  let cart = fryerCart;
  const shop = await openPayment({ ...calls, getCart: () => cart });
  const change = (changed: Cart): void => {
    cart = changed;
    window.dispatchEvent(new Event('visibilitychange'));
  };
  return { ...shop, change };
};

const typeCard = async ({ user }: Pick<Screen, 'user'>): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  await user.type(cardNumber(), '4111111111111111');
  await user.type(screen.getByLabelText(/titular/), 'Lucía Paz');
};

test('[CHK-12] [DEC-192] after another tab’s change of the cart, delivery restarts and the card data stays', async () => {
  const shop = await openShared();
  await typeCard(shop);
  shop.change(twoFryers);
  expect(await screen.findByText(changedText)).toBeVisible();
  expect(await address()).toHaveValue('');
  expect(card('Método de entrega')).toHaveFocus();
  expect(card('Método de entrega')).toHaveAccessibleDescription(changedText);
  await shop.user.click(takeAgain());
  await continueToPayment(shop);
  expect(screen.getByRole('button', { name: 'Tarjeta al contado' })).toHaveAttribute('aria-expanded', 'true');
  expect(cardNumber()).toHaveValue('4111 1111 1111 1111');
  expect(screen.getByLabelText(/titular/)).toHaveValue('Lucía Paz');
});

test('[CHK-07] if the cart is read again and fails, method and card data stay as typed', async () => {
  // The read fails immediately, and the next retry is a minute away.
  const busy = refusal('RATE_LIMITED', { headers: { 'retry-after': '60' } });
  const reads: PromiseWithResolvers<typeof busy>[] = [];
  let isSlow = false;
  const slowRead = () => {
    const read = Promise.withResolvers<typeof busy>();
    reads.push(read);
    return read.promise;
  };
  const shop = await openPayment({ getCart: () => (isSlow ? slowRead() : fryerCart) });
  await typeCard(shop);
  isSlow = true;
  const readAgain = (count: number) =>
    waitFor(() => {
      window.dispatchEvent(new Event('visibilitychange'));
      expect(reads).toHaveLength(count);
    });
  // Checked first while the read is pending, then after it failed and another read is pending.
  for (const count of [1, 2]) {
    await readAgain(count);
    expect(screen.getByRole('button', { name: 'Tarjeta al contado' })).toHaveAttribute('aria-expanded', 'true');
    expect(cardNumber()).toHaveValue('4111 1111 1111 1111');
    reads.at(-1)?.resolve(busy);
  }
});

test('the earlier choice can be restored with one press, and a focused text confirms it', async () => {
  const shop = await openShared();
  shop.change(twoFryers);
  await screen.findByText(changedText);
  await shop.user.click(takeAgain());
  expect(await address()).toHaveValue('12 calle 1-25');
  expect(screen.getByRole('combobox', { name: 'Zona' })).toHaveValue('Zona 10');
  const confirmation = screen.getByText(againText);
  expect(confirmation.closest('[tabindex]')).toHaveFocus();
  expect(screen.queryByText(changedText)).toBeNull();
  await continueToPayment(shop);
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({
    address: '12 calle 1-25',
    region: '485',
    zone: 'Zona 10',
  });
  await shop.user.click(within(card('Método de entrega')).getByRole('button', { name: 'Editar' }));
  await address();
  expect(screen.queryByText(againText)).toBeNull();
});

test('if the cart changes twice before a new choice, the first choice can still be restored', async () => {
  const shop = await openShared();
  shop.change(twoFryers);
  await screen.findByText(changedText);
  shop.change(threeFryers);
  await waitFor(() => expect(JSON.parse(storedCheckoutText()).cartContents).toContain(',3]'));
  await shop.user.click(takeAgain());
  expect(await address()).toHaveValue('12 calle 1-25');
});

test('[CHK-12] a change of the cart clears a typed address, which can be restored', async () => {
  let cart = fryerCart;
  const { user } = await openCheckout({ kept: atDelivery, cart, calls: { getCart: () => cart } });
  await user.type(await address(), '5 avenida 7-10');
  cart = twoFryers;
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(changedText);
  expect(await address()).toHaveValue('');
  expect(card('Método de entrega')).toHaveFocus();
  await user.click(takeAgain());
  expect(await address()).toHaveValue('5 avenida 7-10');
});

test('a store without enough stock for the changed cart cannot be restored', async () => {
  let cart = fryerCart;
  const userData = { ...emptyDelivery, deliver: 'storepickup' } as const;
  const { user } = await openCheckout({
    kept: { ...atDelivery, userData, storeLocationSelected: sampleStore() },
    cart,
    calls: {
      getCart: () => cart,
      checkPickupStock: () => ({
        status: 200,
        data:
          cart === fryerCart
            ? { found: true, stores: [sampleStore()] }
            : { found: true, stores: [sampleStore({ storeCode: 'OTRA', name: 'Ceiba Oakland' })] },
      }),
    },
  });
  await screen.findByRole('button', { name: 'Cambiar tienda' });
  cart = twoFryers;
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText(changedText);
  await user.click(takeAgain());
  expect(await screen.findByRole('radio', { name: /^Recoger en tienda/ })).toBeChecked();
  expect(await screen.findByRole('button', { name: 'Ver tiendas disponibles' })).toBeVisible();
});

test('an order prepared for the earlier cart is no longer sent', async () => {
  const confirmed = Promise.withResolvers<{ status: 200; data: { cartId: string; email: string } }>();
  const shop = await openShared({ confirmCart: () => confirmed.promise });
  await order(shop);
  await waitFor(() => expect(shop.sentTo('confirmCart')).toHaveLength(1));
  shop.change(twoFryers);
  await screen.findByText(changedText);
  confirmed.resolve({ status: 200, data: { cartId: fryerCart.id, email: 'lucia@correo.gt' } });
  await shop.user.click(takeAgain());
  await continueToPayment(shop);
  await screen.findAllByRole('button', { name: /Realizar pedido/, busy: false });
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test('if nothing was chosen yet, there is no message', async () => {
  let cart = fryerCart;
  await openCheckout({ kept: atDelivery, cart, calls: { getCart: () => cart } });
  await address();
  cart = twoFryers;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(JSON.parse(storedCheckoutText()).cartContents).toContain(',2]'));
  expect(await address()).toBeVisible();
  expect(screen.queryByText(changedText)).toBeNull();
});
