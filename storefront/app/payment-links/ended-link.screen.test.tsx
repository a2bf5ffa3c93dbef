import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { bearer, cartOfLink, linkCart, linkId, opened, openLink, usedLinkText } from '../testing/open-link.ts';
import { order, orderCalls } from '../testing/open-payment.ts';
import { beingPlaced, notOrdered, skipWaits } from '../testing/placements.ts';
import type { Screen } from '../testing/render-screen.tsx';

const untrue = /Error Desconocido|otro método de pago|Tu sesión|No hay conexión|No encontramos tu carrito/;

const applyCoupon = async ({ user }: Screen): Promise<void> => {
  await user.type(await screen.findByRole('textbox', { name: 'Cupón' }), 'BIENVENIDO10');
  await user.click(within(screen.getByRole('form', { name: 'Cupón' })).getByRole('button', { name: 'Aplicar' }));
};

const comeBack = async (): Promise<void> => {
  fireEvent(document, new Event('visibilitychange'));
  fireEvent(window, new Event('focus'));
};

describe('[DEC-213] when another copy of an open link is ordered:', () => {
  /** After `end` the copy is closed, and the link used. */
  const openEnding = async (calls: Calls = {}) => {
    let isOver = false;
    const closed =
      <T,>(value: T) =>
      () =>
        isOver ? refusal('CART_CLOSED') : value;
    const shop = await openLink({
      openPaymentLink: () => (isOver ? refusal('PAYMENT_LINK_USED') : opened),
      getCart: () => ({ ...cartOfLink(), ended: isOver ? 'closed' : null }),
      setCartBillingAddress: closed(orderCalls.setCartBillingAddress),
      applyCoupon: closed({
        status: 200,
        data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } },
      }),
      ...calls,
    });
    await screen.findByRole('button', { name: 'Efectivo contra entrega' });
    return {
      shop,
      end: () => {
        isOver = true;
      },
    };
  };

  test.each<[string, (shop: Screen) => Promise<void>]>([
    ['orders', order],
    ['applies a coupon', applyCoupon],
    ['returns to the page', comeBack],
  ])('a buyer who %s reads that the order was made, and is charged nothing', async (_, press) => {
    const { shop, end } = await openEnding();
    end();
    await press(shop);
    expect(await screen.findByText(usedLinkText)).toBeVisible();
    const heading = screen.getByRole('heading', { level: 1, name: 'Este enlace ya no está disponible.' });
    expect(heading).toHaveFocus();
    expect(screen.queryByText(untrue)).toBeNull();
    expect(shop.sentTo('placeLinkOrder')).toEqual([]);
    expect(shop.address()).toBe(`/wa-link/${linkId}`);
    expect(localStorage.getItem('ceiba.link') ?? '').toBe('');
  });

  test('a second buyer of a link learns of the first order from the order call', async () => {
    const { shop, end } = await openEnding({
      placeLinkOrder: () => {
        end();
        return refusal('CART_CLOSED');
      },
    });
    await order(shop);
    expect(await screen.findByText(usedLinkText)).toBeVisible();
    expect(screen.queryByText(untrue)).toBeNull();
  });
});

test('[DEC-213] a buyer who orders while another copy is being paid reads so, is charged nothing, and may retry', async () => {
  skipWaits();
  let isPaid = true;
  const shop = await openLink({
    findPlacement: notOrdered,
    placeLinkOrder: () => (isPaid ? refusal('ORDER_IN_PROGRESS') : { status: 200, data: { orderNumber: '100000001' } }),
  });
  await order(shop);
  expect(await screen.findByText('Ya se está pagando este enlace')).toBeVisible();
  expect(screen.getByText(/^Hay otro pago en curso y a ti no se te cobró nada/)).toBeVisible();
  expect(screen.queryByText(/aunque el primero llegara tarde/)).toBeNull();
  expect(shop.measured()).not.toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
  isPaid = false;
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
});

