import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { initialCheckout } from '../checkout/checkout-data.ts';
import { storedText } from '../checkout/checkout-store.ts';
import { attached, sampleAdvisor, storedAdvisor } from '../testing/advisor.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { openCheckout, sampleContact, withAddress } from '../testing/open-checkout.ts';
import { openPayment } from '../testing/open-payment.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const cart = { getCart: sampleCart([sampleLine()]) };
const stored = () => JSON.parse(localStorage.getItem('ceiba.advisor') ?? 'null');
const badges = () =>
  screen
    .getAllByText('1', { selector: '[aria-hidden] *' })
    .map(({ className }) => className.includes('bg-carmesi-500'));

test('[ADV-01, ADV-02, ADV-03, ADV-04, APP-16, APP-18, CONST-44, DEC-15] any page with a hash starts the session: name, red badge, and the cart linked to the advisor', async () => {
  const shop = await renderScreen('/compare?at=asesor-demo', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { ...cart, findAdvisor: { status: 200, data: sampleAdvisor() }, attachAdvisor: attached },
  });
  expect(await screen.findByText(/^Asesor:/)).toHaveTextContent('Asesor: Andrea · Tienda MAX');
  expect(shop.sentTo('findAdvisor').map(({ params, query }) => ({ ...params, ...query }))).toEqual([
    { hash: 'asesor-demo', store: 'MAX' },
  ]);
  await waitFor(() => expect(shop.sentTo('attachAdvisor')).toHaveLength(1));
  const [sent] = shop.sentTo('attachAdvisor');
  expect(sent).toMatchObject({
    params: { id: sampleCartId },
    body: { employeeHash: 'asesor-demo', storeCode: 'MAX' },
  });
  await screen.findAllByRole('link', { name: /^Carrito.*, 1 producto$/ });
  expect(badges()).toEqual([true, true]);
  expect(stored()).toMatchObject({ firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' });
  // The hash must not stay in an address that may be shared.
  expect(shop.address()).toBe('/compare');
});

/** The answer to a look-up, which the test releases. */
const heldAnswer = (data: ReturnType<typeof sampleAdvisor>) => {
  let give = (): void => {};
  const answer = new Promise<{ status: 200; data: typeof data }>((resolve) => {
    give = () => resolve({ status: 200, data });
  });
  return { answer, give: () => give() };
};

test('[ADV-01] an advisor who opens another page during the look-up is signed in on that page', async () => {
  const found = heldAnswer(sampleAdvisor());
  const shop = await renderScreen('/compare?at=asesor-demo', { calls: { findAdvisor: () => found.answer } });
  await waitFor(() => expect(shop.sentTo('findAdvisor')).toHaveLength(1));
  fireEvent.click(await screen.findByRole('link', { name: 'Libro de quejas' }));
  found.give();
  expect(await screen.findByText(/^Asesor:/)).toHaveTextContent('Asesor: Andrea · Tienda MAX');
  await waitFor(() => expect(shop.address()).toBe('/libro-de-quejas'));
});

test('[APP-18] a shopper’s badge is not red', async () => {
  await renderScreen('/compare', { local: { 'ceiba.cart': sampleCartId }, calls: cart });
  await screen.findAllByRole('link', { name: /^Carrito.*, 1 producto$/ });
  expect(badges()).toEqual([false, false]);
});

test.each([['ADVISOR_NOT_FOUND'], ['ADVISOR_ENDED']] as const)(
  '[DEC-145] an entry that answers %s is ignored, and the normal store shows',
  async (code) => {
    const shop = await renderScreen('/compare?at=nadie&store=Z9', { calls: { findAdvisor: refusal(code) } });
    await waitFor(() => expect(shop.address()).toBe('/compare'));
    expect(screen.queryByText(/^Asesor:/)).toBeNull();
    expect(document.querySelector('[data-alert-id]')).toBeNull();
    expect(stored()).toBeNull();
  },
);

test.each([['ADVISOR_NOT_FOUND'], ['ADVISOR_ENDED']] as const)(
  '[DEC-145] if the advisor at work enters again and gets %s, the normal store shows; the cart stays',
  async (code) => {
    const shop = await renderScreen('/compare?at=asesor-demo', {
      local: { 'ceiba.cart': sampleCartId, ...storedAdvisor() },
      calls: { ...cart, findAdvisor: refusal(code) },
    });
    await waitFor(() => expect(shop.address()).toBe('/compare'));
    expect(stored()).toBeNull();
    await waitFor(() => expect(screen.queryByText(/^Asesor:/)).toBeNull());
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
    expect(shop.sentTo('attachAdvisor')).toEqual([]);
  },
);

test.each(['at=x', 'at=asesor-demo&store=Z9'])(
  '[DEC-145] any other refused entry (%s) is ignored: the advisor at work stays, and an alert says why',
  async (entry) => {
    const shop = await renderScreen(`/compare?${entry}`, {
      local: { 'ceiba.cart': sampleCartId, ...storedAdvisor() },
      calls: { ...cart, findAdvisor: refusal('ADVISOR_NOT_FOUND'), attachAdvisor: attached },
    });
    expect(await screen.findByText('Este enlace de asesor no es válido')).toBeVisible();
    expect(screen.getByText('Sigues atendiendo como Andrea.')).toBeVisible();
    await waitFor(() => expect(shop.sentTo('attachAdvisor')).toHaveLength(1));
    expect(shop.address()).toBe('/compare');
    expect(stored()).toMatchObject({ hash: 'asesor-demo', store: 'MAX' });
    expect(screen.getByText(/^Asesor:/)).toHaveTextContent('Asesor: Andrea · Tienda MAX');
  },
);

test('[ADV-05] a stored hash that has not expired links the cart again when a page loads', async () => {
  const shop = await renderScreen('/compare', {
    local: { 'ceiba.cart': sampleCartId, ...storedAdvisor() },
    calls: { ...cart, attachAdvisor: attached },
  });
  await waitFor(() => expect(shop.sentTo('attachAdvisor').map(({ params }) => params)).toEqual([{ id: sampleCartId }]));
  expect(shop.sentTo('findAdvisor')).toEqual([]);
});

test('[ADV-05, ADV-06] an expired hash is cleared, and no call is made with it', async () => {
  const shop = await renderScreen('/compare', {
    local: { 'ceiba.cart': sampleCartId, ...storedAdvisor({}, -1) },
    calls: cart,
  });
  await waitFor(() => expect(stored()).toBeNull());
  await screen.findAllByRole('link', { name: /^Carrito.*, 1 producto$/ });
  expect(screen.queryByText(/^Asesor:/)).toBeNull();
  expect(shop.sentTo('attachAdvisor')).toEqual([]);
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
});

test('[ADV-06] the session ends at its expiry time even in a page that stays open', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const shop = await renderScreen('/compare', {
      local: { 'ceiba.cart': sampleCartId, ...storedAdvisor({}, 60_000) },
      calls: { ...cart, attachAdvisor: attached },
    });
    // The name and the watcher of the expiry time are separate parts of the page, and load independently.
    await waitWithStoppedClock(() => expect(shop.sentTo('attachAdvisor')).toHaveLength(1));
    expect(await screen.findByText(/^Asesor:/)).toBeVisible();
    act(() => void vi.advanceTimersByTime(59_000));
    expect(screen.getByText(/^Asesor:/)).toBeVisible();
    act(() => void vi.advanceTimersByTime(20_000));
    expect(screen.queryByText(/^Asesor:/)).toBeNull();
    expect(stored()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('the session of an advisor who has retired since its start ends', async () => {
  await renderScreen('/compare', {
    local: { 'ceiba.cart': sampleCartId, ...storedAdvisor() },
    calls: { ...cart, attachAdvisor: refusal('ADVISOR_ENDED') },
  });
  await waitFor(() => expect(stored()).toBeNull());
  expect(screen.queryByText(/^Asesor:/)).toBeNull();
});

test('without a connection the session continues, and the next load looks the hash up again', async () => {
  const shop = await renderScreen('/compare?at=otra', {
    local: storedAdvisor(),
    calls: { findAdvisor: noAnswer },
  });
  await waitFor(() => expect(shop.sentTo('findAdvisor').length).toBeGreaterThan(0));
  expect(stored()).toMatchObject({ hash: 'asesor-demo' });
  expect(shop.address()).toBe('/compare?at=otra');
});

test('two advisors on one machine do not mix: the second starts without the first one’s cart and checkout', async () => {
  const found = heldAnswer(sampleAdvisor({ hash: 'otra', firstName: 'Olga' }));
  const shop = await renderScreen('/compare?at=otra', {
    local: { 'ceiba.cart': sampleCartId, 'ceiba.checkout': '{"contact":{}}', ...storedAdvisor() },
    calls: { ...cart, findAdvisor: () => found.answer },
  });
  expect(await screen.findByText(/^Asesor:/)).toHaveTextContent('Asesor: Andrea');
  found.give();
  await waitFor(() => expect(screen.getByText(/^Asesor:/)).toHaveTextContent('Asesor: Olga'));
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
  expect(localStorage.getItem('ceiba.checkout') ?? '').not.toContain('contact');
  expect(shop.sentTo('attachAdvisor')).toEqual([]);
});

const keptCheckout = (contact = sampleContact) => ({
  'ceiba.checkout': storedText({ ...initialCheckout, ...withAddress, cartId: sampleCartId, contact }),
});
const soldCart = sampleCart([sampleLine()], { isSoldByLink: true, email: 'lucia@correo.gt' });
const atWork = { 'ceiba.cart': sampleCartId, ...storedAdvisor() };

/** Nothing of the finished sale is left, and the advisor is still at work. */
const expectNextSale = async (): Promise<void> => {
  expect(await screen.findByText('Tu cliente pagó el enlace. Ya puedes atender a otra persona.')).toBeVisible();
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
  expect(localStorage.getItem('ceiba.checkout') ?? '').not.toMatch(/lucia@correo\.gt|12 calle/);
  expect(localStorage.getItem('ceiba.lastCart')).toBeNull();
  expect(stored()).toMatchObject({ hash: 'asesor-demo' });
};

test('after a link is paid, the next page starts a new sale without cart and customer data', async () => {
  let answer = sampleCart([sampleLine()], { email: 'lucia@correo.gt' });
  const shop = await renderScreen('/compare', {
    local: { ...atWork, ...keptCheckout() },
    calls: { getCart: () => answer, attachAdvisor: attached },
  });
  await screen.findAllByRole('link', { name: /^Carrito.*, 1 producto$/ });
  await waitFor(() => expect(shop.sentTo('attachAdvisor')).toHaveLength(1));
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  answer = soldCart;
  const [toLookUp] = await screen.findAllByRole('link', { name: 'Consulta tu pedido' });
  await shop.user.click(toLookUp ?? document.body);
  await expectNextSale();
  expect(shop.address()).toBe('/track-order');
});

test('when the advisor returns to a checkout whose link was paid, the home page opens', async () => {
  let isSold = false;
  const shop = await openCheckout({
    kept: withAddress,
    local: storedAdvisor(),
    calls: {
      getCart: () => (isSold ? soldCart : sampleCart([sampleLine()], { email: 'lucia@correo.gt' })),
      attachAdvisor: attached,
      getHome: { banners: [], rows: [] },
    },
  });
  isSold = true;
  act(() => void window.dispatchEvent(new Event('focus')));
  await expectNextSale();
  expect(shop.address()).toBe('/');
});

test('the cart stays if the advisor has already typed another customer’s contact', async () => {
  const shop = await renderScreen('/compare', {
    local: { ...atWork, ...keptCheckout({ ...sampleContact, email: 'petra@correo.gt' }) },
    calls: { getCart: soldCart, attachAdvisor: attached },
  });
  await screen.findAllByRole('link', { name: /^Carrito.*, 1 producto$/ });
  await waitFor(() => expect(shop.sentTo('attachAdvisor')).toHaveLength(1));
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(localStorage.getItem('ceiba.checkout')).toContain('petra@correo.gt');
});

test.each(['/compare', '/checkout'])(
  'when a cart is gone (%s), the advisor’s next customer gets an empty contact form',
  async (path) => {
    const calls = { getCart: refusal('CART_NOT_FOUND'), attachAdvisor: attached };
    await renderScreen(path, { local: { ...atWork, ...keptCheckout() }, calls });
    await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
    await waitFor(() => expect(localStorage.getItem('ceiba.checkout') ?? '').not.toMatch(/lucia@correo\.gt|12 calle/));
    expect(stored()).toMatchObject({ hash: 'asesor-demo' });
  },
);

test('the typed contact stays if a shopper’s cart is gone', async () => {
  const local = { 'ceiba.cart': sampleCartId, ...keptCheckout() };
  await renderScreen('/cart', { local, calls: { getCart: refusal('CART_NOT_FOUND') } });
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
  expect(localStorage.getItem('ceiba.checkout')).toContain('lucia@correo.gt');
});

test('[AUTH-10] when a customer’s session ends, the advisor’s session ends too', async () => {
  await renderScreen('/dashboard', {
    local: { ...storedSession(), ...storedAdvisor() },
    calls: { getCustomer: refusal('UNAUTHORIZED'), getDashboardTexts: noAnswer },
  });
  expect(await screen.findByText('Sesión expirada')).toBeVisible();
  expect(stored()).toBeNull();
  await waitFor(() => expect(screen.queryByText(/^Asesor:/)).toBeNull());
});

test('[ADV-07] an advisor counts as signed in, so step 1 does not ask for a sign-in', async () => {
  await openCheckout({ local: storedAdvisor(), calls: { attachAdvisor: attached } });
  expect(await screen.findByLabelText(/^Correo electrónico/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Iniciar sesión' })).toBeNull();
});

test('[ADV-09, DEC-149] the payment step shows the advisor’s choices instead of the payment methods', async () => {
  const shop = await openPayment({ attachAdvisor: attached }, { local: storedAdvisor(), first: 'Enlace de pago' });
  const [link, store] = ['Enlace de pago', 'Pago en tienda'].map((name) =>
    screen.getByRole('radio', { name: new RegExp(name) }),
  );
  expect(link).toBeChecked();
  await shop.user.click(store ?? document.body);
  expect(store).toBeChecked();
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Realizar pedido/ })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Datos de facturación' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Resumen de compra' })).toBeVisible();
  expect(await screen.findByRole('textbox', { name: /cup[oó]n/i })).toBeVisible();
});
