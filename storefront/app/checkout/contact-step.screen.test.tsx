import { personNameMessage } from '@ceiba/domain/customers/person-name';
import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, noAnswer } from '../testing/network.ts';
import { openCheckout, sampleContact } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, sampleSession, storedSession } from '../testing/signed-in.ts';

const field = (name: string) => screen.findByRole('textbox', { name });

const fill = async ({ user }: Screen, name: string, text: string) => {
  await user.click(await field(name));
  await user.paste(text);
};

const expectBlocked = (button: HTMLElement, isBlocked = true) =>
  isBlocked
    ? expect(button).toHaveAttribute('aria-disabled', 'true')
    : expect(button).not.toHaveAttribute('aria-disabled');

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

test('[INFO-01] the fields have their names and labels, and the button names the next step', async () => {
  await openCheckout();
  const named = [
    ['Correo electrónico', 'email'],
    ['Nombres', 'firstname'],
    ['Apellidos', 'lastname'],
    ['Teléfono', 'telephone'],
  ] as const;
  for (const [label, name] of named) expect(await field(label)).toHaveAttribute('name', name);
  expectBlocked(screen.getByRole('button', { name: 'Continuar a entrega' }));
});

test('[INFO-02, INFO-03, INFO-04, INFO-05, DIF-04] each field of the contact shows a specific error', async () => {
  const shop = await openCheckout();
  const submit = await screen.findByRole('button', { name: 'Continuar a entrega' });
  const expectSays = async (name: string, message: string) => {
    await waitFor(async () => expect(await field(name)).toHaveAccessibleDescription(message));
    expect(await field(name)).toHaveAttribute('aria-invalid', 'true');
  };
  for (const [name, message] of [
    ['Correo electrónico', 'El campo de correo electronico es obligatorio y no puede estar vacio.'],
    ['Nombres', 'Por favor, introduce tu nombre.'],
    ['Apellidos', 'Por favor, introduce tus apellidos.'],
    ['Teléfono', 'Un numero de telefono es necesario para la verificacion.'],
  ] as const) {
    await fill(shop, name, 'x');
    await shop.user.clear(await field(name));
    await shop.user.tab();
    await expectSays(name, message);
  }
  await fill(shop, 'Correo electrónico', 'lucia@correo');
  await expectSays(
    'Correo electrónico',
    'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com',
  );
  await fill(shop, 'Teléfono', '555544');
  await expectSays('Teléfono', 'El numero de telefono debe contener exactamente 8 digitos.');
  await fill(shop, 'Teléfono', '44');
  expect(await field('Teléfono')).toHaveValue('5555-4444');
  await fill(shop, 'Correo electrónico', '.gt');
  await fill(shop, 'Nombres', 'Lucía');
  expectBlocked(submit);
  await fill(shop, 'Apellidos', 'Paz');
  await waitFor(() => expectBlocked(submit, false));
});

test('[INFO-07] the disabled button says what is missing', async () => {
  const shop = await openCheckout();
  const submit = await screen.findByRole('button', { name: 'Continuar a entrega' });
  expect(submit).toHaveAccessibleDescription(
    'Completa tu correo, tus nombres, tus apellidos y tu teléfono para continuar.',
  );
  await fill(shop, 'Correo electrónico', sampleContact.email);
  await fill(shop, 'Nombres', sampleContact.firstname);
  await fill(shop, 'Apellidos', sampleContact.lastname);
  await fill(shop, 'Teléfono', '551234');
  expect(screen.getByText('Completa tu teléfono para continuar.')).toBeVisible();
  await shop.user.click(submit);
  expect(screen.queryByRole('textbox', { name: 'Dirección' })).toBeNull();
  await fill(shop, 'Teléfono', '80');
  expect(submit).toHaveAccessibleDescription('');
  expectBlocked(submit, false);
});

test('[INFO-09, INFO-10, INFO-11] a guest continues without an account: data is stored and summarised, the start measured once', async () => {
  const shop = await openCheckout();
  await fillContact(shop);
  const submit = screen.getByRole('button', { name: 'Continuar a entrega' });
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

test('[INFO-13] [DIF-26] [DIF-51] leaving the e-mail checks for an account, and the invitation blocks no shopper', async () => {
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
  ['an e-mail without an account', 'lucia@correo.gt', {}, 1],
  ['a failed check', 'lucia@correo.gt', { validateGuestCheckout: noAnswer }, 1],
  ['an invalid e-mail', 'lucia@correo', registered, 0],
])('[INFO-13] %s shows no invitation', async (_, email, calls, asked) => {
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
  ['55.12 34', '5512-34'],
])('[INFO-06] a phone pasted as "%s" shows as "%s", behind its fixed "+502"', async (typed, shown) => {
  const shop = await openCheckout();
  await fill(shop, 'Teléfono', typed);
  expect(await field('Teléfono')).toHaveValue(shown);
  expect(screen.getAllByText('+502')[0]).toBeVisible();
});

test('[INFO-07, INFO-12] while the login drawer is open, the step cannot be sent and typed text stays', async () => {
  const shop = await openCheckout();
  await fillContact(shop);
  const submit = screen.getByRole('button', { name: 'Continuar a entrega' });
  expectBlocked(submit, false);
  expect(screen.getByText('O continúa sin ingresar a tu cuenta')).toBeVisible();
  await shop.user.click(screen.getByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }));
  expect(await screen.findByRole('dialog', { name: 'Iniciar sesión' })).toBeVisible();
  expectBlocked(submit);
  await shop.user.keyboard('{Escape}');
  await waitFor(() => expectBlocked(submit, false));
  expect(await field('Nombres')).toHaveValue('Lucía');
});

