import type { Cart } from '@ceiba/contract/carts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { initialCheckout } from '../checkout/checkout-data.ts';
import { storedText } from '../checkout/checkout-store.ts';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { withAddress } from '../testing/open-checkout.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, sampleSession, storedSession } from '../testing/signed-in.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const ownCartId = '00000000-0000-4000-8000-0000000000c2';

const fillLogin = async ({ user }: Screen) => {
  await user.type(await screen.findByLabelText('Correo electrónico'), 'lucia@correo.gt');
  await user.type(screen.getByLabelText('Contraseña'), 'Ceiba2026demo');
};
const pressLogin = async ({ user }: Screen) => user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));

const stored = () => JSON.parse(localStorage.getItem('ceiba.customer') ?? 'null');

test('[AUTH-03, DEC-13] the login stores the session, measures it, moves the cart and returns to the page', async () => {
  let bring: () => void = () => {};
  const isBrought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      login: sampleSession(),
      getCart: sampleCart([sampleLine()]),
      syncCart: async () => {
        await isBrought;
        return sampleCart([sampleLine({ quantity: 3 })], { id: ownCartId, cartId: ownCartId });
      },
    },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  expect(await screen.findByText('¡Bienvenido Lucía!')).toBeVisible();
  expect(shop.sentTo('login').map(({ body }) => body)).toEqual([
    { email: 'lucia@correo.gt', password: 'Ceiba2026demo' },
  ]);
  bring();
  await waitFor(() => expect(shop.address()).toBe('/compare'));
  expect(shop.sentTo('syncCart').map(({ params }) => params)).toEqual([{ id: sampleCartId }]);
  expect(localStorage.getItem('ceiba.cart')).toBe(ownCartId);
  expect(await screen.findAllByRole('link', { name: /^Carrito.*, 3 productos$/ })).toHaveLength(2);
  expect(screen.getByText('Hola, Lucía')).toBeVisible();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'login' }));
  expect(stored()).toMatchObject({ firstName: 'Lucía', unsyncedCartId: null });
});

const homeOf = (city: string, defaultShipping: boolean) => ({
  ...{ id: ownCartId, alias: 'Casa', street: ['6a avenida 12-31'], city, region: { regionId: 487 }, zone: 'Default' },
  ...{ latitude: null, longitude: null, defaultShipping, countryCode: 'GT' as const },
  ...{ firstName: 'Lucía', lastName: 'Paz', phone: '55123480', nit: 'CF', trustedPerson: null },
});

test.each([
  ['if none was chosen', {}, 'Ciudad Vieja'],
  ['and does not replace a chosen one', { 'ceiba.location': '{"userRegion":485,"userCity":"Mixco"}' }, 'Mixco'],
])('[CAT-20] the default address of a customer who signs in becomes the delivery place, %s', async (_, local, city) => {
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    local,
    calls: {
      login: sampleSession(),
      getCustomer: sampleCustomer(),
      listAddresses: [homeOf('Antigua Guatemala', false), homeOf('Ciudad Vieja', true)],
    },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  expect(await screen.findByText(city)).toBeInTheDocument();
});