test('[DEC-213] a page whose copy has expired gets a new copy with the advisor’s data', async () => {
  const next = { cartId: '00000000-0000-4000-8000-0000000000d9', token: 'link.1.new' };
  let isGone = false;
  const ofCopy = (id: string) => (id === next.cartId ? { id, cartId: id } : {});
  const shop = await openLink({
    openPaymentLink: () => (isGone ? { ...opened, data: { ...opened.data, ...next } } : opened),
    getLinkCart: ({ params }) => linkCart(ofCopy(params.id ?? '')),
    getCart: ({ params }) => cartOfLink(ofCopy(params.id ?? '')),
    placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } },
    applyCoupon: ({ headers }) =>
      headers.authorization === bearer && isGone
        ? refusal('UNAUTHORIZED')
        : { status: 200, data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } } },
  });
  await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  isGone = true;
  await applyCoupon(shop);
  await waitFor(() => expect(shop.sentTo('getCart').at(-1)?.params.id).toBe(next.cartId));
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(
    shop
      .sentTo('placeLinkOrder')
      .map(({ body, headers }) => [JSON.stringify(body).includes(next.cartId), headers.authorization]),
  ).toEqual([[true, 'Bearer link.1.new']]);
});

test.each([
  [
    'can still be opened',
    { ...opened, data: { ...opened.data, cartId: '00000000-0000-4000-8000-0000000000d9', token: 'link.1.new' } },
  ],
  ['has ended', refusal('PAYMENT_LINK_NOT_FOUND')],
])('[DEC-213] if the copy has expired and the link %s, a press says that nothing was sent', async (_, next) => {
  let isGone = false;
  const shop = await openLink({
    openPaymentLink: () => (isGone ? next : opened),
    getLinkCart: ({ params }) => linkCart({ id: params.id ?? '' }),
    getCart: ({ params }) => cartOfLink({ id: params.id ?? '', cartId: params.id ?? '' }),
    findPlacement: () => (isGone ? refusal('UNAUTHORIZED') : notOrdered),
    setCartBillingAddress: ({ headers }) =>
      isGone && headers.authorization !== 'Bearer link.1.new'
        ? refusal('UNAUTHORIZED')
        : orderCalls.setCartBillingAddress,
  });
  await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  isGone = true;
  await order(shop);
  expect(await screen.findByText('El enlace se cerró mientras pagabas. No se te cobró nada.')).toBeVisible();
  expect(shop.sentTo('placeLinkOrder')).toEqual([]);
  expect(shop.sentTo('findPlacement')).toEqual([]);
  expect(shop.address()).toBe(`/wa-link/${linkId}`);
  expect(screen.queryByText(/sesión/i)).toBeNull();
});

test('[DEC-131] after a lost answer and the link’s end, the page reports an unknown outcome', async () => {
  skipWaits();
  let isOver = false;
  const shop = await openLink({
    openPaymentLink: () => (isOver ? refusal('PAYMENT_LINK_NOT_FOUND') : opened),
    placeLinkOrder: () => {
      isOver = true;
      return noAnswer;
    },
    findPlacement: () => (isOver ? refusal('UNAUTHORIZED') : notOrdered),
    applyCoupon: refusal('UNAUTHORIZED'),
  });
  await order(shop);
  const accessEnded = /^Este enlace ya no está abierto para ti .* revisa tu correo lucia@correo\.gt: /;
  expect(await screen.findByText(accessEnded)).toBeVisible();
  await applyCoupon(shop);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Cupón' })).toBeNull());
  expect(await screen.findByText(accessEnded)).toBeVisible();
  expect(
    screen.queryByText(/Tu sesión|No hay conexión|Error Desconocido|Este enlace ya no está disponible/),
  ).toBeNull();
});

test('[DEC-131] a refusal after a lost answer is shown, and the earlier order is polled', async () => {
  skipWaits();
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
      return sent === 0 ? notOrdered : beingPlaced();
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