test('[INFO-14] [DEC-34] the banner of a registered e-mail opens the login with that e-mail', async () => {
  const shop = await openCheckout({ calls: registered });
  await fill(shop, 'Correo electrónico', 'lucia@correo.gt');
  await shop.user.tab();
  await screen.findByText('Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.');
  await shop.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Iniciar sesión' }));
  expect(drawer.getByRole('textbox', { name: 'Correo electrónico' })).toHaveValue('lucia@correo.gt');
});

test('[INFO-08, INFO-15] a login shows "¡Bienvenido {name}!" while the cart loads, and then the step completed', async () => {
  const loading = Promise.withResolvers<void>();
  const shop = await openCheckout({
    calls: {
      login: sampleSession(),
      getCustomer: sampleCustomer(),
      listAddresses: [],
      syncCart: async () => {
        await loading.promise;
        return sampleCart([sampleLine()]);
      },
    },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Iniciar sesión' }));
  await shop.user.type(drawer.getByRole('textbox', { name: 'Correo electrónico' }), 'lucia@correo.gt');
  await shop.user.type(drawer.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await shop.user.click(drawer.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByText('¡Bienvenido Lucía!')).toBeVisible();
  loading.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const text of ['Lucía Ajú Morales', 'lucia@correo.gt', '+502 5512-3480'])
    expect((await screen.findAllByText(text))[0]).toBeVisible();
});

test('[INFO-08] a customer’s contact step completes itself, and is read-only when reopened', async () => {
  const shop = await openCheckout({
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), listAddresses: [] },
  });
  expect(await screen.findByText('Lucía Ajú Morales')).toBeVisible();
  expect(events(shop)).toEqual(['begin_checkout', 'checkout_progress']);
  await shop.user.click(screen.getByRole('button', { name: 'Editar' }));
  for (const [name, value] of [
    ['Correo electrónico', 'lucia@correo.gt'],
    ['Nombres', 'Lucía'],
    ['Apellidos', 'Ajú Morales'],
    ['Teléfono', '5512-3480'],
  ] as const) {
    expect(await field(name)).toHaveValue(value);
    expect(await field(name)).toHaveAttribute('readonly');
  }
  expect(screen.queryByRole('button', { name: 'Ya tienes cuenta? Inicia sesión aquí' })).toBeNull();
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await screen.findByText('Lucía Ajú Morales')).toBeVisible();
});

test('a name with a link, or an invalid name, is rejected at its field', async () => {
  const shop = await openCheckout();
  await fillContact(shop);
  for (const [text, message] of [
    ['Gana Q500 en evil.test', notPlainMessage],
    ['Paz 2', personNameMessage],
  ] as const) {
    await shop.user.clear(await field('Apellidos'));
    await fill(shop, 'Apellidos', text);
    await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
    await waitFor(async () => expect(await field('Apellidos')).toHaveAccessibleDescription(message));
    expect(screen.queryByRole('textbox', { name: 'Dirección' })).toBeNull();
  }
  await shop.user.clear(await field('Apellidos'));
  await fill(shop, 'Apellidos', "D'Ángelo de la O.");
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toBeVisible();
});

test.each([
  ['+502 5512-3480', '5512-3480'],
  ['50255123', '5025-5123'],
])('[INFO-06] a phone typed as "%s" shows as "%s"', async (typed, shown) => {
  const shop = await openCheckout();
  await shop.user.type(await field('Teléfono'), typed);
  expect(await field('Teléfono')).toHaveValue(shown);
});

test.each(['+1 (305) 555-0123', '0000-0000', '2245-67890', '+503 7123 4567'])(
  '[DEC-234] the phone "%s" stays as typed, and its field shows the error',
  async (phone) => {
    const shop = await openCheckout();
    await fillContact(shop);
    await shop.user.clear(await field('Teléfono'));
    await fill(shop, 'Teléfono', phone);
    await shop.user.tab();
    expect(await field('Teléfono')).toHaveValue(phone);
    const phoneError = /^El numero de telefono debe contener exactamente 8 digitos\.\s+Ese número no es de Guatemala: /;
    await waitFor(async () => expect(await field('Teléfono')).toHaveAccessibleDescription(phoneError));
    expectBlocked(screen.getByRole('button', { name: 'Continuar a entrega' }));
  },
);

test('invisible characters in a pasted contact are removed, and the step continues', async () => {
  const shop = await openCheckout();
  for (const [name, pasted, repaired] of [
    ['Correo electrónico', '\u200bJosé@Correo.example,', 'josé@correo.example'],
    ['Nombres', 'Ma.José\u00a0', 'Ma. José'],
    ['Apellidos', 'Paz\u00ad\u00a0 Ajú', 'Paz Ajú'],
    ['Teléfono', '\u202a+502 5512\u00a03480\u202c', '5512-3480'],
  ] as const) {
    await fill(shop, name, pasted);
    await shop.user.tab();
    await waitFor(async () => expect(await field(name)).toHaveValue(repaired));
  }
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  expect(await screen.findByText('Ma. José Paz Ajú')).toBeVisible();
});
