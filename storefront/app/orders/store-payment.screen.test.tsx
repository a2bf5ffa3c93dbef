import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { attached, storedAdvisor } from '../testing/advisor.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { dearerCart, fryerCart, openPayment } from '../testing/open-payment.ts';
import { watchReloads, watchTimers } from '../testing/page-reloads.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCartId } from '../testing/samples.ts';

const solveCaptcha = vi.hoisted(() => vi.fn<() => Promise<string | null>>());
vi.mock('../captcha/solve-captcha.ts', () => ({ solveCaptcha }));
// Modules loaded by an earlier file would not see this file's mocks, and later files must not see them.
beforeAll(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

const button = () => screen.findByRole('button', { name: 'Generar orden para pago en tienda' });

/** Opens the payment step of Andrea's customer, who will pay at the store. */
const openStorePayment = async (calls: Calls = {}): Promise<Screen> => {
  const shop = await openPayment(
    {
      attachAdvisor: attached,
      getHome: { banners: [], rows: [] },
      issueOneTimeCode: { status: 200, data: { otp: '048213' } },
      placeStoreOrder: { status: 200, data: { orderNumber: '100000077' } },
      ...calls,
    },
    { local: storedAdvisor(), first: 'Pago en tienda' },
  );
  await shop.user.click(await screen.findByRole('radio', { name: /^Pago en tienda/ }));
  return shop;
};

test('[APP-04, ADV-14, ADV-15, ADV-17, ORD-02] the calls in their order, the order’s number for 8 s, then the home page', async () => {
  const shop = await openStorePayment();
  const pass = watchTimers();
  const before = shop.allSent().length;
  await shop.user.click(await button());
  expect(await screen.findByText('Orden 100000077 creada. El cliente puede pagar en la tienda MAX.')).toBeVisible();
  const sent = shop.allSent().slice(before);
  const calls = [
    'setCartBillingAddress',
    'setCartPaymentMethod',
    'issueOneTimeCode',
    'confirmCart',
    'placeStoreOrder',
  ] as const;
  expect(sent.map(({ name }) => name).filter((name) => calls.some((call) => call === name))).toEqual(calls);
  expect(shop.sentTo('setCartPaymentMethod').at(-1)?.body).toEqual({ paymentMethod: 'kosmos_payment' });
  expect(shop.sentTo('placeStoreOrder').map(({ body }) => body)).toEqual([
    expect.objectContaining({
      cartId: sampleCartId,
      payments: [
        { paymentType: 'StorePayment', paymentPlan: 0, paymentAmount: 729, otp: '048213', isPaymentInStore: true },
      ],
    }),
  ]);
  expect(screen.queryByRole('button', { name: 'Generar orden para pago en tienda' })).toBeNull();
  expect(shop.address()).toBe('/checkout');
  // An effect starts the timer after the answer has rendered.
  await waitFor(async () => {
    await act(() => pass(8_000));
    expect(shop.address()).toBe('/');
  });
  await waitFor(() => expect(localStorage.getItem('ceiba.cart') ?? '').toBe(''));
});

test.each([
  ['issueOneTimeCode', noAnswer],
  ['placeStoreOrder', noAnswer],
  ['placeStoreOrder', refusal('UNEXPECTED')],
] as const)(
  '[ADV-16, DIF-45] no number from %s: the button works again, and no message shows',
  async (call, answer) => {
    let isFailing = true;
    const shop = await openStorePayment({
      issueOneTimeCode: () =>
        isFailing && call === 'issueOneTimeCode' ? answer : { status: 200, data: { otp: '048213' } },
      placeStoreOrder: () =>
        isFailing && call === 'placeStoreOrder' ? answer : { status: 200, data: { orderNumber: '100000077' } },
    });
    await shop.user.click(await button());
    await waitFor(async () => expect(await button()).toHaveAttribute('data-error', 'true'));
    expect(document.querySelector('[data-alert-id]')).toBeNull();
    isFailing = false;
    await shop.user.click(await button());
    expect(await screen.findByText(/^Orden 100000077 creada\./)).toBeVisible();
  },
);

test('[ADV-15] the number of the order can be copied before the home page follows', async () => {
  const shop = await openStorePayment();
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText');
  await shop.user.click(await button());
  await shop.user.click(await screen.findByRole('button', { name: 'Copiar número de pedido' }));
  expect(await screen.findByText('Número de pedido copiado')).toBeVisible();
  expect(clipboard).toHaveBeenCalledExactlyOnceWith('100000077');
});

test('[DEC-128, ADV-16, ADV-17, ORD-08] a refused code asks the advisor to place the order again with a new code', async () => {
  let isRefused = true;
  const shop = await openStorePayment({
    placeStoreOrder: () =>
      isRefused ? refusal('PAY_OTP_INVALID') : { status: 200, data: { orderNumber: '100000077' } },
  });
  await shop.user.click(await button());
  expect((await screen.findAllByText('Genera la orden nuevamente.'))[0]).toBeVisible();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
  await waitFor(async () => expect(await button()).toHaveAttribute('data-error', 'true'));
  isRefused = false;
  await shop.user.click(await button());
  expect(await screen.findByText(/^Orden 100000077 creada\./)).toBeVisible();
  expect(shop.sentTo('issueOneTimeCode')).toHaveLength(2);
});

test('[ORD-08, ERR-09, DEC-48] a refusal that needs a reload is measured, and the page reloads after the shopper reads it', async () => {
  const shop = await openStorePayment({ placeStoreOrder: refusal('BILLING_ADDRESS_REQUIRED') });
  const reloads = watchReloads();
  const pass = watchTimers();
  await shop.user.click(await button());
  expect((await screen.findAllByText('Revisa tu pedido'))[0]).toBeVisible();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
  expect(reloads()).toBe(0);
  await pass(4_000);
  expect(reloads()).toBe(1);
});

test('[DEC-129] a changed total must be accepted before an order for the store, or a link, is made', async () => {
  let isRisen = false;
  const shop = await openStorePayment({
    getCart: () => (isRisen ? dearerCart : fryerCart),
    placeStoreOrder: () => {
      if (isRisen) return { status: 200, data: { orderNumber: '100000077' } };
      isRisen = true;
      return refusal('PAY_AMOUNT_MISMATCH');
    },
  });
  await shop.user.click(await button());
  expect(await screen.findByText('Antes Q729.00 · ahora', { exact: false })).toBeVisible();
  await shop.user.click(await button());
  expect(shop.sentTo('placeStoreOrder')).toHaveLength(1);
  expect(await button()).toHaveAccessibleDescription('Acepta el nuevo total para continuar.');
  await shop.user.click(screen.getByRole('radio', { name: /^Enlace de pago/ }));
  const link = await screen.findByRole('button', { name: 'Generar enlace de pago' });
  expect(link).toHaveAttribute('aria-disabled', 'true');
  await shop.user.click(screen.getByRole('radio', { name: /^Pago en tienda/ }));
  await shop.user.click(screen.getByRole('button', { name: 'Acepto el nuevo total' }));
  await shop.user.click(await button());
  expect(await screen.findByText(/^Orden 100000077 creada\./)).toBeVisible();
});

test('a second press finds an order whose answer was lost', async () => {
  const closed = refusal('CART_CLOSED', { metadata: { orderNumber: '100000077' } });
  let isPlaced = false;
  const shop = await openStorePayment({
    placeStoreOrder: () => {
      isPlaced = true;
      return noAnswer;
    },
    issueOneTimeCode: () => (isPlaced ? closed : { status: 200, data: { otp: '048213' } }),
  });
  await shop.user.click(await button());
  await waitFor(async () => expect(await button()).toHaveAttribute('data-error', 'true'));
  await shop.user.click(await button());
  expect(await screen.findByText(/^Orden 100000077 creada\./)).toBeVisible();
  expect(shop.sentTo('placeStoreOrder')).toHaveLength(1);
});

test('[DEC-196, ADV-15] an order that needs a captcha is sent again unchanged, with the solution', async () => {
  solveCaptcha.mockResolvedValue('resuelto');
  let sent = 0;
  const shop = await openStorePayment({
    placeStoreOrder: () => {
      sent += 1;
      return sent === 1 ? refusal('CAPTCHA_FAILED') : { status: 200, data: { orderNumber: '100000077' } };
    },
  });
  await shop.user.click(await button());
  expect(await screen.findByText(/^Orden 100000077 creada\./)).toBeVisible();
  const [first, second, ...more] = shop.sentTo('placeStoreOrder');
  expect(more).toEqual([]);
  expect(second?.body).toEqual(first?.body);
  expect(solveCaptcha).toHaveBeenCalledOnce();
  expect(shop.sentTo('issueOneTimeCode')).toHaveLength(1);
});
