import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { noAnswer } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleListId, sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleProduct, sampleProductDetail } from '../testing/samples.ts';
import { sampleCustomer, sampleSession, storedSession } from '../testing/signed-in.ts';

const product = sampleProductDetail();

const openProduct = (detail = product, { local, calls }: ScreenOptions = {}) =>
  renderScreen(`/${detail.slug}`, {
    ...(local && { local }),
    calls: { getProductBySlug: detail, computeDeliveryTimes: { status: 201, data: [] }, ...calls },
  });

const stored = () => JSON.parse(localStorage.getItem('ceiba.saved') ?? '[]');
const saved = (...skus: string[]) => ({ 'ceiba.saved': JSON.stringify(skus) });

test('a guest saves a product in this browser, and removes the product again', async () => {
  const shop = await openProduct(product, { local: saved('RADIO') });
  await shop.user.click(await screen.findByRole('button', { name: 'Guardar en este navegador' }));
  const button = await screen.findByRole('button', { name: 'Guardado en este navegador', pressed: true });
  expect(button).toHaveFocus();
  expect(stored()).toEqual([product.sku, 'RADIO']);
  expect(screen.getByRole('link', { name: 'Ver guardados (2)' })).toHaveAttribute('href', '/wishlist');
  await shop.user.click(button);
  expect(await screen.findByRole('button', { name: 'Guardar en este navegador', pressed: false })).toHaveFocus();
  expect(stored()).toEqual(['RADIO']);
  expect(shop.sentTo('listWishlists')).toEqual([]);
});

test('the page of a saved product shows that the product is saved', async () => {
  await openProduct(product, { local: saved(product.sku) });
  expect(await screen.findByRole('button', { name: 'Guardado en este navegador', pressed: true })).toBeVisible();
});

test('[SEL-08] another seller’s product cannot be saved in a browser either', async () => {
  await openProduct(sampleProductDetail({ seller: { id: 2, title: 'Tecno', offerId: 'O-1' }, is3p: true }));
  await findAddButton();
  expect(screen.queryByRole('button', { name: /en este navegador/ })).toBeNull();
});

test('a browser saves as many products as a wishlist, and refuses one more', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => `SKU-${index}`);
  const shop = await openProduct(product, { local: saved(...hundred) });
  await shop.user.click(await screen.findByRole('button', { name: 'Guardar en este navegador' }));
  expect(await screen.findByText('Este navegador guarda hasta 100 productos.')).toBeVisible();
  expect(stored()).toEqual(hundred);
});

test('only the first hundred stored products count', async () => {
  const others = Array.from({ length: 100 }, (_, index) => `SKU-${index}`);
  await openProduct(product, { local: saved(product.sku, ...others) });
  expect(await screen.findByRole('link', { name: 'Ver guardados (100)' })).toBeVisible();
});

test('an invalid stored text is ignored, and each product counts once', async () => {
  await renderScreen('/wishlist', { local: { 'ceiba.saved': '{"a":1}' } });
  expect(await screen.findByText('Aún no guardas productos')).toBeVisible();
  cleanup();
  const shop = await renderScreen('/wishlist', {
    local: { 'ceiba.saved': JSON.stringify(['TV', 7, '', 'TV']) },
    calls: { listProducts: { products: [sampleProduct({ sku: 'TV', title: 'Tele' })] } },
  });
  expect(await screen.findByRole('heading', { name: 'Tele' })).toBeVisible();
  expect(shop.sentTo('listProducts').map(({ query }) => query)).toEqual([{ skus: 'TV' }]);
});

const shelf = ['TV', 'RADIO'].map((sku) => sampleProduct({ sku, slug: sku.toLowerCase(), title: sku }));

test('the page of saved products explains their storage, and can remove each product', async () => {
  const shop = await renderScreen('/wishlist', {
    local: saved('TV', 'RADIO'),
    calls: {
      listProducts: ({ query }) => ({
        products: shelf.filter(({ sku }) => `${query.skus}`.split(',').includes(sku)),
      }),
    },
  });
  expect(await screen.findByRole('heading', { level: 2, name: 'TV' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByText(/Se guardan solo en este navegador, hasta que inicies sesión/)).toBeVisible();
  expect(main.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    `/login?redirect=${encodeURIComponent('/dashboard/wishlists')}`,
  );
  await shop.user.click(main.getByRole('button', { name: 'Quitar de guardados: TV' }));
  await waitFor(() => expect(main.queryByRole('heading', { name: 'TV' })).toBeNull());
  expect(main.getByRole('button', { name: 'Quitar de guardados: RADIO' })).toHaveFocus();
  await shop.user.click(main.getByRole('button', { name: 'Quitar de guardados: RADIO' }));
  expect(await main.findByText('Aún no guardas productos')).toBeVisible();
  expect(localStorage.getItem('ceiba.saved')).toBeNull();
});

test('saved products that cannot be loaded show an error, and can be loaded again', async () => {
  let isDown = true;
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  const shop = await renderScreen('/wishlist', {
    local: saved('TV'),
    calls: { listProducts: () => (isDown ? noAnswer : { products: shelf.slice(0, 1) }) },
  });
  expect(await screen.findByText('No pudimos cargar tus productos guardados', {}, { timeout: 10_000 })).toBeVisible();
  vi.useRealTimers();
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'TV' })).toBeVisible();
});

