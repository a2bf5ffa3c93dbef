import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { openCheckout } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const shopWithContainer = {
  calls: {
    getPolicy: { policy: toPublicPolicy(defaultShopPolicy), offers: demoOffersAnswer, tagContainer: 'GTM-CEIBA1' },
  },
};
const agreed = { 'ceiba.consent': JSON.stringify({ version: 1, choice: 'granted', at: new Date().toISOString() }) };

const findBanner = () => screen.findByRole('region', { name: '¿Podemos medir tu visita?' });
const banners = () => screen.queryAllByRole('region', { name: '¿Podemos medir tu visita?' });
const googleScripts = () => [...document.querySelectorAll('script')].filter(({ src }) => src.includes('google'));
const stored = () => JSON.parse(localStorage.getItem('ceiba.consent') ?? 'null');
const press = async (
  shop: { user: { click: (element: Element) => Promise<void> } },
  name: string,
  inside?: HTMLElement,
) =>
  shop.user.click(inside ? within(inside).getByRole('button', { name }) : await screen.findByRole('button', { name }));

/** The documents that the page would have loaded, the newest last. jsdom loads no documents. */
const watchDocuments = (): string[] => {
  const opened: string[] = [];
  const page = window.location;
  const watched = {
    reload: () => void opened.push('reload'),
    assign: (address: string) => void opened.push(`assign ${address}`),
    replace: (address: string) => void opened.push(`replace ${address}`),
  };
  vi.stubGlobal(
    'location',
    new Proxy(Object.create(null), {
      get: (_, key) => {
        if (key in watched) return Reflect.get(watched, key);
        const value: unknown = Reflect.get(page, key);
        return typeof value === 'function' ? value.bind(page) : value;
      },
    }),
  );
  return opened;
};

/** Sets the address that the browser loaded, which decides what the document may do. */
const loadedAt = (path: string): void => {
  const name = new URL(path, window.location.href).href;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name, entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}) },
  ]);
};

beforeEach(() => {
  for (const script of googleScripts()) script.remove();
});

test('a shop without a container asks no shopper for consent', async () => {
  await renderScreen('/login');
  await screen.findByText('Ceiba. Precios en quetzales (Q), IVA incluido.');
  expect(banners()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Preferencias de cookies' })).toBeNull();
});

test('Google scripts load only after "Aceptar", and a refusal is stored and can be changed', async () => {
  const shop = await renderScreen('/compare', shopWithContainer);
  const banner = await findBanner();
  expect(googleScripts()).toEqual([]);
  const [refuse, accept] = within(banner).getAllByRole('button');
  expect([refuse?.textContent, accept?.textContent]).toEqual(['Rechazar', 'Aceptar']);
  expect(refuse?.className).toBe(accept?.className);
  await press(shop, 'Rechazar', banner);
  expect(banners()).toEqual([]);
  expect(stored()).toMatchObject({ version: 1, choice: 'denied' });

  const change = screen.getByRole('button', { name: 'Preferencias de cookies' });
  await shop.user.click(change);
  const again = await findBanner();
  expect(again).toHaveFocus();
  expect(again).toHaveTextContent(/Las rechazaste el \d+ de \w+ de \d{4}\./);
  await shop.user.keyboard('{Escape}');
  expect(banners()).toEqual([]);
  expect(change).toHaveFocus();
  expect(googleScripts()).toEqual([]);

  await shop.user.click(change);
  window.dataLayer = [{ event: 'login' }];
  await press(shop, 'Aceptar', await findBanner());
  await waitFor(() =>
    expect(googleScripts().map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-CEIBA1']),
  );
  expect(stored()).toMatchObject({ version: 1, choice: 'granted' });
  // Consent precedes the measured events, and advertisements stay denied.
  expect(JSON.parse(JSON.stringify(window.dataLayer))).toEqual([
    {
      0: 'consent',
      1: 'default',
      2: { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' },
      length: 3,
    },
    { 0: 'consent', 1: 'update', 2: { analytics_storage: 'granted' }, length: 3 },
    { event: 'login' },
    { 'gtm.start': expect.any(Number), event: 'gtm.js' },
  ]);
  expect(Object.prototype.toString.call(window.dataLayer?.[0])).toBe('[object Arguments]');
});

test('after the question changes, the shopper is asked again', async () => {
  const older = JSON.stringify({ version: 0, choice: 'granted', at: new Date().toISOString() });
  await renderScreen('/compare', { ...shopWithContainer, local: { 'ceiba.consent': older } });
  await findBanner();
  expect(googleScripts()).toEqual([]);
});

test('after consent is withdrawn, the page reloads without the container', async () => {
  const opened = watchDocuments();
  const shop = await renderScreen('/compare', { ...shopWithContainer, local: agreed });
  await waitFor(() => expect(googleScripts()).toHaveLength(1));
  await press(shop, 'Preferencias de cookies');
  await press(shop, 'Rechazar', await findBanner());
  await waitFor(() => expect(opened).toEqual(['reload']));
  expect(stored()).toMatchObject({ choice: 'denied' });
});

test('a link from a page with the container to a personal page loads a new document', async () => {
  const opened = watchDocuments();
  const shop = await renderScreen('/compare', { ...shopWithContainer, local: agreed });
  await waitFor(() => expect(googleScripts()).toHaveLength(1));
  await shop.user.click(await screen.findByRole('link', { name: 'Consulta tu pedido' }));
  await waitFor(() => expect(opened).toEqual(['assign /track-order']));
  expect(shop.address()).toBe('/compare');
});

test('the checkout loads no container even with consent, and its events wait', async () => {
  loadedAt('/checkout');
  const { measured } = await openCheckout({ calls: shopWithContainer.calls, local: agreed });
  await waitFor(() => expect(measured()).toHaveLength(1));
  await waitFor(() => {
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.parse(sessionStorage.getItem('ceiba.measured') ?? '[]')).toEqual([
      { ecommerce: null },
      expect.objectContaining({ event: 'begin_checkout' }),
    ]);
  });
  expect(banners()).toEqual([]);
  expect(googleScripts()).toEqual([]);
});
