import type { ErrorCode } from '@ceiba/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Calls, noAnswer, refusal, type Sent } from '../testing/network.ts';
import { bearer, cartOfLink, linkId, opened, openLink, usedLinkText } from '../testing/open-link.ts';
import { fryerCart, order, orderCalls } from '../testing/open-payment.ts';
import { beingPlaced, hurry, notOrdered } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq } from '../testing/samples.ts';

const anew = 'Bearer link.1.new';
const untrue = /no válido|Error Desconocido|otro método de pago|Tu sesión|No hay conexión/;

const applyCoupon = async ({ user }: Screen): Promise<void> => {
  await user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
  await user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
};

/** A coupon takes Q69.90 off the cart. */
const withCoupon = cartOfLink({
  appliedCoupons: [{ code: 'BIENVENIDO10' }],
  prices: {
    ...fryerCart.prices,
    discount: gtq(69.9),
    discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 69.9, label: ['10%'], currency: 'GTQ' }],
  },
});
const couponShown = async (): Promise<void> => {
  expect(await screen.findByText('Cupon aplicado', { selector: '[role="status"]' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Cupón' })).toHaveValue('BIENVENIDO10');
};

/**
 * A link's page whose first token is shut once `shut` is called; opening it anew is answered with `reopening`. Read with the
 * new token, its cart has a coupon. No answer comes of what is sent while `gate` is closed.
 */
const openShut = async (
  reopening: () => typeof opened | ReturnType<typeof refusal> | typeof noAnswer,
  { gate = Promise.resolve(), ...calls }: Calls & { gate?: Promise<void> } = {},
) => {
  let isShut = false;
  const answer =
    <T,>(value: T) =>
    async ({ headers: { authorization } }: Sent) => {
      if (!isShut || authorization === anew) return value;
      await gate;
      return refusal('UNAUTHORIZED');
    };
  const shop = await openLink({
    openPaymentLink: () => (isShut ? reopening() : opened),
    applyCoupon: answer({
      status: 200,
      data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } },
    }),
    getCart: (sent) => answer(sent.headers.authorization === anew ? withCoupon : cartOfLink())(sent),
    setCartShippingAddress: answer(orderCalls.setCartShippingAddress),
    findPlacement: answer(notOrdered),
    placeLinkOrder: answer({ status: 200, data: { orderNumber: '100000001' } }),
    ...calls,
  });
  await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  return {
    shop,
    shut: () => {
      isShut = true;
    },
  };
};
const reopened = { ...opened, data: { ...opened.data, token: 'link.1.new' } };

describe('the token of an open link’s page holds no longer (record 0037):', () => {
  const presses: [string, (shop: Screen) => Promise<void>, 'applyCoupon' | 'setCartShippingAddress'][] = [
    ['applies a coupon', applyCoupon, 'applyCoupon'],
    ['orders', order, 'setCartShippingAddress'],
  ];
  const ends = {
    applyCoupon: couponShown,
    setCartShippingAddress: async () => expect(await screen.findByText(/100000001/)).toBeVisible(),
  };

  test.each(presses)('whoever %s has it opened anew, and what was pressed is done', async (_, press, name) => {
    const { shop, shut } = await openShut(() => reopened);
    shut();
    await press(shop);
    await ends[name]();
    expect(shop.sentTo(name).map(({ headers }) => headers.authorization)).toEqual([bearer, anew]);
    expect(shop.sentTo('openPaymentLink')).toHaveLength(2);
    expect(screen.queryByText(/no válido|Error Desconocido|Este enlace ya no/)).toBeNull();
  });

  test('what the browser keeps of the link is its new token, also beside an order that is on its way', async () => {
    const { promise } = Promise.withResolvers<never>();
    const { shop, shut } = await openShut(() => reopened, { placeLinkOrder: () => promise });
    shut();
    await order(shop);
    await waitFor(() => expect(shop.sentTo('placeLinkOrder')).toMatchObject([{ headers: { authorization: anew } }]));
    expect(JSON.parse(localStorage.getItem('ceiba.link') ?? 'null')).toMatchObject({ token: 'link.1.new' });
    expect(JSON.parse(sessionStorage.getItem('ceiba.attempt') ?? 'null')).toMatchObject({ token: 'link.1.new' });
  });

  test('a page that is come back to opens it anew once for all that it reads, and shows what it reads then', async () => {
    const { promise: gate, resolve: refuse } = Promise.withResolvers<void>();
    const { shop, shut } = await openShut(() => reopened, { gate });
    const before = { getCart: shop.sentTo('getCart').length, findPlacement: shop.sentTo('findPlacement').length };
    const sentSince = (name: keyof typeof before) =>
      shop
        .sentTo(name)
        .slice(before[name])
        .map(({ headers }) => headers.authorization);
    shut();
    fireEvent(window, new Event('focus'));
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect([sentSince('getCart'), sentSince('findPlacement')]).toEqual([[bearer], [bearer]]));
    refuse();
    await couponShown();
    expect([sentSince('getCart'), sentSince('findPlacement')]).toEqual([
      [bearer, anew],
      [bearer, anew],
    ]);
    expect(shop.sentTo('openPaymentLink')).toHaveLength(2);
  });

  test.each(
    presses.flatMap(([who, press]) =>
      (['PAYMENT_LINK_NOT_FOUND', 'PAYMENT_LINK_USED'] as const).map(
        (code): [string, ErrorCode, (shop: Screen) => Promise<void>] => [who, code, press],
      ),
    ),
  )(
    '[ADV-23] whoever %s on a link that does not open again (%s) reads that it is over, and nothing else',
    async (_, code, press) => {
      const { shop, shut } = await openShut(() => refusal(code));
      const scroll = vi.spyOn(window, 'scrollTo');
      shut();
      await press(shop);
      const heading = await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' });
      expect(heading).toHaveFocus();
      expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
      const next = code === 'PAYMENT_LINK_USED' ? usedLinkText : /^Pide a tu asesor un enlace nuevo/;
      expect(heading).toHaveAccessibleDescription(next);
      // What has the focus is read; said by an alert as well it would be read twice.
      expect(heading.closest('[role="alert"]')).toBeNull();
      expect(screen.queryByText(untrue)).toBeNull();
      expect(shop.address()).toBe(`/wa-link/${linkId}`);
    },
  );

  test('a link that opens anew with a token that is shut as well is over, and is not asked for without end', async () => {
    const { shop, shut } = await openShut(() => ({ ...opened, data: { ...opened.data, token: 'link.1.none' } }));
    shut();
    await applyCoupon(shop);
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(shop.sentTo('openPaymentLink')).toHaveLength(2);
  });

  test('without a line it is the line that is spoken of, and the link can be opened anew after', async () => {
    let reopening: typeof noAnswer | typeof reopened = noAnswer;
    const { shop, shut } = await openShut(() => reopening);
    shut();
    await applyCoupon(shop);
    const typed = screen.getByRole('textbox', { name: 'Cupón' });
    await waitFor(() => expect(typed).toHaveAccessibleDescription(/^No hay conexión con la tienda/));
    expect(screen.queryByText(/no válido/)).toBeNull();
    expect(typed).toHaveValue('BIENVENIDO10');
    reopening = reopened;
    await shop.user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(shop.sentTo('applyCoupon').at(-1)?.headers.authorization).toBe(anew));
  });
});