test('[AUTH-02, DEC-04] scripts cannot read the token', async () => {
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    calls: { login: sampleSession(), getCustomer: sampleCustomer() },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  await waitFor(() => expect(stored()).not.toBeNull());
  expect(Object.keys(stored()).sort()).toEqual([
    'firstName',
    'id',
    'isEmployee',
    'registerLeal',
    'sessionExpiresAt',
    'unsyncedCartId',
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('a.b.c');
});

test('[DEC-151] a wrong password is reported and signs nobody in, and typed text stays', async () => {
  const shop = await renderScreen('/login', {
    calls: { login: refusal('WRONG_CREDENTIALS', { message: 'Correo o contraseña incorrectos.' }) },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  const alert = await findAlert('Correo o contraseña incorrectos.');
  expect(alert).toHaveAttribute('data-alert-id', 'auth-alert');
  // The message shows beside the typed text.
  expect(within(screen.getByRole('form', { name: 'Iniciar sesión' })).getByRole('status')).toHaveTextContent(
    'No pudimos iniciar tu sesión: Correo o contraseña incorrectos.',
  );
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('lucia@correo.gt');
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Ceiba2026demo');
  expect(stored()).toBeNull();
  expect(shop.address()).toBe('/login');
});

test('[AUTH-13, DEC-13] an account page without a session redirects to the login and back', async () => {
  const shop = await renderScreen('/dashboard/profile', {
    calls: { login: sampleSession(), getCustomer: sampleCustomer(), getDashboardTexts: noAnswer },
  });
  await waitFor(() => expect(shop.address()).toBe('/login?redirect=%2Fdashboard%2Fprofile'));
  await fillLogin(shop);
  await pressLogin(shop);
  await waitFor(() => expect(shop.address()).toBe('/dashboard/profile'));
  expect(await screen.findByRole('textbox', { name: 'Nombres' })).toHaveValue('Lucía');
});

test('[DEC-13] /dashboard redirects to the profile', async () => {
  const shop = await renderScreen('/dashboard', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer },
  });
  await waitFor(() => expect(shop.address()).toBe('/dashboard/profile'));
});

const expectExpired = async (shop: Screen): Promise<void> => {
  const alert = await findAlert('Sesión expirada');
  expect(alert).toHaveAttribute('data-alert-id', 'expired-session');
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  expect(stored()).toBeNull();
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
};

const withCart = {
  ...storedSession({}, 60_000),
  'ceiba.cart': sampleCartId,
  'ceiba.advisor': '{"hash":"x"}',
  'ceiba.checkout': storedText({ ...initialCheckout, cartId: sampleCartId, ...withAddress }),
};
const cartCalls: Calls = {
  searchProducts: { products: [], total: 0, page: 1, pageSize: 24, facets: [], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201, data: [] },
  getCart: sampleCart([sampleLine()]),
};

const everyTenSeconds = 10_000;

/** The watcher loads after the page and checks once when it starts. Only later events count here. */
const watchBegins = async (set: { mock: { calls: unknown[][] } }): Promise<void> => {
  await screen.findByText('Hola, Lucía');
  await waitWithStoppedClock(() => expect(set.mock.calls.map(([, delay]) => delay)).toContain(everyTenSeconds));
};

/** Disables the check of every ten seconds, so that another event must trigger it. */
const withoutThePoll = () => {
  const set = globalThis.setInterval;
  return vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(
      Object.assign(
        (work: () => void, delay?: number) => set(delay === everyTenSeconds ? () => undefined : work, delay),
        set,
      ),
    );
};

test('[APP-23, AUTH-09, AUTH-10, AUTH-11, CONST-06, DIF-48] a check every ten seconds clears an expired session, but not the cart', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const set = vi.spyOn(globalThis, 'setInterval');
  const shop = await renderScreen('/compare', {
    local: { ...withCart, ...storedSession({}, 64_000) },
    calls: cartCalls,
  });
  await watchBegins(set);
  // The session expired almost six seconds ago; the last check was at the sixtieth second.
  await act(() => vi.advanceTimersByTimeAsync(69_999));
  expect(stored()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  await expectExpired(shop);
  expect(localStorage.getItem('ceiba.advisor')).toBeNull();
  expect(localStorage.getItem('ceiba.checkout')).toBeNull();
  expect(await screen.findByText('Freidora de aire')).toBeVisible();
  // `renderScreen` restores the clock after its spy. In the other order the spy would leave the fake `setInterval` to every later test, and their
  // waits would never poll.
});

test.each<[string, (shop: Screen) => Promise<void>]>([
  ['the window gets the focus', async () => void fireEvent(window, new Event('focus'))],
  ['another tab writes to storage', async () => void fireEvent(window, new StorageEvent('storage', { key: 'other' }))],
  [
    'another page opens',
    async ({ user }) => user.click(await screen.findByRole('link', { name: 'Ver todos los productos' })),
  ],
])('[AUTH-09] when %s the session’s expiry is checked', async (_, happen) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const set = withoutThePoll();
  const shop = await renderScreen('/compare', {
    local: { ...withCart, ...storedSession({}, 60_000) },
    calls: cartCalls,
  });
  await watchBegins(set);
  expect(stored()).not.toBeNull();
  vi.setSystemTime(Date.now() + 61_000);
  await happen(shop);
  await expectExpired(shop);
  vi.useRealTimers();
});

/** Opens an account page with these answers to its calls. */
const openAccount = (path: string, calls: Calls): Promise<Screen> =>
  renderScreen(path, {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: { ...cartCalls, getDashboardTexts: noAnswer, getCustomer: sampleCustomer(), ...calls },
  });

describe('[AUTH-14] a customer call that answers 401 ends the session', () => {
  test('the session ends during the read of the profile', async () => {
    await expectExpired(await openAccount('/dashboard/profile', { getCustomer: refusal('UNAUTHORIZED') }));
  });

  test('the session ends during a change of the profile', async () => {
    const shop = await openAccount('/dashboard/profile', { changeProfile: refusal('UNAUTHORIZED') });
    await shop.user.type(await screen.findByRole('textbox', { name: 'Nombres' }), ' María');
    const [save] = screen.getAllByRole('button', { name: 'Guardar cambios' });
    await waitFor(() => expect(save).toBeEnabled());
    if (save !== undefined) await shop.user.click(save);
    await expectExpired(shop);
  });

  test('the session ends during the deletion of an address', async () => {
    const address = { alias: 'Casa', street: ['6a avenida 12-31'], city: 'Guatemala', region: { regionId: 485 } };
    const place = { zone: 'Zona 10', latitude: null, longitude: null, defaultShipping: true, countryCode: 'GT' };
    const person = { firstName: 'Lucía', lastName: 'Paz', phone: '55123480', nit: 'CF', trustedPerson: null };
    const shop = await openAccount('/dashboard/addresses', {
      listDepartments: [],
      listAddresses: [{ id: ownCartId, ...address, ...place, ...person }],
      deleteAddress: refusal('UNAUTHORIZED'),
    });
    await shop.user.click(await screen.findByRole('button', { name: 'Eliminar' }));
    await expectExpired(shop);
  });
});

const seenCart = {
  cartId: sampleCartId,
  lines: [{ title: 'Freidora', quantity: 1, total: 'Q699.00' }],
  subtotal: 'Q699.00',
};

test.each([
  ['it mentions a cart with products', { ...seenCart, seenAt: '2026-11-23T12:00:00.000Z' }, true],
  ['it does not mention a missing or empty cart', null, false],
])(
  '[AUTH-10, AUTH-11] "Sesión expirada" links to the login, which returns to the page: %s',
  async (_, last, isSaid) => {
    const shop = await renderScreen('/dashboard/profile', {
      local: {
        ...storedSession(),
        'ceiba.cart': sampleCartId,
        ...(last && { 'ceiba.lastCart': JSON.stringify(last) }),
      },
      calls: {
        ...cartCalls,
        getCart: sampleCart([]),
        getDashboardTexts: noAnswer,
        getCustomer: refusal('UNAUTHORIZED'),
        login: sampleSession(),
        syncCart: sampleCart([]),
      },
    });
    await expectExpired(shop);
    const alert = (await screen.findByText('Sesión expirada')).closest<HTMLElement>('[data-alert-id]');
    if (alert === null) throw new Error('no alert');
    expect(alert).toHaveTextContent('Inicia sesión de nuevo.');
    expect(alert.textContent?.includes('Tu carrito sigue aquí.')).toBe(isSaid);
    await shop.user.click(within(alert).getByRole('link', { name: 'Ingresar y volver a Información personal' }));
    await waitFor(() => expect(shop.address()).toBe('/login?redirect=%2Fdashboard%2Fprofile'));
  },
);

test('[AUTH-12] the alert disappears once somebody has signed in', async () => {
  const syncing = Promise.withResolvers<Cart>();
  const shop = await renderScreen('/dashboard/profile', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      ...cartCalls,
      getCustomer: refusal('UNAUTHORIZED'),
      getDashboardTexts: noAnswer,
      getHome: { banners: [], rows: [] },
      login: sampleSession(),
      syncCart: () => syncing.promise,
    },
  });
  await expectExpired(shop);
  const [link] = await screen.findAllByRole('link', { name: /Mi cuenta/ });
  if (link === undefined) throw new Error('the header leads nowhere');
  await shop.user.click(link);
  await waitFor(() => expect(shop.address()).toBe('/login'));
  expect(screen.getByText('Sesión expirada')).toBeVisible();
  await fillLogin(shop);
  await shop.user.keyboard('{Enter}');
  // The welcome stays until the cart has arrived.
  await screen.findByText('¡Bienvenido Lucía!');
  syncing.resolve(sampleCart([sampleLine()]));
  await waitFor(() => expect(screen.queryByText('Sesión expirada')).toBeNull());
});

