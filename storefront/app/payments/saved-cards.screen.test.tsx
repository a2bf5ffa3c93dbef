import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, noAnswer, refusal, type Sent } from '../testing/network.ts';
import { atDelivery } from '../testing/open-checkout.ts';
import { openPayment } from '../testing/open-payment.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';
import type { SavedInstrument } from './saved-cards.ts';

const saved = (id: number, maskedInstrument: string, changes: Partial<SavedInstrument> = {}): SavedInstrument => ({
  instrumentIdentifier: `00000000-0000-4000-8000-0000000000a${id}`,
  instrumentToken: `00000000-0000-4000-8000-0000000000b${id}`,
  maskedInstrument,
  expirationMonth: 12,
  expirationYear: 2099,
  isExpired: false,
  isAmex: false,
  ...changes,
});
const visa = saved(1, '411111******1111');
const amex = saved(2, '378282*****0005', { isAmex: true });
// The page checks the expiry itself, and ignores the server's value (DIF-38).
const old = saved(3, '555555******4444', { expirationYear: 2020 });

/** A delivery that these tests do not depend on. */
const home = {
  id: '00000000-0000-4000-8000-0000000000d1',
  alias: 'Casa',
  street: ['6a avenida 12-31'],
  city: 'Guatemala',
  region: { regionId: 485 },
  zone: 'Zona 10',
  latitude: null,
  longitude: null,
  defaultShipping: true,
  countryCode: 'GT' as const,
  firstName: 'Lucía',
  lastName: 'Paz',
  phone: '55123480',
  nit: 'CF',
  trustedPerson: null,
};

const offer = { status: 200, installments: [6, 10, 12], bankName: 'Banco Industrial', hasDiscount: false };

type Method = 'Cuotas' | 'Tarjeta al contado';

const open = async (method: Method, calls: Calls = {}): Promise<Screen> => {
  const shop = await openPayment(
    {
      getInstallments: offer,
      getCustomer: sampleCustomer(),
      listAddresses: [home],
      listSavedCards: [visa, amex, old],
      ...calls,
    },
    { kept: atDelivery, local: storedSession() },
  );
  await shop.user.click(screen.getByRole('button', { name: method }));
  return shop;
};

const cards = () => screen.findByRole('region', { name: 'Tus tarjetas guardadas' });
const cardNames = async () =>
  within(await cards())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const card = async (name: RegExp) => within(await cards()).findByRole('button', { name });
const payButtons = () => screen.findAllByRole('button', { name: /Realizar pedido/ });
const paysNow = async () => (await payButtons()).every((button) => button.getAttribute('aria-disabled') !== 'true');
const press = async ({ user }: Screen) => {
  const [button] = await payButtons();
  if (button !== undefined) await user.click(button);
};
const sentPayment = (shop: Screen) => shop.sentTo('placeOrder').map(({ body }) => body);

test('[PAY-33, PAY-32, PAY-37] saved cards show type, last digits and expiry, and an expired card cannot be chosen', async () => {
  await open('Tarjeta al contado');
  expect(await cardNames()).toEqual([
    'Visa •••• 111112 / 99',
    'American Express •••• 000512 / 99',
    'Mastercard •••• 4444Tarjeta vencida',
    '+ Agregar nueva tarjeta',
  ]);
  expect(await card(/4444/)).toBeDisabled();
  expect(screen.queryByLabelText(/Número de tarjeta/)).toBeNull();
});

test('[PAY-35, DIF-31, PAY-36] a press opens a saved card, and its CVV enables the payment', async () => {
  const shop = await open('Tarjeta al contado');
  await shop.user.click(await card(/1111/));
  expect(await card(/1111/)).toHaveAttribute('aria-expanded', 'true');
  expect(await paysNow()).toBe(false);
  await shop.user.type(screen.getByLabelText(/CVV/), '12');
  await shop.user.tab();
  expect(await screen.findByText('CVV debe tener al menos 3 digitos')).toBeVisible();
  await shop.user.type(screen.getByLabelText(/CVV/), '3');
  await waitFor(async () => expect(await paysNow()).toBe(true));
  await shop.user.click(await card(/1111/));
  expect(await card(/1111/)).toHaveAttribute('aria-expanded', 'false');
  await waitFor(async () => expect(await paysNow()).toBe(false));
  // Values typed for one card do not count for another.
  await shop.user.click(await card(/0005/));
  expect(screen.getByLabelText(/CVV/)).toHaveValue('');
});

