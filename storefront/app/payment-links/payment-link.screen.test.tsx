import type { Cart } from '@ceiba/contract/carts';
import type { ErrorCode } from '@ceiba/contract/errors';
import type { LinkCart } from '@ceiba/contract/payment-links';
import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import { noResponseError } from '@ceiba/domain/payments/payment-alerts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Calls, garbled, noAnswer, refusal } from '../testing/network.ts';
import { fryerCart, order, orderCalls } from '../testing/open-payment.ts';
import { watchReloads, watchTimers } from '../testing/page-reloads.ts';
import { beingPlaced, hurry, notOrdered, orderedAs, orderedByOther } from '../testing/placements.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCartId } from '../testing/samples.ts';
import { keptSession, sampleCustomer } from '../testing/signed-in.ts';

const linkId = '00000000-0000-4000-8000-0000000000d1';
const bearer = 'Bearer link.1.abc';

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: { regionId: 485, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  latitude: null,
  longitude: null,
  storeCode: null,
  zone: 'Zona 10',
  trustedPerson: null,
  nit: 'CF',
  selectedShippingMethod: {
    carrierCode: 'tablerate',
    methodCode: 'bestway',
    carrierTitle: 'A domicilio',
    amount: gtq(30),
  },
};

const ofLink = { id: linkId, cartId: linkId };
const cart = (changes: Partial<Cart> = {}): Cart => ({ ...fryerCart, ...ofLink, ...changes });

const linkCart = (changes: Partial<LinkCart> = {}): LinkCart => ({
  status: 200,
  id: linkId,
  email: 'lucia@correo.gt',
  shippingAddress: address,
  billingAddress: null,
  paymentMethod: null,
  products: cart().items,
  totalQuantity: 1,
  coupons: [],
  employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' },
  ...changes,
});

const opened = {
  status: 200,
  data: { cartId: linkId, token: 'link.1.abc', expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
};

const ownCheckout = '{"own":"typed"}';
const local = { 'ceiba.cart': sampleCartId, 'ceiba.checkout': ownCheckout };

const openLink = (calls: Calls = {}, kept: Record<string, string> = local) =>
  renderScreen(`/wa-link/${linkId}`, {
    local: kept,
    calls: {
      ...orderCalls,
      openPaymentLink: opened,
      getLinkCart: linkCart(),
      getCart: cart(),
      ...calls,
    },
  });

test('[ADV-18, ADV-19, ADV-20, ADV-21, ADV-22, APP-13, DEC-147, DIF-28] a link opens its own cart with its token, its steps completed and editable; the browser’s cart stays', async () => {
  const shop = await openLink();
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Editar' })).toHaveLength(2);
  expect(screen.getByText('lucia@correo.gt')).toBeVisible();
  expect(await screen.findByText(/12 calle 1-25/)).toBeVisible();
  expect(shop.sentTo('openPaymentLink').map(({ params, body }) => [params, body])).toEqual([[{ quoteId: linkId }, {}]]);
  const [read] = shop.sentTo('getLinkCart');
  expect(read?.query.fields).toBe(
    'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo',
  );
  expect(read?.authorization).toBe(bearer);
  const carts = shop.sentTo('getCart');
  expect(carts.map(({ params, authorization }) => [params.id, authorization])).toEqual(
    carts.map(() => [linkId, bearer]),
  );
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(localStorage.getItem('ceiba.checkout')).toBe(ownCheckout);
  expect(localStorage.getItem('ceiba.checkout.link')).toContain(linkId);
  expect(JSON.parse(localStorage.getItem('ceiba.link') ?? 'null')).toMatchObject({
    id: linkId,
    expiresAt: opened.data.expiresAt,
  });
});

test('[ORD-13, API-44, APP-07, DEC-14, DEC-44] the order of a link is placed by its own call and ends at the link’s confirmation; the own cart is there afterwards', async () => {
  const shop = await openLink({ placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } } });
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(shop.address()).toBe('/confirmation?from=/wa-link');
  const [sent] = shop.sentTo('placeLinkOrder');
  expect(sent).toMatchObject({ authorization: bearer, body: { cartId: linkId } });
  expect(shop.sentTo('placeOrder')).toEqual([]);
  for (const name of ['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart'] as const)
    expect(shop.sentTo(name).map(({ authorization }) => authorization)).toEqual([bearer]);
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(localStorage.getItem('ceiba.checkout')).toBe(ownCheckout);
  await waitFor(() => expect(localStorage.getItem('ceiba.checkout.link') ?? '').not.toContain('lucia@correo.gt'));
  // Its token would open the e-mail and the addresses of whoever paid.
  expect(localStorage.getItem('ceiba.link')).toBeNull();
});

