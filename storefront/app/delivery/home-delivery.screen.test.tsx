import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  openCheckout,
  sampleDepartments,
  sampleGroup,
  sampleStore,
  storedCheckoutText,
  withAddress,
} from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';

const finalConsumer = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['Ciudad'],
  city: 'Guatemala',
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  region: { regionId: 485, region: 'Guatemala' },
  nit: 'CF',
  documentType: 'CF',
} as const;

const address = () => screen.findByRole('textbox', { name: 'Dirección' });
/** Waits for the select of that name to have options, because the places load after the form. */
const select = (name: string) =>
  waitFor(() => {
    const list = screen.getByRole('combobox', { name });
    expect(within(list).getAllByRole('option').length).toBeGreaterThan(1);
    return list;
  });
const optionsOf = async (name: string) =>
  within(await select(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

const fillAddress = async ({ user }: Screen) => {
  await user.click(await address());
  await user.paste('12 calle 1-25');
  await user.selectOptions(await select('Departamento'), 'Guatemala');
  await user.selectOptions(await select('Municipio'), 'Guatemala');
  await user.selectOptions(await select('Zona'), 'Zona 10');
};

test('a visit outside its coverage has no date, and blocks the order until its removal', async () => {
  const tv = sampleLine();
  const visit = { days: 4, coverage: [{ regionId: 485, department: 'Guatemala', city: 'Guatemala' }] };
  const service = sampleLine({
    ...{
      kind: 'service',
      title: 'Instalación en pared',
      sku: 'SRV',
      cartItemId: '00000000-0000-4000-8000-0000000000f7',
    },
    ...{ salableQuantity: null, visit, visitRefusal: null },
  });
  const without = sampleCart([tv]);
  const shop = await openCheckout({
    cart: sampleCart([tv, service]),
    kept: atDelivery,
    calls: { changeCartProduct: without },
  });
  const pay = () => screen.getByRole('button', { name: 'Continuar a pago' });
  await fillAddress(shop);
  await shop.user.selectOptions(await select('Municipio'), 'Mixco');
  expect(await screen.findByText(/^No llegamos a Mixco/)).toBeVisible();
  expect(screen.queryByText(/en un plazo de 4 días/i)).toBeNull();
  expect(pay()).toHaveAttribute('aria-disabled', 'true');
  expect(pay()).toHaveAccessibleDescription(/No llegamos a Mixco/);
  await shop.user.selectOptions(await select('Municipio'), 'Guatemala');
  expect(await screen.findByText(/Instalación en pared: en un plazo de 4 días/)).toBeVisible();
  expect(pay()).not.toHaveAttribute('aria-disabled');
  await shop.user.selectOptions(await select('Municipio'), 'Mixco');
  await shop.user.click(await screen.findByRole('button', { name: 'Quitar servicio' }));
  await waitFor(() => expect(screen.queryByText(/No llegamos/)).toBeNull());
  expect(pay()).not.toHaveAttribute('aria-disabled');
});

test('[DEL-01] [DIF-20] delivery and pickup can be chosen by their labels and values', async () => {
  await openCheckout({ kept: atDelivery });
  const choice = within(await screen.findByRole('group', { name: 'Método de entrega' }));
  expect(choice.getByRole('radio', { name: /^A domicilio/ })).toHaveAttribute('value', 'delivery');
  expect(choice.getByRole('radio', { name: /^Recoger en tienda/ })).toHaveAttribute('value', 'storepickup');
  expect(choice.getByRole('radio', { name: /^A domicilio/ })).toBeChecked();
});

test('[DEL-04] [CONST-49] delivery today shows as disabled, and the computed date is available', async () => {
  await openCheckout({ kept: withAddress });
  const today = await screen.findByRole('radio', { name: /^Hoy/ });
  expect(today).toBeDisabled();
  expect(today).toHaveAttribute('value', 'today');
  expect(await screen.findByRole('radio', { name: /martes 24 de noviembre/i })).toBeChecked();
});

test('[DEL-13, DEL-14] the form offers only departments with municipalities', async () => {
  const { user } = await openCheckout({ kept: atDelivery });
  await user.type(await address(), '1');
  expect(await optionsOf('Departamento')).toEqual(['Elige un departamento', 'Guatemala', 'Petén']);
  await user.selectOptions(await select('Departamento'), 'Guatemala');
  expect(await optionsOf('Municipio')).toEqual(['Elige un municipio', 'Guatemala', 'Mixco']);
  await user.selectOptions(await select('Municipio'), 'Guatemala');
  expect(await optionsOf('Zona')).toEqual(['Elige una zona', 'Zona 1', 'Zona 10']);
  await user.click(screen.getByRole('checkbox', { name: 'Agregar indicaciones adicionales' }));
  const named: [HTMLElement, string][] = [
    [await address(), 'address'],
    [await select('Departamento'), 'region'],
    [await select('Municipio'), 'city'],
    [await select('Zona'), 'zone'],
    [screen.getByRole('checkbox', { name: 'Agregar indicaciones adicionales' }), 'isExtras'],
    [screen.getByRole('textbox', { name: 'Indicaciones' }), 'extras'],
    [screen.getByRole('radio', { name: /^A domicilio/ }), 'deliver'],
  ];
  for (const [control, name] of named) expect(control).toHaveAttribute('name', name);
  await user.selectOptions(await select('Municipio'), 'Mixco');
  expect(screen.queryByRole('combobox', { name: 'Zona' })).toBeNull();
});

test('[DEL-07] [DIF-23] [CONST-46] an address is required, and limited to 100 typed or 200 pasted characters', async () => {
  const { user } = await openCheckout({
    kept: { ...withAddress, userData: { ...emptyDelivery, ...withAddress.userData, address: 'a'.repeat(201) } },
  });
  const street = await address();
  expect(street).toHaveAttribute('maxLength', '100');
  await user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  await waitFor(() => expect(street).toHaveAccessibleDescription('La dirección no puede tener más de 200 caracteres.'));
  await user.clear(street);
  await waitFor(() => expect(street).toHaveAccessibleDescription('La dirección es obligatoria.'));
});

test('[DEL-08, DEL-09, DEL-11] the address comes first, and each missing part is reported at its field', async () => {
  const { user, sentTo } = await openCheckout({ kept: atDelivery });
  const street = await address();
  const part = (name: string) => screen.getByRole('combobox', { name });
  expect(part('Departamento')).toBeDisabled();
  expect(part('Municipio')).toBeDisabled();
  const goOn = async () => user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));
  await goOn();
  await waitFor(() => expect(street).toHaveAccessibleDescription('La dirección es obligatoria.'));
  expect(street).toHaveFocus();
  await user.paste('12 calle 1-25');
  await goOn();
  await waitFor(() => expect(part('Departamento')).toHaveAccessibleDescription('El departamento es obligatorio.'));
  await user.selectOptions(await select('Departamento'), 'Guatemala');
  await goOn();
  await waitFor(() => expect(part('Municipio')).toHaveAccessibleDescription('El municipio es obligatorio.'));
  expect(sentTo('setCartShippingAddress')).toEqual([]);
});

