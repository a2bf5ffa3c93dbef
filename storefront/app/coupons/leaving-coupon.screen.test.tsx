import type { Cart } from '@ceiba/contract/carts';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { atDelivery, openCheckout } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';

const plainCart = sampleCart([sampleLine()]);

const withSlot = (id: string): Cart => ({
  ...plainCart,
  appliedCoupons: [{ code: 'BIENVENIDO10' }],
  prices: {
    ...plainCart.prices,
    grandTotal: gtq(599),
    discount: gtq(100),
    discounts: [{ id, amount: 100, label: ['Q100 de descuento'], currency: 'GTQ' }],
  },
});
const withCoupon = withSlot('DISCOUNT_UNDEFINED');

/** Makes the browser report how it loaded the page. */
const cameBy = (type: 'reload' | 'navigate'): void => {
  const load = Object.create(PerformanceEntry.prototype, { type: { value: type }, name: { value: location.href } });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load]);
};

/** Opens a checkout at its second step. */
const open = async (cart: Cart, calls: Calls = {}) => {
  let current = cart;
  const removeCoupon = () => {
    current = plainCart;
    return { status: 200, data: { grandTotal: gtq(699) } };
  };
  const page = await openCheckout({
    cart,
    kept: atDelivery,
    calls: { getCart: () => current, removeCoupon, ...calls },
  });
  await screen.findByText('Subtotal');
  return page;
};

const removal = { params: { id: sampleCartId }, query: {}, body: undefined, headers: expect.anything() };

const shownTotal = () => screen.getByText('Total', { selector: 'dt' }).nextSibling?.textContent;

/** The delays in milliseconds of all timers that the page has set. */
const waits = (set: { mock: { calls: unknown[][] } }): unknown[] =>
  set.mock.calls.map(([, milliseconds]) => milliseconds);

test('[CHK-13, CONST-05] after a reload the coupon is removed 500 ms later', async () => {
  cameBy('reload');
  const set = vi.spyOn(globalThis, 'setTimeout');
  const page = await open(withCoupon);
  await vi.waitFor(() => expect(page.sentTo('removeCoupon')).toEqual([removal]), { timeout: 60_000 });
  expect(waits(set)).toContain(500);
  await vi.waitFor(() => expect(shownTotal()).toBe('Q699.00'), { timeout: 60_000 });
});

const cartKept = { 'ceiba.cart': sampleCartId };

test('[CHK-13, DEC-214] a reload of the cart page also removes the coupon', async () => {
  cameBy('reload');
  let current = withCoupon;
  const set = vi.spyOn(globalThis, 'setTimeout');
  const page = await renderScreen('/cart', {
    local: cartKept,
    calls: {
      getCart: () => current,
      computeDeliveryTimes: { status: 201, data: [] },
      removeCoupon: () => {
        current = plainCart;
        return { status: 200, data: { grandTotal: gtq(699) } };
      },
    },
  });
  await vi.waitFor(() => expect(page.sentTo('removeCoupon')).toEqual([removal]), { timeout: 60_000 });
  expect(waits(set)).toContain(500);
  await vi.waitFor(() => expect(screen.queryByText(/Q100 de descuento/)).toBeNull(), { timeout: 60_000 });
});

test('the coupon stays in a newly opened cart, and after a reload by the shop', async () => {
  for (const [way, session] of [
    ['navigate', {}],
    ['reload', { 'ceiba.ownLoad': 'true' }],
  ] as const) {
    cameBy(way);
    const set = vi.spyOn(globalThis, 'setTimeout');
    const calls: Calls = { getCart: withCoupon, computeDeliveryTimes: { status: 201, data: [] } };
    const page = await renderScreen('/cart', { local: cartKept, session, calls });
    await screen.findAllByText(/Q100 de descuento/);
    expect(waits(set)).not.toContain(500);
    expect(page.sentTo('removeCoupon')).toEqual([]);
    cleanup();
  }
});

test('[CHK-13] a reload removes a coupon only once, and a coupon that is applied later stays', async () => {
  cameBy('reload');
  const set = vi.spyOn(globalThis, 'setTimeout');
  let current = plainCart;
  const page = await open(plainCart, { getCart: () => current });
  current = withCoupon;
  window.dispatchEvent(new Event('focus'));
  await vi.waitFor(() => expect(shownTotal()).toBe('Q599.00'), { timeout: 60_000 });
  expect(waits(set)).not.toContain(500);
  expect(page.sentTo('removeCoupon')).toEqual([]);
});

test.each([
  ['[CHK-13] a coupon of a page that was not reloaded', 'navigate', withCoupon],
  ['[CHK-13, DIF-33] a points certificate', 'reload', withSlot('DISCOUNT_POINTS')],
] as const)('%s stays', async (_, way, cart) => {
  cameBy(way);
  const set = vi.spyOn(globalThis, 'setTimeout');
  const page = await open(cart);
  expect(shownTotal()).toBe('Q599.00');
  expect(waits(set)).not.toContain(500);
  expect(page.sentTo('removeCoupon')).toEqual([]);
});

const pressLogo = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  const header = within(screen.getAllByRole('banner')[0] ?? document.body);
  await user.click(header.getByRole('link', { name: 'Ceiba, ir al inicio' }));
};

const home = { getHome: refusal('UNEXPECTED') };

test.each([
  ['[CHK-14, APP-04] the logo removes the coupon, and then leads home', withCoupon, {}, [removal]],
  [
    '[CHK-14] the logo leads home even if the removal gets no answer',
    withCoupon,
    { removeCoupon: noAnswer },
    [removal],
  ],
  ['[CHK-14] without a coupon the logo leads home without a call', plainCart, {}, []],
] as const)('%s', async (_, cart, calls, sent) => {
  const page = await open(cart, { ...home, ...calls });
  await pressLogo(page);
  await vi.waitFor(() => expect(page.address()).toBe('/'), { timeout: 60_000 });
  expect(page.sentTo('removeCoupon')).toEqual(sent);
});

test('[CHK-14] the logo leads home after the coupon was removed, not before', async () => {
  const removing = Promise.withResolvers<{ status: 200; data: { grandTotal: ReturnType<typeof gtq> } }>();
  const page = await open(withCoupon, { ...home, removeCoupon: () => removing.promise });
  await pressLogo(page);
  await vi.waitFor(() => expect(page.sentTo('removeCoupon')).toEqual([removal]), { timeout: 60_000 });
  expect(page.address()).toBe('/checkout');
  removing.resolve({ status: 200, data: { grandTotal: gtq(699) } });
  await vi.waitFor(() => expect(page.address()).toBe('/'), { timeout: 60_000 });
});