test('[DEC-108, DEC-03] whoever is signed in pays a link with a new card: its token pays with no saved one, and saves none', async () => {
  const shop = await openLink(
    {
      getCustomer: sampleCustomer(),
      listAddresses: [],
      listSavedCards: [
        {
          instrumentIdentifier: '00000000-0000-4000-8000-0000000000a1',
          instrumentToken: '00000000-0000-4000-8000-0000000000b1',
          maskedInstrument: '411111******1111',
          expirationMonth: 12,
          expirationYear: 2099,
          isExpired: false,
          isAmex: false,
        },
      ],
    },
    { ...local, ...keptSession() },
  );
  await shop.user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  expect(await screen.findByLabelText(/Número de tarjeta/)).toBeVisible();
  expect(screen.queryByText('Tus tarjetas guardadas')).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Guardar tarjeta para futuras compras' })).toBeNull();
  expect(shop.sentTo('listSavedCards')).toEqual([]);
});

test('[ORD-09] what refuses the order of a link is said as for any order where it has the form of a refusal, and else as an unknown error whose outcome is asked for', async () => {
  let answer: ReturnType<typeof refusal | typeof garbled> = refusal('PAY_INSUFFICIENT_FUNDS');
  const shop = await openLink({ placeLinkOrder: () => answer });
  await order(shop);
  const alertOf = async (text: string) => (await screen.findByText(text)).closest('[data-alert-id]');
  const refused = await alertOf('Tu tarjeta no tiene fondos suficientes. Intenta con otra tarjeta.');
  expect(refused).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(refused).toHaveTextContent('Fondos insuficientes');
  expect(await screen.findByText('No se hizo ningún cobro')).toBeVisible();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
  expect(shop.address()).toBe(`/wa-link/${linkId}`);
  answer = garbled('<html>502</html>', 502);
  await order(shop);
  const unread = await alertOf('Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.');
  expect(unread).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(unread).toHaveTextContent('Error Desconocido');
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(shop.sentTo('placeLinkOrder')).toHaveLength(2);
});

