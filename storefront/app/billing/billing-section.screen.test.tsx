import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import { type Calls, noAnswer, refusal, type Sent } from '../testing/network.ts';
import { continueToPayment, openCheckout, withAddress } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const named = (name: string) => ({ status: 200, data: { name } });

/** Opens the payment step as an employee, with this total. */
const openAsEmployee = async (total: number): Promise<Screen> => {
  const customer = sampleCustomer({
    isEmployee: true,
    nit: '576937K',
    billingName: 'Lucía Ajú',
    billingAddress: 'Zona 4',
  });
  const cart = sampleCart([sampleLine({ salesPrice: gtq(total - 30), regularPrice: gtq(total - 30) })]);
  const shop = await openCheckout({
    cart,
    kept: { ...withAddress, userData: { ...emptyDelivery, ...withAddress.userData, addressName: 'Casa' } },
    local: storedSession({ isEmployee: true }),
    calls: { getCustomer: customer, listAddresses: [], lookUpTaxpayer: named('Comercial La Aurora, S.A.') },
  });
  await continueToPayment(shop);
  return shop;
};

/** Opens the payment step of a cart whose total, delivery included, is this many quetzales. */
const openPayment = async (total: number, calls: Calls = {}): Promise<Screen> => {
  const cart = sampleCart([sampleLine({ salesPrice: gtq(total - 30), regularPrice: gtq(total - 30) })]);
  const shop = await openCheckout({ cart, kept: withAddress, calls });
  await continueToPayment(shop);
  return shop;
};

const documents = () => within(screen.getByRole('group', { name: 'Documento de facturación' }));
const document = (name: string) => documents().getByRole('radio', { name });
const field = (name: string) => screen.getByRole('textbox', { name });

/** Replaces a field's text and leaves the field. */
const fill = async ({ user }: Screen, name: string, text: string) => {
  await user.clear(field(name));
  await user.click(field(name));
  if (text !== '') await user.paste(text);
  await user.tab();
};

test('[BILL-01, BILL-02, BILL-03] [DEC-187] below the limit CF is chosen, and NIT, DPI and passport can be chosen', async () => {
  const shop = await openPayment(700);
  expect(documents().getAllByRole('radio')).toHaveLength(4);
  for (const [label, value] of [
    ['CF', 'radio-cf'],
    ['NIT', 'radio-nit'],
    ['DPI', 'radio-dpi'],
    ['Pasaporte', 'radio-passport'],
  ] as const) {
    expect(document(label)).toHaveAttribute('name', 'selectedOption');
    expect(document(label)).toHaveAttribute('value', value);
    expect(document(label)).toBeEnabled();
  }
  expect(document('CF')).toBeChecked();
  for (const name of ['NIT', 'DPI', 'Pasaporte', 'Nombre completo', 'Dirección fiscal'])
    expect(screen.queryByRole('textbox', { name })).toBeNull();
  for (const [label, name] of [
    ['NIT', 'nit'],
    ['DPI', 'dpi'],
    ['Pasaporte', 'passport'],
  ] as const) {
    await shop.user.click(document(label));
    expect(field(label)).toHaveAttribute('name', name);
    expect(field('Nombre completo')).toHaveAttribute('name', 'fullName');
    expect(field('Dirección fiscal')).toHaveAttribute('name', 'fiscalAddress');
  }
});

const notice = 'Compras mayores a Q2,500 requieren NIT.';

test.each([
  [2499.99, true],
  [2500, false],
  [2500.01, false],
])(
  '[BILL-03, BILL-04] [CONST-13] [DIF-09, DIF-11] at a total of Q%f CF may be chosen: %s',
  async (total, isOffered) => {
    await openPayment(total);
    expect(document('CF').matches(':checked')).toBe(isOffered);
    expect(document('CF').matches(':disabled')).toBe(!isOffered);
    expect(document('NIT').matches(':checked')).toBe(!isOffered);
    expect(screen.queryByText(notice) !== null).toBe(!isOffered);
  },
);

test('[BILL-05] a chosen CF becomes NIT when the total reaches the limit', async () => {
  let price = 2400;
  const cartNow = () => sampleCart([sampleLine({ salesPrice: gtq(price), regularPrice: gtq(price) })]);
  const shop = await openCheckout({ kept: withAddress, cart: cartNow(), calls: { getCart: cartNow } });
  await continueToPayment(shop);
  expect(document('CF')).toBeChecked();
  price = 2600;
  window.dispatchEvent(new Event('focus'));
  await waitFor(() => expect(document('NIT')).toBeChecked());
  expect(document('CF')).toBeDisabled();
  expect(screen.getByText(notice)).toBeVisible();
});