describe('a page that loads after a session has ended', () => {
  const load = async (path = '/login') => {
    const shop = await renderScreen(path, {
      session: { 'ceiba.expired': 'true' },
      calls: { login: sampleSession(), getCustomer: sampleCustomer() },
    });
    const alert = await findAlert('Sesión expirada');
    expect(alert).toHaveAttribute('data-alert-id', 'expired-session');
    return shop;
  };
  const isKept = () => sessionStorage.getItem('ceiba.expired') !== null;

  test('[DEC-17, AUTH-12] shows the alert, too, until somebody signs in', async () => {
    const shop = await load('/login?redirect=%2Fcompare');
    await fillLogin(shop);
    await pressLogin(shop);
    await waitFor(() => expect(shop.address()).toBe('/compare'));
    expect(screen.queryByText('Sesión expirada')).toBeNull();
    await waitFor(() => expect(isKept()).toBe(false));
  });

  test('the alert shows once, and not again after the shopper has closed the alert', async () => {
    const shop = await load('/compare');
    expect(isKept()).toBe(true);
    await shop.user.click(screen.getByRole('button', { name: 'Cerrar alerta' }));
    expect(screen.queryByText('Sesión expirada')).toBeNull();
    expect(isKept()).toBe(false);
  });

  test('no alert shows if a customer has signed in again in another tab', async () => {
    await renderScreen('/compare', { session: { 'ceiba.expired': 'true' }, local: storedSession() });
    expect(await screen.findByText('Hola, Lucía')).toBeVisible();
    await waitFor(() => expect(isKept()).toBe(false));
    expect(screen.queryByText('Sesión expirada')).toBeNull();
  });
});