describe('two people open one link:', () => {
  const theirs = () => refusal('CART_CLOSED');
  const own = orderedAs('100000099');
  const expectPaidByOther = async (shop: Awaited<ReturnType<typeof openLink>>): Promise<void> => {
    expect(await screen.findByText('Este pedido ya se hizo')).toBeVisible();
    expect(screen.getByText(/^Con este intento no se te cobró nada\./)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.queryByText(/100000099/)).toBeNull();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
    expect(localStorage.getItem('ceiba.link')).toBeNull();
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  };

  test('who presses after the other has paid reads so, is charged nothing and gets no confirmation of an order that is not theirs', async () => {
    const shop = await openLink({ setCartBillingAddress: theirs, findPlacement: orderedByOther });
    await order(shop);
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toEqual([]);
  });

  test('who presses while the other’s payment runs reads so, keeps what was typed, and is told how it ended', async () => {
    let found = notOrdered;
    const shop = await openLink({
      setCartBillingAddress: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.queryByText(/Tu pedido sigue en proceso|Estamos confirmando tu pedido/)).toBeNull();
    expect(screen.getByText('lucia@correo.gt', { exact: false })).toBeVisible();
    found = orderedByOther;
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toEqual([]);
    // To ask writes nothing: confirming the cart again would give it this page's e-mail.
    expect(shop.sentTo('confirmCart')).toEqual([]);
  });

  test('who pressed at the same moment and came second is told by the order call, too', async () => {
    const shop = await openLink({ placeLinkOrder: theirs, findPlacement: orderedByOther });
    await order(shop);
    await expectPaidByOther(shop);
    expect(shop.sentTo('placeLinkOrder')).toHaveLength(1);
  });

  test('who pressed at the same moment, and whose order meets the other’s payment, reads of that payment and not of their own', async () => {
    let found = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.queryByText(/Estamos confirmando tu pedido/)).toBeNull();
  });

  test('who pays gets it where their page says, though the other has typed another delivery since', async () => {
    const shop = await openLink({ placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } } });
    await order(shop);
    expect(await screen.findByText(/100000001/)).toBeVisible();
    expect(shop.sentTo('setCartShippingAddress')).toMatchObject([
      {
        authorization: bearer,
        params: { id: linkId },
        body: { street: '12 calle 1-25', zone: 'Zona 10', firstname: 'Lucía' },
      },
    ]);
    const shown = cart().items.map(({ cartItemId, sku, quantity, giftCard }) => ({
      ...{ cartItemId, sku, quantity, giftCard },
      warranty: null,
    }));
    expect(shop.sentTo('placeLinkOrder')).toMatchObject([
      {
        body: {
          items: shown,
          email: 'lucia@correo.gt',
          deliverTo: {
            street: '12 calle 1-25',
            zone: 'Zona 10',
            city: 'Guatemala',
            firstname: 'Lucía',
            storeCode: null,
          },
          billTo: { firstname: 'Lucía', lastname: 'Paz', city: 'Guatemala', nit: 'CF', documentType: 'CF' },
        },
      },
    ]);
    const names = shop.allSent().map(({ name }) => name);
    expect(names.indexOf('setCartShippingMethod')).toBeLessThan(names.indexOf('setCartBillingAddress'));
  });

  test('whose own answer got lost finds their own order, by the key it was sent with', async () => {
    let found = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = own;
        return noAnswer;
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
    // A page that has sent nothing asks without a key.
    const looks = shop.sentTo('findPlacement').filter(({ body }) => JSON.stringify(body).includes('"keys":[]'));
    expect(looks[0]).toMatchObject({ authorization: bearer, body: { cartId: linkId } });
    expect(shop.sentTo('findPlacement').slice(looks.length)).toEqual([
      expect.objectContaining({
        authorization: bearer,
        body: { cartId: linkId, keys: [expect.stringMatching(/^[\da-f-]{36}$/)] },
      }),
    ]);
  });

  test('who presses while the other writes theirs: refused as the cart says otherwise, the page writes its own again and orders', async () => {
    let sent = 0;
    const shop = await openLink({
      placeLinkOrder: () => {
        sent += 1;
        return sent === 1 ? refusal('PAY_AMOUNT_MISMATCH') : { status: 200, data: { orderNumber: '100000001' } };
      },
    });
    await order(shop);
    expect(await screen.findByText(/100000001/)).toBeVisible();
    const written = [
      ...['setCartShippingAddress', 'setCartShippingMethod', 'setCartBillingAddress', 'setCartPaymentMethod'],
      ...['confirmCart', 'placeLinkOrder'],
    ];
    expect(
      shop
        .allSent()
        .map(({ name }) => name)
        .filter((name) => /^(?:setCart\w+|confirmCart|placeLinkOrder)$/.test(name)),
    ).toEqual([...written, ...written]);
    const [first, second] = shop.sentTo('placeLinkOrder').map(({ body }) => body);
    expect(second).toEqual(first);
  });

  test('an answer that is no verdict on whose order it is says neither that it is theirs nor that nothing was charged', async () => {
    let verdict: () => ReturnType<typeof refusal> | typeof own = () => refusal('RATE_LIMITED');
    const shop = await openLink({ placeLinkOrder: noAnswer, findPlacement: () => verdict() });
    hurry();
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    expect(screen.queryByText(/no se te cobró nada|No se hizo ningún cobro/)).toBeNull();
    verdict = () => own;
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
  });

  test('a press that fails before the order says nothing of an earlier one whose answer got lost: that one is found', async () => {
    let line: 'up' | 'down' = 'up';
    let sent = 0;
    const answer =
      <T,>(open: () => T) =>
      () => {
        if (line === 'down') return noAnswer;
        return sent === 0 ? open() : theirs();
      };
    const shop = await openLink({
      placeLinkOrder: () => {
        sent += 1;
        line = 'down';
        return noAnswer;
      },
      findPlacement: () => (line === 'down' ? noAnswer : own),
      validateGuestCheckout: answer(() => ({ status: 200, data: { result: true } })),
      setCartShippingAddress: answer(() => orderCalls.setCartShippingAddress),
      confirmCart: answer(() => ({ status: 200, data: { cartId: linkId, email: 'lucia@correo.gt' } })),
    });
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    await order(shop);
    expect(await screen.findByText(noResponseError.title)).toBeVisible();
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    expect(screen.queryByText('No se hizo ningún cobro')).toBeNull();
    line = 'up';
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(shop.address()).toBe('/confirmation?from=/wa-link');
  });
});