test('[DEL-32] a shopper who continues before the dates have loaded waits for them, and they are stored', async () => {
  const times = Promise.withResolvers<{ status: 201; data: ReturnType<typeof sampleGroup>[] }>();
  const shop = await openCheckout({ kept: withAddress, calls: { computeDeliveryTimes: () => times.promise } });
  const button = await screen.findByRole('button', { name: 'Continuar a pago', busy: false });
  await waitFor(() => expect(shop.sentTo('computeDeliveryTimes').length).toBeGreaterThan(0));
  await shop.user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  times.resolve({ status: 201, data: [sampleGroup({ deliveryDate: '2026-11-30' })] });
  await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  expect(screen.getByRole('region', { name: 'Método de entrega' })).toHaveTextContent('lunes 30 de noviembre');
  expect(JSON.parse(storedCheckoutText()).deliveryTime).toMatchObject([{ deliveryDate: '2026-11-30' }]);
});

test('[DEL-31] if the dates cannot be loaded, the shopper can continue', async () => {
  const shop = await openCheckout({ kept: withAddress, calls: { computeDeliveryTimes: refusal('VALIDATION_ERROR') } });
  await continueToPayment(shop);
  expect(JSON.parse(storedCheckoutText()).deliveryTime).toEqual([]);
  expect(screen.getByRole('region', { name: 'Método de entrega' })).toHaveTextContent('· Fecha por estimar');
});