test('[PAY-39, DEC-104] a saved card sends its token and its CVV, and no number', async () => {
  const shop = await open('Tarjeta al contado');
  await shop.user.click(await card(/1111/));
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await waitFor(async () => expect(await paysNow()).toBe(true));
  await press(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  expect(sentPayment(shop)).toMatchObject([{ payments: [expect.anything()] }]);
  expect(shop.sentTo('placeOrder')[0]?.body).toHaveProperty('payments', [
    {
      paymentType: 'Card',
      paymentPlan: 1,
      paymentAmount: 729,
      fingerprintSessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token: visa.instrumentToken,
      tokenType: 'InstrumentToken',
      ccCVV: '123',
    },
  ]);
  expect(shop.sentTo('setCartPaymentMethod').at(-1)?.body).toEqual({ paymentMethod: 'kosmos_payment', bin: '411111' });
});

test('[PAY-38, PAY-36, PAY-25, PAY-21] in cuotas Amex is hidden, and the card’s plans are loaded by its first six digits', async () => {
  const shop = await open('Cuotas');
  expect(await cardNames()).toEqual([
    'Visa •••• 111112 / 99',
    'Mastercard •••• 4444Tarjeta vencida',
    '+ Agregar nueva tarjeta',
  ]);
  await shop.user.click(await card(/1111/));
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  expect(shop.sentTo('getInstallments').map(({ query }) => query.bin)).toEqual(['411111']);
  await shop.user.click(screen.getByRole('radio', { name: /^12 cuotas/ }));
  expect(await paysNow()).toBe(false);
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await waitFor(async () => expect(await paysNow()).toBe(true));
  await press(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  expect(shop.sentTo('placeOrder')[0]?.body).toHaveProperty('payments', [
    expect.objectContaining({ paymentType: 'CardInstallments', paymentPlan: 12, token: visa.instrumentToken }),
  ]);
});

test('[DEC-36] a saved card’s CVV has the same messages as a new card’s', async () => {
  const shop = await open('Cuotas');
  await shop.user.click(await card(/1111/));
  await screen.findByRole('radio', { name: /^6 cuotas/ });
  const cvv = screen.getByLabelText(/CVV/);
  for (const [typed, says] of [
    ['', 'CVV es obligatorio'],
    ['12', 'CVV debe tener al menos 3 digitos'],
    ['12345', 'CVV debe tener máximo 4 digitos'],
  ] as const) {
    await shop.user.clear(cvv);
    if (typed !== '') await shop.user.type(cvv, typed);
    else await shop.user.click(cvv);
    await shop.user.tab();
    await waitFor(() => expect(cvv).toHaveAccessibleDescription(says));
  }
  expect(await paysNow()).toBe(false);
  await shop.user.clear(cvv);
  await shop.user.type(cvv, '1234');
  await waitFor(async () => expect(await paysNow()).toBe(true));
});

test('the next saved card starts with its first plan', async () => {
  const other = saved(4, '401288******1881');
  const shop = await open('Cuotas', {
    listSavedCards: [visa, other],
    getInstallments: ({ query: { bin } }: Sent) => ({
      ...offer,
      installments: bin === '411111' ? [6, 10, 48] : [6, 10],
    }),
  });
  await shop.user.click(await card(/1111/));
  await shop.user.click(await screen.findByRole('radio', { name: /^48 cuotas/ }));
  expect(screen.queryByText('Debe seleccionar una cantidad de cuotas')).toBeNull();
  await shop.user.click(await card(/1881/));
  await waitFor(() => expect(screen.getAllByRole('radio', { name: /^\d+ cuotas/ })).toHaveLength(2));
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await waitFor(async () => expect(await paysNow()).toBe(true));
  expect(screen.queryByText('Debe seleccionar una cantidad de cuotas')).toBeNull();
});

test('[PAY-33, PAY-23, DEC-108, PAY-10] a new card can be typed and saved beside the saved cards', async () => {
  const shop = await open('Tarjeta al contado');
  await shop.user.click(await card(/Agregar nueva tarjeta/));
  const number = await screen.findByLabelText(/Número de tarjeta/);
  await shop.user.click(screen.getByRole('button', { name: 'Utilizar tarjeta guardada' }));
  await waitFor(() => expect(number).not.toBeInTheDocument());
  await shop.user.click(await card(/Agregar nueva tarjeta/));
  await shop.user.type(await screen.findByLabelText(/Número de tarjeta/), '4111111111111111');
  await shop.user.type(screen.getByLabelText(/Vencimiento/), '1299');
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await shop.user.type(screen.getByLabelText(/titular/), 'Lucía Ajú');
  const keep = screen.getByRole('checkbox', { name: 'Guardar tarjeta para futuras compras' });
  expect(keep).toHaveAttribute('name', 'isSaveCard');
  expect(keep).not.toBeChecked();
  await shop.user.click(keep);
  await waitFor(async () => expect(await paysNow()).toBe(true));
  await press(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  expect(shop.sentTo('placeOrder')[0]?.body).toHaveProperty('payments', [
    expect.objectContaining({ ccNumber: '4111111111111111', savePaymentInstrument: true }),
  ]);
});

test('[PAY-04] another method deselects the saved card', async () => {
  const shop = await open('Tarjeta al contado');
  await shop.user.click(await card(/1111/));
  await shop.user.click(screen.getByRole('button', { name: 'Cuotas' }));
  expect(await card(/1111/)).toHaveAttribute('aria-expanded', 'false');
});

test('[PAY-23] a customer without saved cards sees the form of a new card', async () => {
  const shop = await open('Tarjeta al contado', { listSavedCards: [] });
  expect(await screen.findByLabelText(/Número de tarjeta/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /Guardar tarjeta/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Tus tarjetas guardadas' })).toBeNull();
  expect(shop.sentTo('listSavedCards')).toHaveLength(1);
});

test.each(['Tarjeta al contado', 'Cuotas'] as const)(
  '[PAY-34] a guest who pays by "%s" types a card, without a list or a choice to save it',
  async (method) => {
    const shop = await openPayment({ getInstallments: offer });
    await shop.user.click(screen.getByRole('button', { name: method }));
    await shop.user.type(await screen.findByLabelText(/Número de tarjeta/), '4111111111111111');
    await waitFor(() => expect(screen.getByLabelText(/titular/)).toBeEnabled());
    expect(screen.queryByRole('checkbox', { name: /Guardar tarjeta/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Tus tarjetas guardadas' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Utilizar tarjeta guardada' })).toBeNull();
    expect(shop.sentTo('listSavedCards')).toEqual([]);
  },
);

test('[PAY-23] if saved cards cannot be loaded, a card can be typed', async () => {
  await open('Tarjeta al contado', { listSavedCards: refusal('NOT_READY') });
  expect(await screen.findByLabelText(/Número de tarjeta/)).toBeVisible();
});

test('[DEC-126] a saved card that no longer exists shows an error and leaves the list', async () => {
  const cards = [visa, old];
  const shop = await open('Tarjeta al contado', {
    listSavedCards: () => [...cards],
    placeOrder: () => {
      cards.shift();
      return refusal('PAY_TOKEN_INVALID', { message: 'Selecciona otra tarjeta o ingresa una nueva.' });
    },
  });
  await shop.user.click(await card(/1111/));
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await waitFor(async () => expect(await paysNow()).toBe(true));
  await press(shop);
  expect(await findAlert('Tarjeta guardada no válida')).toHaveTextContent(
    'Selecciona otra tarjeta o ingresa una nueva.',
  );
  await waitFor(async () =>
    expect(await cardNames()).toEqual(['Mastercard •••• 4444Tarjeta vencida', '+ Agregar nueva tarjeta']),
  );
});

const openAccount = (calls: Calls): Promise<Screen> =>
  renderScreen('/dashboard/cards', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer, ...calls },
  });

test('[PROF-22, DEC-70, DEC-13, DEC-47, PAY-32, PAY-37] the account lists the cards, and deletes one', async () => {
  const cards = [visa, amex, old];
  const shop = await openAccount({
    listSavedCards: () => [...cards],
    deleteSavedCard: () => {
      cards.shift();
      return { status: 200, data: { result: true } };
    },
  });
  expect(await screen.findByRole('heading', { name: 'Mis tarjetas' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mis tarjetas' })).toHaveAttribute('aria-current', 'page');
  const first = (await screen.findByText('4111 11•• •••• 1111')).closest('li');
  if (first === null) throw new Error('the card stands in no list');
  expect(first).toHaveTextContent('VisaVence 12 / 99'.replace('Visa', 'Visa4111 11•• •••• 1111'));
  expect(screen.getAllByText('Tarjeta vencida')).toHaveLength(1);
  await shop.user.click(within(first).getByRole('button', { name: 'Eliminar' }));
  await shop.user.click(within(first).getByRole('button', { name: 'Sí, eliminar' }));
  expect(await screen.findAllByText('Eliminamos tu tarjeta')).not.toEqual([]);
  await waitFor(() => expect(screen.queryByText('4111 11•• •••• 1111')).toBeNull());
  expect(screen.getByText('3782 82•••• •0005')).toBeVisible();
  expect(shop.sentTo('deleteSavedCard').map(({ params }) => params)).toEqual([
    { instrumentIdentifier: visa.instrumentIdentifier },
  ]);
});

test('after a deletion, the focus moves to the next card or to the heading', async () => {
  const cards = [visa, amex];
  const { user } = await openAccount({
    listSavedCards: () => [...cards],
    deleteSavedCard: () => {
      cards.shift();
      return { status: 200, data: { result: true } };
    },
  });
  const [first] = await screen.findAllByRole('button', { name: 'Eliminar' });
  if (first === undefined) throw new Error('no card can be deleted');
  await user.click(first);
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: /American Express|Amex/ })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Eliminar' }));
  await user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Mis tarjetas' })).toHaveFocus());
});

test('the deletion of a card needs a confirmation, which gets and returns the focus', async () => {
  const { user, sentTo } = await openAccount({ listSavedCards: [visa] });
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(screen.getByRole('group', { name: '¿Eliminar esta tarjeta?', description: 'Visa' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Conservar' }));
  expect(screen.getByRole('button', { name: 'Eliminar' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Eliminar' })).toHaveFocus();
  expect(sentTo('deleteSavedCard')).toEqual([]);
});

test('[PROF-22] a card whose deletion failed stays, with an error', async () => {
  const shop = await openAccount({ listSavedCards: [visa], deleteSavedCard: noAnswer });
  await shop.user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  await shop.user.click(screen.getByRole('button', { name: 'Sí, eliminar' }));
  expect(await screen.findAllByText('No pudimos eliminar tu tarjeta')).not.toEqual([]);
  expect(screen.getByText('4111 11•• •••• 1111')).toBeVisible();
});

test('[PROF-22] if cards cannot be loaded, they can be loaded again', async () => {
  let isDown = true;
  const shop = await openAccount({ listSavedCards: () => (isDown ? refusal('NOT_READY') : []) });
  const again = await screen.findByRole('button', { name: 'Reintentar' });
  isDown = false;
  await shop.user.click(again);
  expect(await screen.findByText('Aún no tienes tarjetas guardadas')).toBeVisible();
});