describe('two people have one link open, and one of them does something else than to order (record 0037):', () => {
  const untrue =
    /Este carrito ya es un pedido|Ha ocurrido un error|no válido|Error al procesar el pago|Tu pedido se está/;
  const expectOver = async (shop: Shop): Promise<void> => {
    expect(await screen.findByText('Este pedido ya se hizo')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.getAllByText('Este pedido ya se hizo')).toHaveLength(1);
    expect(screen.queryByText(untrue)).toBeNull();
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  };
  type Shop = Awaited<ReturnType<typeof openLink>>;
  const presses: [
    string,
    (shop: Shop) => Promise<void>,
    'applyCoupon' | 'setCartShippingAddress' | 'setCartPaymentMethod',
  ][] = [
    [
      'goes on from the delivery',
      async ({ user }) => {
        await screen.findByRole('button', { name: 'Efectivo contra entrega' });
        const [, edit] = screen.getAllByRole('button', { name: 'Editar' });
        if (edit === undefined) throw new Error('no delivery to edit');
        await user.click(edit);
        await user.click(await screen.findByRole('button', { name: 'Continuar a pago', busy: false }));
      },
      'setCartShippingAddress',
    ],
    [
      'applies a coupon',
      async ({ user }) => {
        await user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
        await user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
      },
      'applyCoupon',
    ],
    [
      'types a card that is paid in installments',
      async ({ user }) => {
        await user.click(await screen.findByRole('button', { name: 'Cuotas' }));
        await user.type(await screen.findByLabelText(/Número de tarjeta/), '4111111111111111');
      },
      'setCartPaymentMethod',
    ],
  ];
  const good = {
    applyCoupon: { status: 200, data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } } },
    setCartShippingAddress: orderCalls.setCartShippingAddress,
    setCartPaymentMethod: orderCalls.setCartPaymentMethod,
  };
  const getInstallments = {
    status: 200,
    installments: [3],
    bankName: 'BAC',
    hasDiscount: false,
  };

  test.each(presses)('whoever %s after the other has paid reads so once, and nothing else', async (_, press, name) => {
    const shop = await openLink({
      getInstallments,
      [name]: refusal('CART_CLOSED', { metadata: { orderNumber: '100000099' } }),
    });
    await press(shop);
    await expectOver(shop);
    expect(screen.queryByText(/100000099/)).toBeNull();
  });

  test.each(presses)(
    'whoever %s while the other pays reads so, and it is done as soon as the link is free again',
    async (_, press, name) => {
      hurry();
      let found = notOrdered;
      let sent = 0;
      const meetsPayment = () => {
        sent += 1;
        if (sent > 1) return good[name];
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      };
      const shop = await openLink({
        getInstallments,
        findPlacement: () => found,
        ...({ [name]: meetsPayment } as Calls),
      });
      await press(shop);
      expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
      expect(screen.queryByText(untrue)).toBeNull();
      found = notOrdered;
      expect(await screen.findByText('Ya puedes seguir con este enlace')).toBeVisible();
      await waitFor(() => expect(shop.sentTo(name)).toHaveLength(2));
      expect(screen.queryByText(untrue)).toBeNull();
      expect(screen.getByText('Resumen de compra')).toBeVisible();
    },
  );

  test('whoever waits for the other’s payment learns that it was made', async () => {
    hurry();
    let found = notOrdered;
    const press = presses[1]?.[1];
    const shop = await openLink({
      applyCoupon: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    found = orderedByOther;
    await expectOver(shop);
    expect(screen.queryByText('Ya se está pagando este enlace')).toBeNull();
  });

  test('whoever orders while the page still waits for another’s payment is never told that their own was that one', async () => {
    hurry();
    let found: typeof notOrdered = notOrdered;
    const press = presses[1]?.[1];
    const answer = Promise.withResolvers<{ status: number; data: { orderNumber: string } }>();
    const shop = await openLink({
      applyCoupon: () => {
        found = beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found,
      placeLinkOrder: () => {
        found = orderedByOther;
        return answer.promise;
      },
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    await order(shop);
    await waitFor(() => expect(shop.sentTo('placeLinkOrder')).toHaveLength(1));
    const asked = shop.sentTo('findPlacement').length;
    await waitFor(() => expect(shop.sentTo('findPlacement').length).toBeGreaterThan(asked + 2));
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
    answer.resolve({ status: 200, data: { orderNumber: '100000001' } });
    expect(await screen.findByText('100000001')).toBeVisible();
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
  });

  test('a link whose token holds no longer while its page waits is over, and is not asked about any more', async () => {
    hurry();
    let found: () => typeof notOrdered | ReturnType<typeof refusal> = () => notOrdered;
    const press = presses[1]?.[1];
    const shop = await openLink({
      applyCoupon: () => {
        found = () => beingPlaced(false);
        return refusal('ORDER_IN_PROGRESS');
      },
      findPlacement: () => found(),
    });
    await press?.(shop);
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    let refused = 0;
    found = () => {
      refused += 1;
      return refusal('UNAUTHORIZED');
    };
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(refused).toBe(1);
  });

  test('whoever comes back to the page, after the other has paid, is told', async () => {
    let found = notOrdered;
    const shop = await openLink({ findPlacement: () => found });
    await screen.findByRole('button', { name: 'Efectivo contra entrega' });
    found = orderedByOther;
    fireEvent(window, new Event('focus'));
    await expectOver(shop);
  });

  test('whoever comes back while their own order is uncertain is not told that it was another’s', async () => {
    hurry();
    let found: typeof notOrdered | typeof noAnswer = notOrdered;
    const shop = await openLink({
      placeLinkOrder: () => {
        found = noAnswer;
        return noAnswer;
      },
      findPlacement: () => found,
    });
    await order(shop);
    expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
    found = orderedAs('100000099');
    fireEvent(window, new Event('focus'));
    await shop.user.click(screen.getByRole('button', { name: 'Consultar mi pedido' }));
    expect(await screen.findByText('100000099')).toBeVisible();
    expect(screen.queryByText('Este pedido ya se hizo')).toBeNull();
  });

  test.each([
    ['its form where it is free then', false],
    ['that it is over where it was ordered', true],
  ])('a link that is opened while it is being paid says so, waits, and shows %s', async (_, isOrdered) => {
    hurry();
    let found = beingPlaced(false);
    let isUsed = false;
    await openLink({
      openPaymentLink: () => (isUsed ? refusal('PAYMENT_LINK_USED') : opened),
      findPlacement: () => found,
    });
    expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
    expect(screen.getByText(/A ti no se te ha cobrado nada/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Continuar|Realizar pedido/ })).toBeNull();
    isUsed = isOrdered;
    found = isOrdered ? orderedByOther : notOrdered;
    expect(
      await (isOrdered
        ? screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })
        : screen.findByRole('button', { name: 'Efectivo contra entrega' })),
    ).toBeVisible();
    expect(screen.queryByText('Ya se está pagando este enlace')).toBeNull();
  });
});

