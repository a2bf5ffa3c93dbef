import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProduct } from '../testing/samples.ts';

const blocks = [
  { kind: 'title', title: 'Antes de comprar' },
  { kind: 'text', title: '', text: 'Mide <b>tu</b> sala.' },
  { kind: 'list', title: 'Qué ver', items: [{ text: 'Resolución' }, { text: 'Puertos' }] },
  { kind: 'products', title: 'Favoritos', products: [sampleProduct({ title: 'Televisor de feria' })] },
  {
    kind: 'banner',
    url: '/art/hero-sala.svg',
    label: 'Una sala',
    title: 'Feria',
    text: 'Hasta el domingo.',
    link: '/search?q=tele',
    linkLabel: 'Ver feria',
  },
] as const;

const page = { slug: 'guias/tele', title: 'Cómo elegir tele', description: 'Lo que importa.', categoryId: null };

test('[PROD-14] a content page shows its blocks in order, and HTML in them as text', async () => {
  await renderScreen('/guias/tele', { calls: { listCategoryPages: { data: [{ ...page, blocks: [...blocks] }] } } });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('heading', { level: 1, name: 'Cómo elegir tele' })).toBeVisible();
  expect(main.getByText('Lo que importa.')).toBeVisible();
  expect(await main.findByRole('heading', { level: 2, name: 'Feria' })).toBeVisible();
  const titles = main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(['Antes de comprar', 'Qué ver', 'Favoritos', 'Feria']);
  expect(main.getByText('Mide <b>tu</b> sala.')).toBeVisible();
  expect(main.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Resolución', 'Puertos']),
  );
  expect(main.getByRole('link', { name: /Televisor de feria/ })).toBeVisible();
  expect(main.getByRole('link', { name: 'Ver feria' })).toHaveAttribute('href', '/search?q=tele');
  expect(main.getByRole('img', { name: 'Una sala' })).toBeVisible();
});

test('[PROD-14] the page of a category shows its blocks above its products', async () => {
  const category = { id: 12, title: 'Televisores', path: '/video/teles', image: null, children: [] };
  await renderScreen('/video/teles', {
    calls: {
      getCategories: [category],
      listCategoryPages: { data: [{ ...page, slug: 'video/teles', categoryId: 12, blocks: [blocks[1]] }] },
      searchProducts: {
        ...{ products: [sampleProduct({ title: 'Televisor chico' })], total: 1, page: 1, pageSize: 24 },
        ...{ facets: [], resultId: sampleCartId },
      },
    },
  });
  const text = await screen.findByText('Mide <b>tu</b> sala.');
  const product = await screen.findByRole('link', { name: /Televisor chico/ });
  expect(text.compareDocumentPosition(product) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