test('[DEC-131] whose order’s answer got lost, and whose link ends then, reads at each press of the link and of no line or session', async () => {
  hurry();
  let isOver = false;
  const gone = () => (isOver ? refusal('UNAUTHORIZED') : notOrdered);
  const shop = await openLink({
    openPaymentLink: () => (isOver ? refusal('PAYMENT_LINK_NOT_FOUND') : opened),
    placeLinkOrder: () => {
      isOver = true;
      return noAnswer;
    },
    findPlacement: gone,
    setCartShippingAddress: () => (isOver ? refusal('UNAUTHORIZED') : orderCalls.setCartShippingAddress),
    applyCoupon: refusal('UNAUTHORIZED'),
  });
  await order(shop);
  const barred = /^Este enlace ya no está abierto para ti .* revisa tu correo lucia@correo\.gt: /;
  expect(await screen.findByText(barred)).toBeVisible();
  const asked = shop.sentTo('openPaymentLink').length;
  await order(shop);
  await waitFor(() => expect(shop.sentTo('openPaymentLink').length).toBeGreaterThan(asked));
  expect(await screen.findByText(barred)).toBeVisible();
  expect(screen.queryByText(/Tu sesión|No hay conexión|Error Desconocido/)).toBeNull();
  await applyCoupon(shop);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Cupón' })).toBeNull());
  await waitFor(() => expect(screen.getByText(barred)).toBeVisible());
  expect(screen.queryByText(/no v[aá]lido|Este enlace ya no está disponible/)).toBeNull();
});

test('[DEC-131] a refusal after an order whose answer got lost is told, and the order asked for: the server answers', async () => {
  hurry();
  let sent = 0;
  let hasLine = true;
  const shop = await openLink({
    placeLinkOrder: () => {
      sent += 1;
      hasLine = false;
      return noAnswer;
    },
    findPlacement: () => {
      if (!hasLine) return noAnswer;
      return sent === 0 ? notOrdered : beingPlaced(true);
    },
    setCartBillingAddress: () => (sent === 0 ? orderCalls.setCartBillingAddress : refusal('VALIDATION_ERROR')),
  });
  await order(shop);
  expect(await screen.findByText('No sabemos si tu pedido se registró')).toBeVisible();
  hasLine = true;
  await order(shop);
  expect(await screen.findByText('Tu pedido sigue en proceso')).toBeVisible();
  expect(screen.queryByText(/No pudimos consultarlo|No hay conexión|No se hizo ningún cobro/)).toBeNull();
});

test('whoever waited for another’s payment that came to nothing reads that they can go on, and of no order of their own', async () => {
  hurry();
  let asked = 0;
  const shop = await openLink({
    setCartShippingAddress: refusal('ORDER_IN_PROGRESS'),
    findPlacement: () => {
      if (shop.sentTo('setCartShippingAddress').length === 0) return notOrdered;
      asked += 1;
      return asked === 1 ? beingPlaced(false) : notOrdered;
    },
  });
  await order(shop);
  expect(await screen.findByText('Ya puedes seguir con este enlace')).toBeVisible();
  expect(screen.getByText('El otro pago no se completó. Lo que escribiste sigue aquí.')).toBeVisible();
  expect(screen.queryByText(/No encontramos tu pedido|el primero llegara tarde/)).toBeNull();
});
