import type { CallAnswer } from '@ceiba/contract/client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, noAnswer } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleWish, sampleWishlist } from '../testing/sample-wishlist.ts';
import { sampleProduct } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';

type Notice = CallAnswer<'listRestockNotices'>['data'][number];

const notice = (sku: string, title: string): Notice => {
  const { brand, mainImage } = sampleProduct();
  return {
    sku,
    slug: sku.toLowerCase(),
    title,
    brand,
    mainImage,
    requestedAt: '2026-11-02T10:00:00.000Z',
    isStopped: false,
  };
};

const open = (waited: Notice[], calls: Calls = {}) =>
  renderScreen('/dashboard/wishlists', {
    local: storedSession(),
    calls: {
      getDashboardTexts: noAnswer,
      ...sampleWishlist([]).calls,
      listRestockNotices: () => ({ status: 200, data: [...waited] }),
      ...calls,
    },
  });

const noticeList = async () => within(await screen.findByRole('region', { name: 'Avisos de disponibilidad' }));

test('the account lists the requested restock mails, and one can be canceled', async () => {
  const waited = [notice('TV-1', 'Tele de 55 pulgadas'), notice('RAD-1', 'Radio')];
  const shop = await open(waited, {
    cancelRestockNotice: ({ params }) => {
      waited.splice(0, waited.length, ...waited.filter(({ sku }) => sku !== params.sku));
      return { status: 200, data: { result: true } };
    },
  });
  const list = await noticeList();
  expect(list.getByRole('link', { name: 'Tele de 55 pulgadas' })).toHaveAttribute('href', '/tv-1');
  await shop.user.click(list.getByRole('button', { name: 'Quitar aviso', description: 'Tele de 55 pulgadas' }));
  await waitFor(() => expect(list.queryByRole('link', { name: 'Tele de 55 pulgadas' })).toBeNull());
  expect(shop.sentTo('cancelRestockNotice').map(({ params }) => params)).toEqual([{ sku: 'TV-1' }]);
  await waitFor(() => expect(list.getByRole('link', { name: 'Radio' })).toHaveFocus());
});

test('a mail that its link has canceled is marked, and can be requested again', async () => {
  const waited = [{ ...notice('TV-1', 'Tele de 55 pulgadas'), isStopped: true }, notice('RAD-1', 'Radio')];
  const shop = await open(waited, {
    requestRestockNotice: ({ params }) => {
      for (const each of waited) if (each.sku === params.sku) each.isStopped = false;
      return { status: 201, data: { result: true } };
    },
  });
  const list = await noticeList();
  expect(list.getAllByText('Detuviste este aviso: no te escribiremos.')).toHaveLength(1);
  await shop.user.click(list.getByRole('button', { name: 'Volver a recibirlo', description: 'Tele de 55 pulgadas' }));
  expect(await screen.findByText('Te avisaremos cuando el producto esté disponible.')).toBeVisible();
  await waitFor(() => expect(list.queryByText('Detuviste este aviso: no te escribiremos.')).toBeNull());
  expect(shop.sentTo('requestRestockNotice').map(({ params }) => params)).toEqual([{ sku: 'TV-1' }]);
});

test('a mail that could not be canceled stays, and an error shows', async () => {
  const shop = await open([notice('TV-1', 'Tele de 55 pulgadas')], { cancelRestockNotice: noAnswer });
  const list = await noticeList();
  await shop.user.click(list.getByRole('button', { name: 'Quitar aviso' }));
  const alert = await findAlert('No hay conexión con la tienda');
  expect(alert).toHaveAttribute('data-alert-id', 'restock-alert');
  expect(list.getByRole('link', { name: 'Tele de 55 pulgadas' })).toBeVisible();
});

test('a customer without requests does not see this part', async () => {
  const shop = await open([]);
  await screen.findByText('Aún no guardas productos');
  await waitFor(() => expect(shop.sentTo('listRestockNotices')).toHaveLength(1));
  expect(screen.queryByText('Avisos de disponibilidad')).toBeNull();
});

test('the list of requests renders after the wishlists above', async () => {
  const read = Promise.withResolvers<void>();
  const list = sampleWishlist([sampleWish(1)]);
  const shop = await open([notice('TV-1', 'Tele de 55 pulgadas')], {
    ...list.calls,
    getWishlist: () => read.promise.then(list.calls.getWishlist),
  });
  expect(await screen.findByText('Cargando tu lista')).toBeInTheDocument();
  await waitFor(() => expect(shop.sentTo('listRestockNotices')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Avisos de disponibilidad' })).toBeNull();
  read.resolve();
  await noticeList();
  expect(screen.getByRole('link', { name: 'Freidora de aire' })).toBeVisible();
});