test('[DEL-16] a guest gives an address without a name, and is not asked to save it', async () => {
  const shop = await openCheckout({ kept: atDelivery });
  await fillAddress(shop);
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({ street: '12 calle 1-25', region: 485 });
  await shop.user.click(screen.getAllByRole('button', { name: 'Editar' })[1] ?? document.body);
  await address();
  expect(screen.queryByRole('textbox', { name: 'Nombre de la dirección' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Guardar dirección para futuras compras' })).toBeNull();
});

test('[DEL-24] [DEC-102] the fee is read once the address is set, stored, and shown in the summary', async () => {
  const shop = await openCheckout({ kept: withAddress });
  const fee = () => screen.getAllByText('Envío').map((term) => term.nextElementSibling?.textContent);
  expect(fee()).toEqual(['Por calcular']);
  await continueToPayment(shop);
  expect(shop.sentTo('getCartTableRate')).toHaveLength(1);
  expect(JSON.parse(storedCheckoutText()).tableRate).toEqual({ value: 30, currency: 'GTQ' });
  expect(fee()).toEqual(['Q30.00']);
});

test('[DEL-18] [CONST-26, CONST-27] address first, then the method, then the fee', async () => {
  const shop = await openCheckout({ kept: withAddress });
  await continueToPayment(shop);
  const sent = shop.allSent().map(({ name }) => name);
  const names = ['setCartShippingAddress', 'setCartShippingMethod', 'getCartTableRate'];
  expect(sent.filter((name) => names.includes(name))).toEqual(names);
  expect(shop.sentTo('setCartShippingMethod')[0]?.body).toEqual({
    carrierCode: 'tablerate',
    methodCode: 'bestway',
    notificationMode: 'all',
  });
});

test('[DEL-29] [DIF-27] [DEC-99] the dates are requested with method, place and items, and stored', async () => {
  const shop = await openCheckout({ kept: withAddress, cart: sampleCart([sampleLine({ quantity: 2 })]) });
  await continueToPayment(shop);
  expect(shop.sentTo('computeDeliveryTimes').at(-1)?.body).toEqual({
    shippingMethod: 'delivery',
    location: { region: 485, city: 'Guatemala', zone: 'Zona 10' },
    items: [{ sku: 'FRE-0003', quantity: 2 }],
  });
  expect(JSON.parse(storedCheckoutText()).deliveryTime).toEqual([sampleGroup()]);
});

test('[DEL-32] [DEC-101] the shown dates are sent with the order as its promise', async () => {
  const cart = sampleCart([sampleLine()]);
  const prices = { ...cart.prices, shipping: gtq(30), grandTotal: gtq(729) };
  const shop = await openCheckout({
    cart,
    kept: withAddress,
    calls: {
      computeDeliveryTimes: { status: 201, data: [sampleGroup(), sampleGroup({ sellerId: 7, deliveryDate: null })] },
      setCartBillingAddress: { status: 201, data: { billingAddress: finalConsumer } },
      setCartPaymentMethod: {
        status: 201,
        data: { selectedPaymentMethod: { code: 'kosmos_payment', title: 'Efectivo' }, prices },
      },
      confirmCart: { status: 200, data: { cartId: cart.id, email: 'lucia@correo.gt' } },
      placeOrder: refusal('PAY_METHOD_NOT_ALLOWED'),
    },
  });
  await continueToPayment(shop);
  await shop.user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  await shop.user.click(screen.getAllByRole('button', { name: 'Realizar pedido' })[0] ?? document.body);
  expect(await screen.findByText('Método de pago no disponible')).toBeVisible();
  const group = { shopId: 1, pickupDate: null, pickupTime: null };
  expect(shop.sentTo('placeOrder')[0]?.body).toMatchObject({
    deliveryPromise: {
      shippingMethod: 'delivery',
      groups: [
        { ...group, sellerId: 1, deliveryDate: '2026-11-24' },
        { ...group, sellerId: 7, deliveryDate: null },
      ],
    },
  });
});

test.each([
  ['Fecha por estimar', ''],
  ['Próximamente', 'Próximamente'],
])('[DEL-31] [APP-27, APP-29] a shipment without a date shows "%s"', async (shown, message) => {
  const shop = await openCheckout({
    kept: withAddress,
    calls: { computeDeliveryTimes: { status: 201, data: [sampleGroup({ deliveryDate: null, message })] } },
  });
  expect(await screen.findByRole('radio', { name: new RegExp(shown, 'i') })).toBeChecked();
  await continueToPayment(shop);
  expect(screen.getByRole('region', { name: 'Método de entrega' })).toHaveTextContent(`Recibe Lucía Paz · ${shown}`);
});

const presale = 'Disponible a partir del 9 de diciembre de 2026';

test('[CAT-21] [DIF-39] a presale shows the day from which it is available, in the step and in its summary', async () => {
  const group = sampleGroup({ deliveryDate: '2026-12-09', message: presale });
  const shop = await openCheckout({
    kept: withAddress,
    calls: { computeDeliveryTimes: { status: 201, data: [group] } },
  });
  expect(await screen.findByRole('radio', { name: new RegExp(presale) })).toBeChecked();
  await continueToPayment(shop);
  expect(screen.getByRole('region', { name: 'Método de entrega' })).toHaveTextContent(`Recibe Lucía Paz · ${presale}`);
});

test.each<[string, Parameters<typeof sampleGroup>[0][], string]>([
  ['one shipment', [{}], 'el martes 24 de noviembre'],
  [
    'the first date of several shipments',
    [{ deliveryDate: '2026-12-01' }, { sellerId: 7 }],
    '2 envíos, desde el martes 24 de noviembre',
  ],
  [
    'a presale beside a shipment without a date',
    [
      { deliveryDate: null, message: 'Próximamente' },
      { sellerId: 7, deliveryDate: '2026-12-09', message: presale },
    ],
    '2 envíos, disponible a partir del 9 de diciembre de 2026',
  ],
])('[DEL-31] the summary of the delivery shows its date: %s', async (_, groups, shown) => {
  const shop = await openCheckout({
    kept: withAddress,
    calls: { computeDeliveryTimes: { status: 201, data: groups.map((group) => sampleGroup(group)) } },
  });
  await continueToPayment(shop);
  expect(screen.getByRole('region', { name: 'Método de entrega' })).toHaveTextContent(`Recibe Lucía Paz · ${shown}`);
});

test('[DEL-33] shipments are listed by seller, without the donation', async () => {
  const shop = await openCheckout({
    kept: withAddress,
    cart: sampleCart([
      sampleLine(),
      sampleLine({
        cartItemId: '00000000-0000-4000-8000-0000000000a2',
        sku: 'TEC-1',
        title: 'Audífonos',
        seller: { id: 7, title: 'Tecno & Hogar', offerId: 'O-1' },
        is3p: true,
      }),
      sampleLine({
        cartItemId: '00000000-0000-4000-8000-0000000000a3',
        sku: 'DONAPUENTE',
        title: 'Donación',
        kind: 'donation',
        isDonation: true,
      }),
    ]),
    calls: {
      computeDeliveryTimes: {
        status: 201,
        data: [sampleGroup(), sampleGroup({ sellerId: 7, skus: ['TEC-1'], deliveryDate: '2026-11-30' })],
      },
    },
  });
  const dates = within(await screen.findByRole('group', { name: 'Fecha de entrega' }));
  const shipments = (await dates.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(shipments).toEqual([
    'Envío 1 de 2martes 24 de noviembreCeiba · 1 producto',
    'Envío 2 de 2lunes 30 de noviembreTecno & Hogar · 1 producto',
  ]);
  expect(shop.sentTo('computeDeliveryTimes').at(-1)?.body).toMatchObject({
    items: [
      { sku: 'FRE-0003', quantity: 1 },
      { sku: 'TEC-1', quantity: 1 },
    ],
  });
});

test('[DEL-06] the store, the recipient and the map are chosen in drawers', async () => {
  const { user } = await openCheckout({ kept: withAddress });
  const closes = async (name: string) => {
    expect(await screen.findByRole('dialog', { name })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(await screen.findByRole('button', { name: 'Ajustar en el mapa' }));
  await closes('Ubica tu dirección');
  await user.click(screen.getByRole('radio', { name: /^Otra persona recibe/ }));
  await closes('Agregar persona');
  await user.click(screen.getByRole('radio', { name: /^Recoger en tienda/ }));
  await user.click(await screen.findByRole('button', { name: 'Ver tiendas disponibles' }));
  await closes('Elige tu tienda');
});

test.each([
  ['dropshipping', sampleLine({ dropshipping: true }), [sampleStore()]],
  ['a product that no store has', sampleLine(), []],
])('[DEL-03] [DIF-19] with %s the choice is hidden and home delivery applies', async (_, line, stores) => {
  await openCheckout({
    kept: atDelivery,
    cart: sampleCart([line]),
    calls: { checkPickupStock: { status: 200, data: { found: stores.length > 0, stores } } },
  });
  expect(await address()).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^Recoger en tienda/ })).toBeNull();
  expect(screen.queryByRole('radio', { name: /^A domicilio/ })).toBeNull();
});

test('[DEL-02] [DEC-89] [DIF-19] with a restricted product pickup is forced, whatever else is in the cart', async () => {
  const other = { cartItemId: '00000000-0000-4000-8000-0000000000a2', sku: 'TV', dropshipping: true };
  await openCheckout({ kept: atDelivery, cart: sampleCart([sampleLine({ restricted: true }), sampleLine(other)]) });
  expect(await screen.findByRole('button', { name: 'Ver tiendas disponibles' })).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^A domicilio/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Dirección' })).toBeNull();
});

test('a digital cart goes from contact to payment without a delivery', async () => {
  const shop = await openCheckout({
    kept: atDelivery,
    cart: sampleCart([sampleLine({ kind: 'gift_card', sku: 'GIFT' })]),
  });
  expect(await screen.findByText('Producto digital: lo recibirás por correo electrónico.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Tarjeta al contado' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continuar a pago' })).toBeNull();
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
});

test('[CHK-10] a page load restores the chosen place even if the departments load after the form', async () => {
  const departments = Promise.withResolvers<typeof sampleDepartments>();
  const { user } = await openCheckout({ kept: withAddress, calls: { listDepartments: () => departments.promise } });
  expect(await address()).toHaveValue('12 calle 1-25');
  expect(within(screen.getByRole('combobox', { name: 'Departamento' })).getAllByRole('option')).toHaveLength(1);
  departments.resolve(sampleDepartments);
  expect(await select('Zona')).toHaveValue('Zona 10');
  expect(await select('Departamento')).toHaveValue('485');
  expect(await select('Municipio')).toHaveValue('Guatemala');
  await user.selectOptions(await select('Municipio'), 'Mixco');
  expect(await select('Departamento')).toHaveValue('485');
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({ region: '485', city: 'Mixco', zone: '' });
});

test('if departments fail to load, they can be loaded again, and typed text stays', async () => {
  let isDown = true;
  const { user } = await openCheckout({
    kept: withAddress,
    calls: {
      listDepartments: () =>
        isDown ? noAnswer : [{ value: 485, title: 'Guatemala', municipios: [{ nombre: 'Guatemala' }] }],
    },
  });
  expect(await screen.findByText('No pudimos cargar los departamentos')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await address()).toHaveValue('12 calle 1-25');
});

test('[DEL-12] another department clears municipality and zone, even if the first is chosen again', async () => {
  const shop = await openCheckout({ kept: atDelivery });
  await fillAddress(shop);
  await shop.user.selectOptions(await select('Departamento'), 'Petén');
  expect(await select('Municipio')).toHaveValue('');
  expect(screen.queryByRole('combobox', { name: 'Zona' })).toBeNull();
  await shop.user.selectOptions(await select('Departamento'), 'Guatemala');
  expect(await select('Municipio')).toHaveValue('');
  await shop.user.selectOptions(await select('Municipio'), 'Guatemala');
  expect(await select('Zona')).toHaveValue('');
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({ region: '485', city: 'Guatemala', zone: '' });
});

test('a street or directions that contain a link are rejected at their field', async () => {
  const shop = await openCheckout({ kept: withAddress });
  const fill = async (name: string, text: string) => {
    const field = await screen.findByRole('textbox', { name });
    await shop.user.clear(field);
    await shop.user.click(field);
    await shop.user.paste(text);
    return field;
  };
  const street = await fill('Dirección', 'Reclama en https://evil.test');
  await shop.user.click(screen.getByRole('checkbox', { name: 'Agregar indicaciones adicionales' }));
  const indications = await fill('Indicaciones', 'Premio en evil.test');
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a pago' }));
  await waitFor(() => expect(street).toHaveAccessibleDescription(notPlainMessage));
  expect(indications).toHaveAccessibleDescription(expect.stringContaining(notPlainMessage));
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
  await fill('Dirección', '3ra calle 4-55 zona 10, Apto. 2.B');
  await fill('Indicaciones', 'Portón negro.\nToca 2 veces.');
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')).toHaveLength(1);
});

test('dates that cannot be loaded show an error, and can be loaded again', async () => {
  let isDown = true;
  const { user } = await openCheckout({
    kept: withAddress,
    calls: {
      computeDeliveryTimes: () => (isDown ? refusal('VALIDATION_ERROR') : { status: 201, data: [sampleGroup()] }),
    },
  });
  expect(await screen.findByText('No pudimos calcular la fecha de entrega')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Tu pedido completo')).toBeVisible();
  expect(screen.queryByText('No pudimos calcular la fecha de entrega')).toBeNull();
});

test('[DEL-11] after the address is typed, the next missing select shows an error', async () => {
  const { user } = await openCheckout({ kept: atDelivery });
  await address();
  await user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));
  await screen.findByText('La dirección es obligatoria.');
  for (const text of ['El departamento es obligatorio.', 'El municipio es obligatorio.'])
    expect(screen.queryByText(text)).toBeNull();
});

test('[DEL-11] the place chosen for the shop is filled in, so only the address is missing', async () => {
  const shop = await openCheckout({
    kept: atDelivery,
    local: { 'ceiba.location': JSON.stringify({ userRegion: 485, userCity: 'Guatemala', zone: 'Zona 10' }) },
  });
  expect(await select('Departamento')).toHaveValue('485');
  expect(await select('Departamento')).toBeDisabled();
  expect(await select('Municipio')).toHaveValue('Guatemala');
  await shop.user.click(await address());
  await shop.user.paste('12 calle 1-25');
  expect(await select('Zona')).toHaveValue('Zona 10');
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a pago' }));
  await waitFor(() => expect(shop.sentTo('setCartShippingAddress')).toHaveLength(1));
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({
    street: '12 calle 1-25',
    region: 485,
    city: 'Guatemala',
    zone: 'Zona 10',
  });
});

test('[DEC-234, DIF-23] a street counts its characters near the limit, and marks the excess', async () => {
  const { user } = await openCheckout({ kept: atDelivery });
  const street = await address();
  await user.click(street);
  await user.paste('12 calle 1-25'.padEnd(79, 'a'));
  expect(screen.queryByText(/de 100 caracteres/)).toBeNull();
  await user.paste('b');
  expect(street).toHaveAccessibleDescription('80 de 100 caracteres.');
  await user.paste('c'.repeat(50));
  expect(street).toHaveValue(`${'12 calle 1-25'.padEnd(79, 'a')}b${'c'.repeat(20)}`);
  expect(street).toHaveAccessibleDescription(
    '100 de 100 caracteres. Solo llegan los primeros 100: revisa que tu dirección quede completa, o usa las indicaciones.',
  );
});

test('a street pasted without its spaces is repaired when the field is left', async () => {
  const { user } = await openCheckout({ kept: atDelivery });
  await user.click(await address());
  await user.paste('12 Av.Norte\u00a04-55\u200b');
  await user.tab();
  await waitFor(async () => expect(await address()).toHaveValue('12 Av. Norte 4-55'));
});

test('a refused delivery address shows the reason at its field', async () => {
  const message = 'Escribe sin direcciones de internet ni de correo.';
  const shop = await openCheckout({
    kept: withAddress,
    calls: { setCartShippingAddress: refusal('VALIDATION_ERROR', { metadata: { fields: { street: message } } }) },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));
  await waitFor(async () => expect(await address()).toHaveAccessibleDescription(message));
  expect(await address()).toHaveFocus();
});

test('[DEC-84] a digital cart shows the recipient and date of each gift card, and no shipping', async () => {
  const card = (cartItemId: string, giftcardName: string, giftcardDeliveryDate: string) =>
    sampleLine({
      cartItemId,
      kind: 'gift_card',
      giftCard: { giftcardName, giftcardEmail: `${giftcardName.toLowerCase()}@correo.gt`, giftcardDeliveryDate },
    });
  const items = [
    card('00000000-0000-4000-8000-0000000000b1', 'Marta', '2026-12-24'),
    card('00000000-0000-4000-8000-0000000000b2', 'Otto', '2026-11-30'),
    sampleLine({ kind: 'gift_card', giftCard: null }),
  ];
  await openCheckout({ cart: { ...sampleCart(items), isDigital: true }, kept: atDelivery });
  const recipients = await screen.findAllByText(/^La tarjeta de regalo le llega a/);
  expect(recipients.map(({ textContent }) => textContent)).toEqual([
    'La tarjeta de regalo le llega a Marta (marta@correo.gt) el 24 de diciembre de 2026.',
    'La tarjeta de regalo le llega a Otto (otto@correo.gt) el 30 de noviembre de 2026.',
  ]);
});