/** Simulates a change of the session by another tab of this browser. */
const elsewhere = (changes: object, leftMs = 86_400_000): void => {
  const { 'ceiba.customer': newValue } = storedSession(changes, leftMs);
  localStorage.setItem('ceiba.customer', newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'ceiba.customer', newValue })));
};

test('[AUTH-12] each sign-in in another tab hides the alert here', async () => {
  let isOver = true;
  const shop = await renderScreen('/dashboard/profile', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    calls: {
      ...cartCalls,
      getCustomer: () => (isOver ? refusal('UNAUTHORIZED') : sampleCustomer()),
      getDashboardTexts: noAnswer,
      listWishlists: [],
    },
  });
  await expectExpired(shop);
  isOver = false;
  elsewhere({ firstName: 'Ana' });
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Sesión expirada')).toBeNull());
  const { expireSession } = await import('./end-session.tsx');
  await act(() => expireSession(() => {}, '/dashboard/profile'));
  expect(screen.getByText('Sesión expirada')).toBeVisible();
  elsewhere({ firstName: 'Eva' }, 80_000_000);
  await waitFor(() => expect(screen.queryByText('Sesión expirada')).toBeNull());
  expect(stored()).toMatchObject({ firstName: 'Eva' });
});

test('[AUTH-14] a late refusal of a call from the previous session does not end the new one', async () => {
  let refuse: () => void = () => {};
  const isLate = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  let calls = 0;
  const shop = await renderScreen('/dashboard/profile', {
    local: { ...storedSession({}, 50_000), 'ceiba.cart': sampleCartId },
    calls: {
      ...cartCalls,
      getCustomer: async () => {
        calls += 1;
        if (calls > 1) return sampleCustomer({ firstName: 'Ana' });
        await isLate;
        return refusal('UNAUTHORIZED');
      },
      getDashboardTexts: noAnswer,
    },
  });
  await waitFor(() => expect(shop.sentTo('getCustomer')).toHaveLength(1));
  elsewhere({ firstName: 'Ana' });
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
  refuse();
  await shop.user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('textbox', { name: 'Nombres' })).toHaveValue('Ana');
  expect(stored()).toMatchObject({ firstName: 'Ana' });
  expect(screen.queryByText('Sesión expirada')).toBeNull();
});

