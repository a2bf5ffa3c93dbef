import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openCheckout } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, sampleSession } from '../testing/signed-in.ts';

const field = (name: string) => screen.findByRole('textbox', { name });
const contactForm = async () => within(await screen.findByRole('form', { name: 'Información de contacto' }));

const logIn = async ({ user }: Screen) => {
  const drawer = within(await screen.findByRole('dialog', { name: 'Iniciar sesión' }));
  await user.type(await drawer.findByLabelText('Correo electrónico'), 'lucia@correo.gt');
  await user.type(drawer.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await user.click(drawer.getByRole('button', { name: 'Iniciar sesión' }));
};

test('[INFO-07, INFO-08, INFO-12, INFO-15, AUTH-03, DIF-05] a login in the drawer fills in the contact, and keeps typed text', async () => {
  let bring: () => void = () => {};
  const isBrought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  const shop = await openCheckout({
    calls: {
      login: sampleSession(),
      getCustomer: sampleCustomer({ phone: null }),
      syncCart: async () => {
        await isBrought;
        return sampleCart([sampleLine()]);
      },
    },
  });
  const { user } = shop;
  await user.click(await field('Teléfono'));
  await user.paste('44445678');
  expect(screen.getByText('O continúa sin ingresar a tu cuenta')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }));
  await screen.findByRole('dialog', { name: 'Iniciar sesión' });
  expect(screen.getByText('Continuar a entrega').closest('button')).toHaveAttribute('aria-disabled', 'true');
  await logIn(shop);
  expect(await screen.findByText('¡Bienvenido Lucía!')).toBeVisible();
  bring();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const form = await contactForm();
  await waitFor(() => expect(form.getByLabelText('Nombres')).toHaveValue('Lucía'));
  for (const label of ['Correo electrónico', 'Nombres', 'Apellidos'])
    expect(form.getByLabelText(label)).toHaveAttribute('readonly');
  // Fields that the account lacks stay as typed.
  expect(form.getByLabelText('Teléfono')).toHaveValue('4444-5678');
  expect(form.getByLabelText('Teléfono')).not.toHaveAttribute('readonly');
  expect(screen.queryByText('Ya tienes cuenta? Inicia sesión aquí')).toBeNull();
  expect(shop.sentTo('syncCart').map(({ params }) => params)).toEqual([{ id: sampleCartId }]);
});

test('[ANA-05, DEC-160] a sign-in within the checkout measures the start only once', async () => {
  const ownCartId = '00000000-0000-4000-8000-0000000000c2';
  const own = sampleCart([sampleLine({ quantity: 2 })], { id: ownCartId, cartId: ownCartId });
  const shop = await openCheckout({
    calls: { login: sampleSession(), getCustomer: sampleCustomer(), listAddresses: [], syncCart: own },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }));
  await logIn(shop);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The account knows the whole contact, so the step completes itself.
  await screen.findByRole('button', { name: 'Continuar a pago' });
  expect(screen.getByText('Lucía Ajú Morales')).toBeVisible();
  expect(localStorage.getItem('ceiba.cart')).toBe(ownCartId);
  const startEvent = expect.objectContaining({ event: 'begin_checkout' });
  expect(shop.measured().filter((event) => startEvent.asymmetricMatch(event))).toHaveLength(1);
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'checkout_progress' }));
});

test('[INFO-14, DEC-34] the banner of a registered e-mail opens the drawer with this e-mail', async () => {
  const shop = await openCheckout({
    calls: { validateGuestCheckout: { status: 200, data: { result: false, suggestedEmail: 'lucia@correo.gt' } } },
  });
  await shop.user.click(await field('Correo electrónico'));
  await shop.user.paste('lucia@correo.gt');
  await shop.user.tab();
  const banner = (await screen.findByText('Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.'))
    .parentElement;
  if (banner === null) throw new Error('the banner stands nowhere');
  await shop.user.click(within(banner).getByRole('button', { name: 'Iniciar sesión' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Iniciar sesión' }));
  expect(await drawer.findByLabelText('Correo electrónico')).toHaveValue('lucia@correo.gt');
});

test('[INFO-15, AUTH-04] a new account returns to the checkout, which knows the customer', async () => {
  let bring: () => void = () => {};
  const isBrought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  const session = sampleSession();
  const shop = await openCheckout({
    calls: {
      register: { status: 201, data: { ...session.data, lealCreated: false } },
      getCustomer: sampleCustomer(),
      syncCart: async () => {
        await isBrought;
        return sampleCart([sampleLine()]);
      },
    },
  });
  const { user } = shop;
  await user.click(await screen.findByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Iniciar sesión' }));
  await user.click(await drawer.findByRole('link', { name: 'Crear cuenta' }));
  await waitFor(() => expect(shop.address()).toBe('/register?redirect=/checkout'));
  const register = within(await screen.findByRole('form', { name: 'Crear cuenta' }));
  // A page that opens moves the focus to its heading.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Crear cuenta' })).toHaveFocus());
  for (const [label, typed] of [
    ['Nombres', 'Lucía'],
    ['Apellidos', 'Ajú'],
    ['Correo electrónico', 'lucia@correo.gt'],
    ['Teléfono', '55123480'],
    ['Contraseña', 'Ceiba2026demo'],
    ['Confirmar contraseña', 'Ceiba2026demo'],
  ] as const)
    await user.type(register.getByLabelText(label), typed);
  await user.click(register.getByRole('checkbox', { name: /términos/ }));
  await user.click(register.getByRole('button', { name: 'Crear cuenta' }));
  expect(await screen.findByText('¡Bienvenido Lucía!')).toBeVisible();
  bring();
  await waitFor(() => expect(shop.address()).toBe('/checkout'));
  expect(await screen.findByText('Lucía Ajú Morales')).toBeVisible();
});