test.each(['?from=/wa-link', ''])(
  '[APP-07, DEC-44] /confirmation%s without the flags of an order leads home',
  async (query) => {
    const shop = await renderScreen(`/confirmation${query}`, {
      session: query === '' ? {} : { confirmationFromCheckout: 'true' },
      calls: { getHome: noAnswer },
    });
    await waitFor(() => expect(shop.address()).toBe('/'));
  },
);

test.each([
  [
    'an expired or forged',
    'PAYMENT_LINK_NOT_FOUND',
    'Pide a tu asesor un enlace nuevo, o sigue comprando en la tienda.',
  ],
  ['a used', 'PAYMENT_LINK_USED', /^Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez/],
] as const)(
  '[ADV-23, DEC-146] %s link says so, with what to do next, a way home and no cart',
  async (_, code, next) => {
    const shop = await openLink({ openPaymentLink: refusal(code) });
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.getByText(next)).toBeVisible();
    const tracking = screen.queryAllByRole('link', { name: 'Seguir mi pedido' });
    expect(tracking.map((link) => link.getAttribute('href'))).toEqual(
      code === 'PAYMENT_LINK_USED' ? ['/track-order'] : [],
    );
    expect(screen.getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('heading', { name: 'Resumen de compra' })).toBeNull();
    expect(shop.sentTo('getCart')).toEqual([]);
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  },
);

