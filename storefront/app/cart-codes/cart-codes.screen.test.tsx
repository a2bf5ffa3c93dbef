import type { CodeLine } from '@ceiba/contract/cart-codes';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { failCopies } from '../testing/fail-copies.ts';
import { type Calls, refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine, sampleProduct, sampleProductDetail } from '../testing/samples.ts';

const withChat: Calls = {
  getPolicy: {
    policy: { ...toPublicPolicy(defaultShopPolicy), supportWhatsApp: '5555-1234' },
    offers: demoOffersAnswer,
    tagContainer: null,
  },
  getChatAnswer: { status: 200, data: { text: 'Respondemos de 9:00 a 19:00', changesAt: null } },
};

const url = 'https://tienda.example/c/K7M4-QPXR';
const made = { status: 201, data: { code: 'K7M4-QPXR', url, expiresAt: '2026-12-07T16:00:00.000Z' } };

/** Replaces `window.open`, which jsdom lacks. */
const spyOnOpen = () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  return open;
};

test('[WA-01, WA-05] the cart asks by WhatsApp: a press makes its code, with the hours beside the button', async () => {
  const open = spyOnOpen();
  const shop = await openCart(sampleCart([sampleLine()]), { ...withChat, makeCartCode: made });
  const button = await screen.findByRole('button', { name: 'Consultar por WhatsApp' });
  expect(await screen.findByText('Respondemos de 9:00 a 19:00')).toBeVisible();
  expect(shop.sentTo('makeCartCode')).toEqual([]);
  await shop.user.click(button);
  const text = encodeURIComponent(`Hola, quiero consultar por mi carrito K7M4-QPXR. ${url}`);
  await waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith(`https://wa.me/50255551234?text=${text}`, '_self'));
  expect(shop.sentTo('makeCartCode').map(({ params }) => params)).toEqual([{ id: sampleCartId }]);
});

test('[WA-01, WA-03] a shop without a chat number shares the cart only by a copied link', async () => {
  const shop = await openCart(sampleCart([sampleLine()]), { makeCartCode: made });
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await shop.user.click(await screen.findByRole('button', { name: 'Compartir carrito' }));
  expect(await screen.findByText('Enlace copiado')).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(url);
  expect(screen.getByLabelText('Tu código: K7M4-QPXR')).toHaveValue(url);
  expect(screen.getByText(/Vale hasta el lunes 7 de diciembre/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Consultar por WhatsApp' })).toBeNull();
});

test.each(['rejects', 'is missing'])(
  '[WA-03] where the clipboard %s, the link is selected, with words that say so',
  async (failing) => {
    const shop = await openCart(sampleCart([sampleLine()]), { makeCartCode: made });
    failCopies(failing === 'rejects');
    const share = await screen.findByRole('button', { name: 'Compartir carrito' });
    for (const press of [1, 2]) {
      await shop.user.click(share);
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tu código: K7M4-QPXR' });
      await waitFor(() => expect(field).toHaveFocus());
      expect([field.selectionStart, field.selectionEnd], `press ${press}`).toEqual([0, url.length]);
      expect(field).toHaveAccessibleDescription(/^No pudimos copiar el enlace. Está seleccionado: cópialo tú\./);
    }
    expect(screen.queryByText('Enlace copiado')).toBeNull();
  },
);

test('[WA-03] a device with a share sheet shares the link, and copies nothing', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const shop = await openCart(sampleCart([sampleLine()]), { makeCartCode: made });
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await shop.user.click(await screen.findByRole('button', { name: 'Compartir carrito' }));
  await waitFor(() => expect(share).toHaveBeenCalledExactlyOnceWith({ url }));
  expect(copied).not.toHaveBeenCalled();
});

test('[WA-06] a cart with too many new codes cannot be shared for now', async () => {
  const shop = await openCart(sampleCart([sampleLine()]), {
    makeCartCode: () => refusal('RATE_LIMITED'),
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Compartir carrito' }));
  expect(await screen.findByText('Demasiados intentos seguidos')).toBeVisible();
});

test('[WA-01, WA-05] the product page asks by a plain link, with the hours', async () => {
  const product = sampleProductDetail();
  await renderScreen(`/${product.slug}`, {
    calls: {
      ...withChat,
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });
  const link = await screen.findByRole('link', { name: 'Consultar por WhatsApp' });
  const message = `Hola, quiero consultar por ${product.title} (código ${product.sku}). http://localhost/${product.slug}`;
  expect(link).toHaveAttribute('href', `https://wa.me/50255551234?text=${encodeURIComponent(message)}`);
  expect(screen.getByText('Respondemos de 9:00 a 19:00', { exact: false })).toHaveTextContent(/^WhatsApp: Respondemos/);
});

const lineOf = (changes: Partial<CodeLine>): CodeLine => ({
  ...{ sku: 'FRE-0003', title: 'Freidora de aire', quantity: 2, priceThen: 699, priceNow: 699, available: true },
  ...{ warranty: null, slug: 'freidora-de-aire-fre-0003', picture: '/media/fre-0003/120.webp' },
  ...changes,
});

const shared = (lines: CodeLine[], calls: Calls = {}) =>
  renderScreen('/c/K7M4-QPXR', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCartCode: { status: 200, data: { lines, total: 1_198 } }, getCart: sampleCart([]), ...calls },
  });

test('[WA-03, WA-06] the page of a shared cart shows old and current prices, and unavailable products', async () => {
  await shared([
    lineOf({ priceNow: 599 }),
    lineOf({ sku: 'TV', title: 'Televisor', priceNow: null, available: false, slug: null }),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Un carrito para ti' })).toBeVisible();
  const [fryer, television] = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(fryer).toHaveTextContent('Costaba Q699.00 cuando lo compartieron');
  expect(fryer).toHaveTextContent(/Q599\.?00/);
  expect(television).toHaveTextContent('Ya no está disponible');
  expect(screen.getByText(/Los carritos no apartan productos/)).toBeVisible();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
});

test('[WA-03] "Agregar todo a mi carrito" says for each line how much was added', async () => {
  const product = sampleProduct();
  const shop = await shared([lineOf({})], {
    addCartCode: {
      ...sampleCart([sampleLine()]),
      status: 200,
      added: [
        { line: 1, sku: product.sku, title: product.title, asked: 2, added: 2, reason: null },
        { line: 2, sku: 'TV', title: 'Televisor', asked: 3, added: 1, reason: 'QUANTITY_GREATER_THAN_STOCK' },
      ],
    },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Agregar todo a mi carrito' }));
  expect(await screen.findByText('Una parte está en tu carrito')).toBeVisible();
  expect(screen.getByText(/Agregamos 2 unidades/)).toBeVisible();
  expect(screen.getByText(/Agregamos 1 de 3: no hay más/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver carrito' })).toHaveAttribute('href', '/cart');
  expect(shop.sentTo('addCartCode')).toMatchObject([{ params: { code: 'K7M4-QPXR' }, body: { cartId: sampleCartId } }]);
});

test('[WA-06] an unknown code shows an error without a reason', async () => {
  await shared([], { getCartCode: () => refusal('CODE_NOT_FOUND') });
  expect(await screen.findByRole('heading', { level: 1, name: 'Este código no existe o ya venció.' })).toBeVisible();
});