test('[AUTH-10] a new session of another tab stays, even if it started while the old session ended', async () => {
  const shop = await renderScreen('/compare', { local: storedSession({}, 50_000) });
  await screen.findByText('Hola, Lucía');
  const { expireSession } = await import('./end-session.tsx');
  await act(() => expireSession(() => elsewhere({ firstName: 'Ana' }), '/compare'));
  expect(await screen.findByText('Hola, Ana')).toBeVisible();
  expect(stored()).toMatchObject({ firstName: 'Ana' });
  expect(shop.address()).toBe('/compare');
});

test.each(['/login', '/register'])('[AUTH-03] %s shows a signed-in customer no form, and leads on', async (path) => {
  const shop = await renderScreen(`${path}?redirect=%2Fcompare`, { local: storedSession() });
  await waitFor(() => expect(shop.address()).toBe('/compare'));
});

test('[AUTH-03] a customer who presses the account link before hydration reaches the account', async () => {
  const shop = await renderScreen('/login', { local: storedSession(), calls: { getCustomer: sampleCustomer() } });
  await waitFor(() => expect(shop.address()).toBe('/dashboard/profile'));
});

test('[AUTH-03, CAT-18] the invitation to collect points takes a signed-in customer to the points page', async () => {
  const shop = await renderScreen('/register', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer, getLoyalty: noAnswer },
  });
  await waitFor(() => expect(shop.address()).toBe('/dashboard/points'));
});

/** An order that this tab has placed, and an order without an answer. Both contain the buyer's name and address. */
const ordersOfTab = { 'ceiba.confirmation': '{"email":"ana@example.com"}', 'ceiba.attempt': '{"keys":["k"]}' };

test('[AUTH-08, DEC-47] "Cerrar sesión" deletes the token on the server, and no data of the customer stays', async () => {
  const shop = await renderScreen('/dashboard/profile', {
    local: { ...storedSession(), 'ceiba.cart': sampleCartId },
    session: ordersOfTab,
    calls: {
      ...cartCalls,
      getHome: { banners: [], rows: [] },
      getCustomer: sampleCustomer(),
      getDashboardTexts: noAnswer,
      logout: null,
    },
  });
  const menu = await screen.findByRole('navigation', { name: 'Mi cuenta' });
  await shop.user.click(within(menu).getByRole('button', { name: 'Cerrar sesión' }));
  await waitFor(() => expect(shop.address()).toBe('/'));
  await waitFor(() => expect(stored()).toBeNull());
  expect(shop.sentTo('logout')).toHaveLength(1);
  expect(stored()).toBeNull();
  expect(localStorage.getItem('ceiba.cart')).toBeNull();
  for (const key of Object.keys(ordersOfTab)) await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull());
});