test('[ADV-18, ADV-22] a link that this browser has opened before is opened with the token it has', async () => {
  const { token, expiresAt } = opened.data;
  const kept = { id: linkId, token, expiresAt };
  const shop = await openLink({}, { 'ceiba.link': JSON.stringify(kept) });
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
  expect(shop.sentTo('openPaymentLink').map(({ body }) => body)).toEqual([{ token }]);
});

test('without a connection the link can be tried again', async () => {
  let isThere = false;
  const shop = await openLink({ openPaymentLink: () => (isThere ? opened : noAnswer) });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  isThere = true;
  await shop.user.click(retry);
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
});

const invoice = {
  firstname: 'Comercial',
  lastname: 'La Aurora, S.A.',
  street: ['6a avenida 3-10'],
  city: 'Guatemala',
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  region: { regionId: 485, region: 'Guatemala' },
  nit: '576937K',
  documentType: 'NIT' as const,
};

const field = (name: string) => screen.getByRole('textbox', { name });

test('[DEC-147] the invoice opens as the advisor typed it, its NIT looked up, and can be edited', async () => {
  const shop = await openLink({
    getCart: cart({ billingAddress: invoice }),
    lookUpTaxpayer: { status: 200, data: { name: 'Comercial La Aurora, S.A.' } },
    placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } },
  });
  expect(await screen.findByRole('radio', { name: 'NIT' })).toBeChecked();
  expect(field('NIT')).toHaveValue('576937K');
  expect(field('Nombre completo')).toHaveValue('Comercial La Aurora, S.A.');
  expect(field('Dirección fiscal')).toHaveValue('6a avenida 3-10');
  await shop.user.clear(field('Dirección fiscal'));
  await shop.user.type(field('Dirección fiscal'), 'Zona 4');
  // Until its name is found nothing can be ordered.
  await waitFor(() => expect(field('NIT')).toHaveAccessibleDescription('NIT válido'));
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(shop.sentTo('lookUpTaxpayer').map(({ query }) => query)).toEqual([{ type: 'nit', identifier: '576937K' }]);
  const { region: _region, ...sent } = { ...invoice, street: ['Zona 4'] };
  expect(shop.sentTo('setCartBillingAddress')).toMatchObject([{ authorization: bearer, body: sent }]);
});

test('[DEC-147] the invoice of a passport opens as it was typed, and so does that of a final consumer', async () => {
  await openLink({
    getCart: cart({
      billingAddress: {
        ...invoice,
        firstname: 'Ana',
        lastname: 'Ruiz Paz',
        nit: 'A1234567',
        documentType: 'Pasaporte',
      },
    }),
  });
  expect(await screen.findByRole('radio', { name: 'Pasaporte' })).toBeChecked();
  expect(field('Pasaporte')).toHaveValue('A1234567');
  expect(field('Nombre completo')).toHaveValue('Ana Ruiz Paz');
  cleanup();
  await openLink({ getCart: cart({ billingAddress: { ...invoice, nit: 'CF', documentType: 'CF' } }) });
  expect(await screen.findByRole('radio', { name: 'CF' })).toBeChecked();
});