/** Mocks a list of the account to which the shop adds, as the server does with `merge`. */
const mergeable = (...items: ReturnType<typeof sampleWish>[]) => {
  const list = sampleWishlist(items);
  let isDown = false;
  return {
    list,
    setDown: (is: boolean) => {
      isDown = is;
    },
    calls: {
      ...list.calls,
      addWishlistProducts: ({ body }: { body: unknown }) => {
        if (isDown) return noAnswer;
        const { products } = body as { products: { sku: string }[] };
        for (const { sku } of products)
          if (!list.items.some((item) => item.sku === sku)) list.items.push(sampleWish(list.items.length + 1, { sku }));
        return list.plain();
      },
    },
  };
};

const logIn = async ({ user }: Awaited<ReturnType<typeof renderScreen>>) => {
  await user.type(await screen.findByLabelText('Correo electrónico'), 'lucia@correo.gt');
  await user.type(screen.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
};

test('a login adds saved products to the customer’s list in one call, in order, and clears the browser’s', async () => {
  const { calls } = mergeable(sampleWish(1, { sku: 'TV' }));
  const shop = await renderScreen('/login?redirect=/dashboard/wishlists', {
    local: saved('RADIO', 'TV'),
    calls: {
      login: sampleSession(),
      getCustomer: sampleCustomer(),
      listRestockNotices: { status: 200, data: [] },
      getDashboardTexts: noAnswer,
      ...calls,
    },
  });
  await logIn(shop);
  await waitFor(() => expect(localStorage.getItem('ceiba.saved')).toBeNull());
  expect(shop.sentTo('addWishlistProducts').map(({ params, body }) => [params, body])).toEqual([
    [
      { id: sampleListId },
      {
        products: [
          { sku: 'TV', quantity: 1 },
          { sku: 'RADIO', quantity: 1 },
        ],
        merge: true,
      },
    ],
  ]);
  expect(await screen.findByText('Mi lista de deseos (2)')).toBeVisible();
});

test('a failed merge of the list is retried, and the list is cleared after the answer', async () => {
  const { calls, setDown } = mergeable();
  setDown(true);
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const shop = await openProduct(product, { local: { ...storedSession(), ...saved('TV') }, calls });
  await waitFor(() => expect(shop.sentTo('addWishlistProducts').length).toBeGreaterThan(1), { timeout: 30_000 });
  expect(stored()).toEqual(['TV']);
  setDown(false);
  await waitFor(() => expect(localStorage.getItem('ceiba.saved')).toBeNull(), { timeout: 30_000 });
});

test('products that another tab saves during the call stay, and are also sent', async () => {
  const { calls, list } = mergeable();
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  const shop = await openProduct(product, {
    local: { ...storedSession(), ...saved('TV') },
    calls: {
      ...calls,
      addWishlistProducts: async (call) => {
        if (isFirst) await answered.promise;
        isFirst = false;
        return calls.addWishlistProducts(call);
      },
    },
  });
  await waitFor(() => expect(shop.sentTo('addWishlistProducts')).toHaveLength(1));
  act(() => {
    localStorage.setItem('ceiba.saved', JSON.stringify(['RADIO', 'TV']));
    window.dispatchEvent(new StorageEvent('storage', { key: 'ceiba.saved' }));
  });
  answered.resolve();
  await waitFor(() => expect(localStorage.getItem('ceiba.saved')).toBeNull());
  expect(list.items.map(({ sku }) => sku).sort()).toEqual(['RADIO', 'TV']);
});

test('without a session the wishlist redirects to the login, which links to the saved products', async () => {
  const shop = await renderScreen('/dashboard/wishlists');
  await waitFor(() => expect(shop.address()).toBe(`/login?redirect=${encodeURIComponent('/dashboard/wishlists')}`));
  await shop.user.click(await screen.findByRole('link', { name: 'Ver lo que guarda este navegador' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Productos guardados' })).toBeVisible();
});