test.each([
  ['NIT', '12345679', 'nit', 'Juan Pérez'],
  ['DPI', '1234567890101', 'dpi', 'María López'],
])(
  '[BILL-13] [API-39] leaving the %s looks up its name once and fills the name in',
  async (label, number, type, name) => {
    const shop = await openPayment(3000, { lookUpTaxpayer: named(name) });
    await shop.user.click(document(label));
    await fill(shop, label, number);
    await waitFor(() => expect(field('Nombre completo')).toHaveValue(name));
    expect(shop.sentTo('lookUpTaxpayer').map(({ query }) => query)).toEqual([{ type, identifier: number }]);
  },
);

test.each([
  ['12345679', '12345679'],
  ['576937-K', '576937K'],
  ['800000-K', '800000K'],
  ['1234560', '1234560'],
  ['7654321-8', '76543218'],
  ['1000071', '1000071'],
])('[BILL-17] the NIT %s is taken: its name is asked for', async (typed, identifier) => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  await fill(shop, 'NIT', typed);
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  expect(shop.sentTo('lookUpTaxpayer').map(({ query }) => query)).toEqual([{ type: 'nit', identifier }]);
});

test.each(['12345678', '123456789', '0576937K', '123456', '5769371'])(
  '[BILL-17] the NIT %s is invalid: the field says so, and no name is asked for',
  async (typed) => {
    const shop = await openPayment(3000);
    await fill(shop, 'NIT', typed);
    await waitFor(() => expect(field('NIT')).toHaveAccessibleDescription('NIT inválido'));
    expect(shop.sentTo('lookUpTaxpayer')).toEqual([]);
  },
);

test('[BILL-10] [CONST-24] the fiscal address is "Ciudad" until another is typed, and is required', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  expect(field('Dirección fiscal')).toHaveValue('Ciudad');
  await fill(shop, 'Dirección fiscal', '');
  await waitFor(() =>
    expect(field('Dirección fiscal')).toHaveAccessibleDescription('La dirección fiscal es necesaria.'),
  );
});

test.each([
  ['', 'El número de DPI es necesario para continuar.'],
  ['123456789010', 'El DPI debe contener exactamente 13 dígitos.'],
])('[BILL-11] a DPI "%s" shows a specific error', async (dpi, message) => {
  const shop = await openPayment(3000);
  await shop.user.click(document('DPI'));
  await fill(shop, 'DPI', dpi);
  await waitFor(() => expect(field('DPI')).toHaveAccessibleDescription(message));
  expect(field('DPI')).toBeRequired();
  expect(shop.sentTo('lookUpTaxpayer')).toEqual([]);
});

test.each([
  ['DPI', '1', 'El DPI debe contener exactamente 13 dígitos.'],
  ['Pasaporte', 'A1', 'Ingresa el pasaporte con 3 a 20 letras y números.'],
])('[BILL-14] a wrong %s clears name and address', async (label, wrong, message) => {
  const shop = await openPayment(3000);
  await shop.user.click(document(label));
  await fill(shop, 'Nombre completo', 'Juan Pérez');
  await fill(shop, 'Dirección fiscal', 'Zona 4');
  await fill(shop, label, wrong);
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message));
  await waitFor(() => expect(field('Nombre completo')).toHaveValue(''));
  expect(field('Dirección fiscal')).toHaveValue('');
});

test('[BILL-14] an invalid NIT clears name and address', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  await fill(shop, 'NIT', '12345679');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  await fill(shop, 'NIT', '12345678');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue(''));
  expect(field('Dirección fiscal')).toHaveValue('');
  expect(field('NIT')).toHaveAccessibleDescription('NIT inválido');
});

test('[BILL-13, BILL-14] after a wrong number the earlier one is looked up again, and the address is "Ciudad" again', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  await fill(shop, 'NIT', '12345679');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  await fill(shop, 'NIT', '12345678');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue(''));
  await fill(shop, 'NIT', '12345679');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  expect(field('Dirección fiscal')).toHaveValue('Ciudad');
});