test('after a sign-out in another tab, this tab leaves the customer’s pages', async () => {
  const shop = await renderScreen('/dashboard/profile', {
    local: storedSession(),
    session: ordersOfTab,
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer },
  });
  await screen.findByRole('navigation', { name: 'Mi cuenta' });
  // The storage event reaches a tab after the browser has written the change.
  localStorage.removeItem('ceiba.customer');
  fireEvent(window, new StorageEvent('storage', { key: 'ceiba.customer', newValue: null }));
  await waitFor(() => expect(shop.address()).toBe('/login?redirect=%2Fdashboard%2Fprofile'));
  expect(await screen.findByRole('textbox', { name: 'Correo electrónico' })).toHaveValue('');
  expect(screen.queryByRole('navigation', { name: 'Mi cuenta' })).toBeNull();
  expect(shop.sentTo('logout')).toEqual([]);
  for (const key of Object.keys(ordersOfTab)) expect(sessionStorage.getItem(key)).toBeNull();
});

test('[AUTH-08] without an answer the page does not report the end of the session', async () => {
  const shop = await renderScreen('/dashboard/profile', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer, logout: noAnswer },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Cerrar sesión' }));
  expect(await screen.findByText('No pudimos cerrar tu sesión')).toBeVisible();
  expect(stored()).not.toBeNull();
});

test('[CART-29, DEC-54] a failed cart sync is retried ten times, after 1 to 55 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shop = await renderScreen('/compare', {
    local: { ...storedSession({ unsyncedCartId: sampleCartId }), 'ceiba.cart': sampleCartId },
    calls: { ...cartCalls, syncCart: refusal('UNEXPECTED') },
  });
  const tries = () => shop.sentTo('syncCart').length;
  // The script that moves the cart has loaded.
  await waitWithStoppedClock(() => expect(tries()).toBe(1));
  const measured: number[] = [];
  for (let count = 1; count <= 10; count += 1) {
    let seconds = 0;
    while (tries() === count && seconds < 120) {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      seconds += 1;
    }
    measured.push(seconds);
  }
  expect(measured).toEqual([1, 1, 2, 3, 5, 8, 13, 21, 34, 55]);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(tries()).toBe(11);
  expect(stored()).toMatchObject({ unsyncedCartId: null });
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  vi.useRealTimers();
});

test('[AUTH-03, DEC-151] after a successful login, the earlier refusal is no longer shown', async () => {
  let tries = 0;
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    calls: {
      login: () => {
        tries += 1;
        return tries === 1
          ? refusal('WRONG_CREDENTIALS', { message: 'Correo o contraseña incorrectos.' })
          : sampleSession();
      },
      getCustomer: sampleCustomer(),
    },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  await screen.findByText('Correo o contraseña incorrectos.');
  await pressLogin(shop);
  await waitFor(() => expect(shop.address()).toBe('/compare'));
  expect(screen.queryByText('Correo o contraseña incorrectos.')).toBeNull();
});

test('[CART-29] a cart that came too late for the login is moved after a reload', async () => {
  await renderScreen('/compare', {
    local: { ...storedSession({ unsyncedCartId: sampleCartId }), 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([sampleLine()]),
      syncCart: sampleCart([sampleLine()], { id: ownCartId, cartId: ownCartId }),
    },
  });
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBe(ownCartId));
  await waitFor(() => expect(stored()).toMatchObject({ unsyncedCartId: null }));
});

test('[CART-29] a customer without a cart in this browser gets the open cart of the account', async () => {
  const shop = await renderScreen('/login?redirect=%2Fcart', {
    calls: { ...cartCalls, login: sampleSession(), getCustomer: sampleCustomer({ cartId: ownCartId }) },
  });
  await fillLogin(shop);
  await pressLogin(shop);
  await waitFor(() => expect(shop.address()).toBe('/cart'));
  expect(localStorage.getItem('ceiba.cart')).toBe(ownCartId);
});
