import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const searches = {
  status: 200 as const,
  data: {
    since: '2026-11-01',
    most: [{ words: 'televisor', searches: 90, withoutResult: 0 }],
    withoutResult: [{ words: 'gramola', searches: 5, withoutResult: 5 }],
  },
};

const session = sampleSession('catalogue');

test('one press on a search without result starts a group of synonyms with its words', async () => {
  const desk = await openDesk('/contenido/busqueda', {
    session,
    calls: {
      listSearches: searches,
      createSynonym: refusal('VALIDATION_ERROR', { fields: { words: 'Escribe al menos dos palabras.' } }),
    },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Hacer sinónimo de gramola' }));
  const words = await screen.findByRole('textbox', { name: /Palabras/ });
  expect(words).toHaveValue('gramola');
  await desk.user.click(screen.getByRole('button', { name: 'Crear grupo de sinónimos' }));
  await waitFor(() => expect(words).toHaveAccessibleDescription('Escribe al menos dos palabras.'));
  await desk.user.type(words, ', tocadiscos');
  await desk.user.click(screen.getByRole('button', { name: 'Crear grupo de sinónimos' }));
  await waitFor(() => expect(desk.sentTo('createSynonym')).toHaveLength(2));
  expect(desk.sentTo('createSynonym').at(-1)?.body).toEqual({ words: 'gramola, tocadiscos', isQuality: false });
});

test('the most frequent searches show on request', async () => {
  const desk = await openDesk('/contenido/busqueda', { session, calls: { listSearches: searches } });
  expect(await screen.findByText('5 veces · 5 sin resultado')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Más buscado' }));
  expect(screen.getByText('90 veces · 0 sin resultado')).toBeVisible();
  expect(screen.queryByText('gramola')).toBeNull();
});

test('a trial shows the present results and the results after the changes side by side', async () => {
  const product = (sku: string) => ({ sku, title: `Televisor ${sku}` });
  const desk = await openDesk('/contenido/busqueda', {
    session,
    calls: {
      listSearches: searches,
      trySearch: {
        status: 200,
        data: { now: { total: 0, products: [] }, changed: { total: 1, products: [product('TV-1')] } },
      },
    },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /Lo que alguien busca/ }), 'caja boba');
  await desk.user.type(screen.getByRole('textbox', { name: /Con estos sinónimos/ }), 'caja boba, televisor');
  await desk.user.click(screen.getByRole('button', { name: 'Probar' }));
  const then = within(await screen.findByRole('region', { name: 'Con los cambios' }));
  expect(then.getByText(/Televisor TV-1/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Ahora: 0 productos' })).toBeVisible();
  expect(desk.sentTo('trySearch').map(({ query }) => query)).toEqual([
    { q: 'caja boba', words: 'caja boba, televisor' },
  ]);
});