test('[BILL-10, BILL-13] a name that arrives late does not overwrite the address that is being typed', async () => {
  const found = Promise.withResolvers<ReturnType<typeof named>>();
  const shop = await openPayment(3000, { lookUpTaxpayer: () => found.promise });
  await fill(shop, 'NIT', '12345679');
  await shop.user.clear(field('Dirección fiscal'));
  found.resolve(named('Juan Pérez'));
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  await shop.user.type(field('Dirección fiscal'), 'Zona 4');
  expect(field('Dirección fiscal')).toHaveValue('Zona 4');
});

/** Waits for the alert of a look-up. */
const findFailure = async (): Promise<HTMLElement> => {
  const alert = (await screen.findByText('Encontramos un problema')).closest<HTMLElement>(
    '[data-alert-id="NitFailure"]',
  );
  if (alert === null) throw new Error('the title stands in another alert');
  return alert;
};

test.each([
  ['NIT', '12345679', 'TAXPAYER_NOT_FOUND'],
  ['NIT', '12345679', 'TAXPAYER_INVALID'],
  ['DPI', '1234567890101', 'TAXPAYER_NOT_FOUND'],
  ['DPI', '1234567890101', 'TAXPAYER_INVALID'],
] as const)('[APP-23, BILL-15] a %s (%s) refused with %s shows the alert "NitFailure"', async (label, number, code) => {
  const shop = await openPayment(3000, { lookUpTaxpayer: refusal(code) });
  await shop.user.click(document(label));
  await fill(shop, label, number);
  const alert = await findFailure();
  expect(alert).toHaveTextContent(`No es posible facturar con el ${label} ingresado.`);
  expect(alert.closest('[role="alert"]')).not.toBeNull();
});

test('the alert of a refused number disappears when another number or document is looked up', async () => {
  const shop = await openPayment(3000, {
    lookUpTaxpayer: ({ query }) =>
      query['identifier'] === '12345679' ? refusal('TAXPAYER_NOT_FOUND') : named('Juan Pérez'),
  });
  await fill(shop, 'NIT', '12345679');
  await findFailure();
  await fill(shop, 'NIT', '576937K');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  expect(screen.queryByText('Encontramos un problema')).toBeNull();
  await fill(shop, 'NIT', '12345679');
  await findFailure();
  await shop.user.click(document('Pasaporte'));
  await waitFor(() => expect(screen.queryByText('Encontramos un problema')).toBeNull());
});

test('[DEC-109] a registry that does not answer shows the same alert and lets the name be typed', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: noAnswer });
  await fill(shop, 'NIT', '12345679');
  expect(await findFailure()).toHaveTextContent('No es posible facturar con el NIT ingresado.');
  await waitFor(() => expect(field('Nombre completo')).not.toHaveAttribute('readonly'));
  await fill(shop, 'Nombre completo', 'Juan Pérez');
  expect(field('Nombre completo')).toHaveValue('Juan Pérez');
});

test('[DEC-111] another document type starts empty, except for the name of a passport', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  await fill(shop, 'NIT', '12345679');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  await shop.user.click(document('Pasaporte'));
  expect(field('Pasaporte')).toHaveValue('');
  expect(field('Nombre completo')).toHaveValue('Lucía Paz');
  await shop.user.click(document('NIT'));
  expect(field('NIT')).toHaveValue('');
  expect(field('Nombre completo')).toHaveValue('');
});

test.each([[700], [3000]])(
  '[BILL-06, BILL-07] [DIF-10] at a total of Q%i an employee is billed by NIT alone, prefilled from the account',
  async (total) => {
    const shop = await openAsEmployee(total);
    await waitFor(() => expect(documents().getAllByRole('radio')).toHaveLength(1));
    expect(document('NIT')).toBeChecked();
    await waitFor(() => expect(field('NIT')).toHaveValue('576937K'));
    await waitFor(() => expect(field('Nombre completo')).toHaveValue('Comercial La Aurora, S.A.'));
    expect(field('Dirección fiscal')).toHaveValue('Zona 4');
    expect(shop.sentTo('lookUpTaxpayer').map(({ query }) => query)).toEqual([{ type: 'nit', identifier: '576937K' }]);
  },
);

test.each([
  ['Nombre completo', 'TIENDAS.COM'],
  ['Dirección fiscal', 'Ver https://evil.test'],
])('a link typed as "%s" is rejected at its field', async (label, text) => {
  const shop = await openPayment(3000, { lookUpTaxpayer: noAnswer });
  await shop.user.click(document('Pasaporte'));
  await fill(shop, label, text);
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(notPlainMessage));
  await fill(shop, label, 'Comercial La Aurora, S.A.');
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(''));
});

