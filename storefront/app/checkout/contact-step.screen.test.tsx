import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, noAnswer } from '../testing/network.ts';
import { openCheckout, sampleContact } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

const field = (name: string) => screen.findByRole('textbox', { name });

const fill = async ({ user }: Screen, name: string, text: string) => {
  await user.click(await field(name));
  await user.paste(text);
};

const fillContact = async (shop: Screen) => {
  await fill(shop, 'Correo electrónico', sampleContact.email);
  await fill(shop, 'Nombres', sampleContact.firstname);
  await fill(shop, 'Apellidos', sampleContact.lastname);
  await fill(shop, 'Teléfono', '55123480');
};

/** Names of the events measured so far. */
const events = ({ measured }: Screen) =>
  measured().flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'event' in entry ? [String(entry.event)] : [],
  );

test('[INFO-01] the fields have their names and labels, and the button says where it leads', async () => {
  await openCheckout();
  const named = [
    ['Correo electrónico', 'email'],
    ['Nombres', 'firstname'],
    ['Apellidos', 'lastname'],
    ['Teléfono', 'telephone'],
  ] as const;
  for (const [label, name] of named) expect(await field(label)).toHaveAttribute('name', name);
  expect(screen.getByRole('button', { name: 'Continuar a entrega' })).toBeDisabled();
});

test('[INFO-09, INFO-10, INFO-11] a guest goes on without an account: the data is kept and summed up, the start measured once', async () => {
  const shop = await openCheckout();
  await fillContact(shop);
  const submit = screen.getByRole('button', { name: 'Continuar a entrega' });
  await waitFor(() => expect(submit).toBeEnabled());
  await shop.user.click(submit);
  expect(await field('Dirección')).toBeVisible();
  for (const text of ['Lucía Paz', sampleContact.email, '+502 5512-3480'])
    expect(screen.getAllByText(text)[0]).toBeVisible();
  expect(events(shop)).toEqual(['begin_checkout', 'checkout_progress']);
  await shop.user.click(screen.getByRole('button', { name: 'Editar' }));
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a entrega' }));
  await field('Dirección');
  expect(events(shop)).toEqual(['begin_checkout', 'checkout_progress', 'checkout_progress']);
});

test('[INFO-10] a start that was measured for this cart is not measured again', async () => {
  const shop = await openCheckout({ kept: { measuredCartId: sampleCartId } });
  await fillContact(shop);
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  await field('Dirección');
  expect(events(shop)).toEqual(['checkout_progress']);
});

const registered: Calls = {
  validateGuestCheckout: { status: 200, data: { result: false, suggestedEmail: 'lucia@correo.gt' } },
};

test('[INFO-13] [DIF-26] [DIF-51] leaving the e-mail asks whether it is registered; it invites and stops nobody', async () => {
  const shop = await openCheckout({ calls: registered });
  await fill(shop, 'Correo electrónico', 'LUCIA@correo.gt');
  await shop.user.tab();
  expect(
    await screen.findByText('Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.'),
  ).toBeVisible();
  expect(shop.sentTo('validateGuestCheckout').map(({ body }) => body)).toEqual([{ email: 'lucia@correo.gt' }]);
  await fill(shop, 'Nombres', 'Lucía');
  await fill(shop, 'Apellidos', 'Paz');
  await fill(shop, 'Teléfono', '55123480');
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await field('Dirección')).toBeVisible();
});

test.each<[string, string, Calls, number]>([
  ['an e-mail that has no account', 'lucia@correo.gt', {}, 1],
  ['a check that fails', 'lucia@correo.gt', { validateGuestCheckout: noAnswer }, 1],
  ['an e-mail that is none', 'lucia@correo', registered, 0],
])('[INFO-13] %s invites to nothing', async (_, email, calls, asked) => {
  const shop = await openCheckout({ calls });
  await fill(shop, 'Correo electrónico', email);
  await shop.user.tab();
  await fill(shop, 'Nombres', 'Lucía');
  await waitFor(() => expect(shop.sentTo('validateGuestCheckout')).toHaveLength(asked));
  expect(screen.queryByText(/Este correo ya tiene una cuenta/)).toBeNull();
});

test.each([
  ['55123480', '5512-3480'],
  ['+502 5512-3480', '5512-3480'],
  ['00502 5512 3480', '5512-3480'],
  ['55.12a34', '5512-34'],
])('[INFO-06] a phone pasted as "%s" stands there as "%s", behind its fixed "+502"', async (typed, shown) => {
  const shop = await openCheckout();
  await fill(shop, 'Teléfono', typed);
  expect(await field('Teléfono')).toHaveValue(shown);
  expect(screen.getAllByText('+502')[0]).toBeVisible();
});