test('[DEC-147] a cart that carries no delivery opens at that step, with its contact done', async () => {
  await openLink({ getLinkCart: linkCart({ shippingAddress: { ...address, selectedShippingMethod: null } }) });
  expect(await screen.findByRole('button', { name: 'Continuar a pago' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Editar' })).toHaveLength(1);
});

test('[DEC-147] a cart that carries nobody opens at its first step, and asks nobody to sign in', async () => {
  await openLink({ getLinkCart: linkCart({ shippingAddress: null, email: 'lucia@correo.gt' }) });
  expect(await screen.findByLabelText(/^Correo electrónico/)).toHaveValue('lucia@correo.gt');
  expect(screen.queryByRole('button', { name: 'Iniciar sesión' })).toBeNull();
});

const stayingRows: [ErrorCode, string][] = [
  ['STORE_REQUIRED', 'El carrito de tipo pickup debe tener una tienda seleccionada'],
  ['EMAIL_REQUIRED', 'El carrito debe tener un correo electrónico'],
  ['BILLING_ADDRESS_REQUIRED', 'El carrito debe tener una dirección de facturación'],
  ['REQUIRED_NIT_MAX_AMOUNT', 'El NIT es requerido para compras mayores a Q2,500.00'],
  ['PAYMENT_METHOD_REQUIRED', 'El carrito debe tener un metodo de pago seleccionado'],
];

const staysAfter = (call: 'confirmCart' | 'placeLinkOrder') => async (code: ErrorCode, message: string) => {
  const shop = await openLink({ [call]: refusal(code) });
  const reloads = watchReloads();
  const pass = watchTimers();
  await order(shop);
  const alert = (await screen.findByText(message)).closest('[data-alert-id]');
  expect(alert).toHaveTextContent('Revisa tu pedido');
  await pass(alertDurationMs('PaymentError', 'checkout') ?? 0);
  expect([reloads(), shop.address()]).toEqual([0, `/wa-link/${linkId}`]);
};

test.each(stayingRows)(
  '[ERR-13, DIF-43] an order of a link refused with %s shows its alert, and the page neither reloads nor leads away',
  staysAfter('placeLinkOrder'),
);

test.each(stayingRows.slice(0, 2))(
  '[ERR-13, DIF-43] a link’s cart that is not ready (%s) shows its alert, and the page neither reloads nor leads away',
  staysAfter('confirmCart'),
);

test('[ERR-06, ERR-13] a missing shipping method still loads a link’s page anew when its alert’s time is over', async () => {
  const shop = await openLink({ placeLinkOrder: refusal('SHIPPING_METHOD_REQUIRED') });
  const reloads = watchReloads();
  const pass = watchTimers();
  await order(shop);
  await screen.findByText('No se ha seleccionado un método de envío');
  await pass(alertDurationMs('PaymentError', 'checkout') ?? 0);
  expect(reloads()).toBe(1);
});

test('[PTS-12, PTS-15, PTS-16] points of a link’s cart: its options, its request and its certificate go with the link’s token', async () => {
  const coupon = {
    couponCode: 'code-100',
    uid: 'offer-1',
    optionID: 'puntos-max',
    formValues: {},
    ruleId: 'puntos-max-100',
    discountAmount: 100,
  };
  const option = {
    optionID: 'puntos-max',
    name: 'MaxpointsPoints' as const,
    title: 'Puntos MAX',
    iconUrl: '/a.svg',
    index: 0,
  };
  const offer = { optionID: 'puntos-max', uid: 'offer-1', availablePoints: 1_000, availableBalance: 100, message: '' };
  const shop = await openLink({
    getPointsOptions: [{ ...option, inputs: [] }],
    getCaptchaChallenge: noAnswer,
    requestPoints: { ...offer, status: 200, coupons: [coupon] },
    applyPoints: refusal('CERTIFICATE_EXPIRED'),
  });
  await shop.user.click(await screen.findByRole('button', { name: /Puntos MAX/ }));
  await shop.user.click(await screen.findByRole('button', { name: 'Consultar puntos' }));
  await shop.user.click(await screen.findByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(shop.sentTo('applyPoints')).toHaveLength(1));
  expect(shop.sentTo('getPointsOptions')[0]).toMatchObject({ authorization: bearer, query: { cartId: linkId } });
  expect(shop.sentTo('requestPoints')).toMatchObject([{ authorization: bearer, body: { cartId: linkId } }]);
  expect(shop.sentTo('applyPoints')).toMatchObject([{ authorization: bearer, body: { cartId: linkId } }]);
});

test('[CHK-13] on a reload the coupon of an advisor’s link is taken off, with the link’s token', async () => {
  const load = Object.create(PerformanceEntry.prototype, {
    type: { value: 'reload' },
    name: { value: `${location.origin}/wa-link/${linkId}` },
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load]);
  window.history.replaceState(null, '', `/wa-link/${linkId}`);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const set = vi.spyOn(globalThis, 'setTimeout');
  const discount = { id: 'DISCOUNT_UNDEFINED', amount: 10, label: ['Q10 de descuento'], currency: 'GTQ' as const };
  const shop = await openLink({
    getCart: cart({
      appliedCoupons: [{ code: 'MENOS10' }],
      prices: { ...fryerCart.prices, discount: gtq(10), discounts: [discount], grandTotal: gtq(719) },
    }),
    removeCoupon: { status: 200, data: { grandTotal: gtq(729) } },
  });
  await waitFor(() => expect(shop.sentTo('removeCoupon')).toHaveLength(1));
  expect(shop.sentTo('removeCoupon')[0]).toMatchObject({ params: { id: linkId }, authorization: bearer });
  expect(set.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(500);
});