test.each([
  ['BILL-12', 'Pasaporte', 'Debe de ingresar el número de pasaporte'],
  ['BILL-09', 'Nombre completo', 'El nombre completo es necesario.'],
])('[%s] with a passport, an empty "%s" is reported at its field', async (_, label, message) => {
  const shop = await openPayment(3000);
  await shop.user.click(document('Pasaporte'));
  await fill(shop, label, 'x');
  await fill(shop, label, '');
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message));
});

test('[BILL-08] [CONST-17] a NIT is required, and has seven to nine characters', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  const says = async (text: string, message: string) => {
    await fill(shop, 'NIT', text);
    await waitFor(() => expect(field('NIT')).toHaveAccessibleDescription(message));
  };
  await says('1', 'NIT inválido');
  await says('', 'Debe de ingresar el NIT');
  await says('123456', 'NIT inválido');
  await says('1234560', 'NIT válido');
  await says('1234-5678-90123', 'NIT inválido');
});

test('[DEC-162] [BILL-13] the name that a NIT brings is announced', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: named('Juan Pérez') });
  await fill(shop, 'NIT', '12345679');
  const sentence = await screen.findByText('Facturaremos a nombre de Juan Pérez.');
  expect(sentence.closest('[role=status]')).not.toBeNull();
});

test('[BILL-13] a late answer of the tax registry never fills in the name for another document', async () => {
  const late = Promise.withResolvers<ReturnType<typeof named>>();
  const shop = await openPayment(3000, {
    lookUpTaxpayer: ({ query }: Sent) =>
      query.identifier === '576937K' ? late.promise : named(query.type === 'dpi' ? 'Ana Choc' : 'Juan Pérez'),
  });
  await fill(shop, 'NIT', '576937-K');
  await waitFor(() => expect(shop.sentTo('lookUpTaxpayer')).toHaveLength(1));
  await fill(shop, 'NIT', '12345679');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Juan Pérez'));
  await act(async () => late.resolve(named('Comercial La Aurora, S.A.')));
  expect(field('Nombre completo')).toHaveValue('Juan Pérez');
  await shop.user.click(document('DPI'));
  await fill(shop, 'DPI', '1234567890101');
  await waitFor(() => expect(field('Nombre completo')).toHaveValue('Ana Choc'));
  await shop.user.click(document('Pasaporte'));
  expect(field('Nombre completo')).toHaveValue('Lucía Paz');
});

test('[BILL-04] the notice says which documents can be used instead of a NIT', async () => {
  await openPayment(3000);
  expect(screen.getByText('Compras mayores a Q2,500 requieren NIT.')).toBeVisible();
  expect(screen.getByText('Si no tienes NIT, usa tu DPI o tu pasaporte.')).toBeVisible();
});

test('[DEC-109] if the registry does not answer, the name can be typed and the order placed', async () => {
  const shop = await openPayment(3000, { lookUpTaxpayer: noAnswer });
  await fill(shop, 'NIT', '12345679');
  const away = 'El registro no responde ahora. Escribe tú el nombre, como debe salir en la factura, y continúa.';
  await waitFor(() => expect(field('Nombre completo')).toHaveAccessibleDescription(away));
  expect(field('NIT')).not.toHaveAttribute('aria-invalid');
});

test('[DEC-234, CONST-17, CONST-18] a document with a digit too many stays as typed, is refused, and is not looked up', async () => {
  const shop = await openPayment(3000);
  await shop.user.click(field('NIT'));
  await shop.user.paste('12345678901');
  expect(field('NIT')).toHaveValue('12345678901');
  await shop.user.tab();
  await waitFor(() => expect(field('NIT')).toHaveAccessibleDescription('NIT inválido'));
  await shop.user.clear(field('NIT'));
  await shop.user.click(field('NIT'));
  await shop.user.paste('\u200b576937\u00a0–\u00a0k');
  expect(field('NIT')).toHaveValue('576937K');
  await shop.user.click(document('DPI'));
  await shop.user.click(field('DPI'));
  await shop.user.paste('2582 34567 0101 9');
  await shop.user.tab();
  await waitFor(() => expect(field('DPI')).toHaveAccessibleDescription('El DPI debe contener exactamente 13 dígitos.'));
  expect(field('DPI')).toHaveValue('25823456701019');
  expect(screen.queryByText('DPI válido')).toBeNull();
  expect(shop.sentTo('lookUpTaxpayer').map(({ params }) => JSON.stringify(params))).not.toContainEqual(
    expect.stringContaining('2582345670101'),
  );
});
