import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkExpiration } from '@ceiba/domain/advisors/advisor';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { attached, sampleAdvisor } from '../testing/advisor.ts';
import { findAlert } from '../testing/find-alert.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';

const room = (path: string): string => join(import.meta.dirname, '../../..', path);
const textOf = (path: string): string => readFileSync(room(path), 'utf8');

/** The keys of DEC-184 and of record 0033, each as `local ceiba.cart`. */
const documentedKeys = (): string[] => {
  const [, row = ''] = /^- \*\*DEC-184\*\* (.*)$/m.exec(textOf('docs/spec/requirements.md')) ?? [];
  const [local = '', session = ''] = row.split('An alert')[0]?.split('; session ') ?? [];
  const named = (area: string, text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, key]) => `${area} ${key}`);
  const record = textOf('docs/decisions/0033-keys-of-browser-storage.md');
  const further = [...record.matchAll(/^\| (local|session) \| `([\w.-]+)` \|/gm)].map(
    ([, area, key]) => `${area} ${key}`,
  );
  return [...named('local', local), ...named('session', session), ...further];
};

test('code and documents name the same storage keys, and only one file touches storage', () => {
  const files = globSync('{storefront/app,ui/src,client/src}/**/*.{ts,tsx}', {
    cwd: room('.'),
    exclude: ['storefront/app/testing/**', '**/*.test.*'],
  });
  const code = files.map((file) => [file, textOf(file)] as const);
  const places = code.filter(([, text]) => /\b(localStorage|sessionStorage|indexedDB)\b|document\.cookie/.test(text));
  expect(places.map(([file]) => file).sort()).toEqual([
    'client/src/storage.ts',
    'storefront/app/platform/early-wait.tsx',
    'storefront/app/platform/event-replay.tsx',
    'storefront/app/platform/prefetch-script.ts',
  ]);
  const written = code.flatMap(([, text]) =>
    [...text.matchAll(/'(ceiba\.[\w.]+|checkoutFrom\w+|confirmationFrom\w+)'/g)].map(([, key]) => key),
  );
  const libraries = ['react-router-scroll-positions'];
  const documented = documentedKeys().map((key) => key.split(' ')[1]);
  expect(documented.length).toBeGreaterThan(20);
  expect([...new Set([...written, ...libraries])].sort()).toEqual([...documented].sort());
});

test('[DEC-184, APP-38] each stored value has its own key, and an alert has its ID', async () => {
  const written = { local: new Map<string, string>(), session: new Map<string, string>() };
  const setItem = Storage.prototype.setItem;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key: string, text: string) {
    written[this === localStorage ? 'local' : 'session'].set(key, text);
    setItem.call(this, key, text);
  });
  const shop = await renderScreen('/cart', {
    calls: {
      getCart: sampleCart([sampleLine()]),
      computeDeliveryTimes: { status: 201, data: [] },
      // An advisor at work is linked to the cart, if the test lasts that long.
      attachAdvisor: attached,
    },
  });
  // Imported after the page was opened, because each page has its own stores.
  const { setCartId: keepCartId } = await import('../carts/cart-store.ts');
  act(() => keepCartId(sampleCartId));
  // Suggestions beside the cart send the IDs of this browser and this tab.
  await waitFor(() => expect(shop.sentTo('getRecommendations')).not.toEqual([]));
  await shop.user.click((await screen.findAllByRole('link', { name: 'Ir a pagar' }))[0] ?? document.body);
  await waitFor(() => expect(shop.address()).toBe('/checkout'));

  const { updateCheckout, connectCheckout } = await import('../checkout/checkout-store.ts');
  const { saveLink: keepLink, readLink } = await import('../payment-links/stored-link.ts');
  const { setAdvisor: keepAdvisor } = await import('../advisors/advisor-store.ts');
  const { setLocation: keepLocation } = await import('../locations/location-store.ts');
  const { setFlag } = await import('../platform/session-flags.ts');
  const { showAlert } = await import('../alerts/notices.ts');
  const contact = { email: 'lucia@correo.gt', firstname: 'Lucía', lastname: 'Paz', telephone: '5512-3480' };
  const now = new Date();
  const linkEnd = linkExpiration(now, defaultShopPolicy);
  const advisor = sampleAdvisor();
  act(() => {
    updateCheckout({ contact });
    connectCheckout('link');
    updateCheckout({ contact, cartId: sampleCartId });
    connectCheckout('own');
    keepLink({ id: sampleCartId, cartId: sampleCartId, token: 'link.1.abc', expiresAt: linkEnd.toISOString() });
    keepAdvisor(advisor);
    keepLocation({ userRegion: 485, userCity: 'Mixco' });
    setFlag('confirmationFromCheckout');
    setFlag('confirmationFromWaLink');
    showAlert({ id: 'cart-alerts', type: 'Info', title: 'Algo pasó', message: '' });
  });
  expect([...written.local.keys()]).toEqual(
    expect.arrayContaining([
      'ceiba.cart',
      'ceiba.checkout',
      'ceiba.checkout.link',
      'ceiba.link',
      'ceiba.advisor',
      'ceiba.location',
      'ceiba.client',
    ]),
  );
  expect([...written.session.keys()]).toEqual(
    expect.arrayContaining(['checkoutFromCart', 'confirmationFromCheckout', 'confirmationFromWaLink', 'ceiba.session']),
  );
  const all = [...written.local.keys()].map((key) => `local ${key}`);
  all.push(...[...written.session.keys()].map((key) => `session ${key}`));
  expect(documentedKeys()).toEqual(expect.arrayContaining(all));
  const stored = (key: string) => JSON.parse(written.local.get(key) ?? 'null');
  expect(written.local.get('ceiba.cart')).toBe(sampleCartId);
  const steps = { currentStep: 0, stepStates: ['default', 'disabled', 'disabled'] };
  expect([stored('ceiba.checkout'), stored('ceiba.checkout.link')]).toMatchObject([steps, steps]);
  expect(stored('ceiba.advisor')).toMatchObject({ hash: advisor.hash, expirationDate: advisor.expirationDate });
  expect(stored('ceiba.location')).toEqual({ userRegion: 485, userCity: 'Mixco' });
  const days = 86_400_000;
  expect(linkEnd.getTime() - now.getTime()).toBe(15 * days);
  expect(readLink(sampleCartId, new Date(linkEnd.getTime() - 1))).toMatchObject({ id: sampleCartId });
  expect(readLink(sampleCartId, linkEnd)).toBeNull();
  expect(await findAlert('Algo pasó')).toHaveAttribute('data-alert-id', 'cart-alerts');
});
