import { fixedTags, tagLooks } from '@ceiba/domain/catalog/tags';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProductDetail } from '../testing/samples.ts';

type Detail = ReturnType<typeof sampleProductDetail>;

const kitchen = (n: number, changes: Partial<Detail> = {}): Detail =>
  sampleProductDetail({
    sku: `FRE-${n}`,
    slug: `fre-${n}`,
    title: `Freidora ${n}`,
    attributes: [
      { code: 'capacidad', label: 'Capacidad', value: `${n} litros` },
      { code: 'color', label: 'Color', value: 'Negro' },
    ],
    ...changes,
  });

const fryers = [1, 2, 3, 4, 5].map((n) => kitchen(n));
const sofa = kitchen(9, { slug: 'sofa', title: 'Sofá', categories: [{ id: 3, title: 'Hogar' }] });

const calls = {
  searchProducts: { products: fryers, total: 5, page: 1, pageSize: 24, facets: [], resultId: sampleCartId } as const,
  getProductBySlug: ({ params }: { params: Record<string, string> }) =>
    [...fryers, sofa].find(({ slug }) => slug === params.slug) ?? refusal('PRODUCT_NOT_FOUND'),
};

const toggle = (n: number) => screen.findByRole('button', { name: `Comparar: Freidora ${n}` });
const columns = () => screen.getAllByRole('columnheader').map((head) => within(head).getByRole('heading').textContent);
const stored = () => JSON.parse(localStorage.getItem('ceiba.compared') ?? '[]');

test('at most four products of a kind are chosen from a list and compared', async () => {
  const shop = await renderScreen('/search?q=freidora', { calls: { ...calls } });
  for (const n of [1, 2, 3, 4]) await shop.user.click(await toggle(n));
  expect(await toggle(4)).toHaveAttribute('aria-pressed', 'true');
  expect(await toggle(5)).toHaveAttribute('aria-disabled', 'true');
  const bar = screen.getByRole('region', { name: 'Comparación' });
  expect(bar).toHaveTextContent('Ya elegiste 4');
  await shop.user.click(await toggle(2));
  expect(bar).toHaveTextContent('3 de 4');
  expect(await toggle(5)).not.toHaveAttribute('aria-disabled');
  await shop.user.click(within(bar).getByRole('link', { name: 'Comparar' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Comparar: Cocina' })).toBeVisible();
  expect(shop.address()).toBe('/compare?products=fre-1,fre-3,fre-4');
  expect(columns()).toEqual(['Freidora 1', 'Freidora 3', 'Freidora 4']);
  expect(screen.getByRole('rowheader', { name: 'Capacidad' })).toBeVisible();
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    ...['1 litros', '3 litros', '4 litros'],
    ...['Negro', 'Negro', 'Negro'],
  ]);
});

test('the reason why a fifth cannot be chosen is part of its button, and shows after a press', async () => {
  const shop = await renderScreen('/search?q=freidora', { calls: { ...calls } });
  for (const n of [1, 2, 3]) await shop.user.click(await toggle(n));
  expect(await toggle(5)).not.toHaveAccessibleDescription('Ya elegiste 4 para comparar');
  await shop.user.click(await toggle(4));
  const fifth = await toggle(5);
  expect(fifth).toHaveAccessibleDescription('Ya elegiste 4 para comparar');
  fifth.focus();
  expect(fifth).toHaveFocus();
  expect(screen.getByText(/Ya elegiste 4 para comparar: quita uno para elegir otro/)).toBeVisible();
  await shop.user.click(fifth);
  expect(fifth).toHaveAttribute('aria-pressed', 'false');
  expect(stored()).toEqual([{ kind: 31, title: 'Cocina', slugs: ['fre-1', 'fre-2', 'fre-3', 'fre-4'] }]);
});

test('a press on a fifth shows the full kind, even if another kind was chosen last', async () => {
  const cocina = { kind: 31, title: 'Cocina', slugs: ['fre-1', 'fre-2', 'fre-3', 'fre-4'] };
  const hogar = { kind: 3, title: 'Hogar', slugs: ['sofa'] };
  const local = { 'ceiba.compared': JSON.stringify([hogar, cocina]) };
  const products = [...fryers, sofa];
  const shop = await renderScreen('/search?q=freidora', {
    local,
    calls: { ...calls, searchProducts: { ...calls.searchProducts, products } },
  });
  const bar = await screen.findByRole('region', { name: 'Comparación' });
  expect(bar).toHaveTextContent('Hogar1 de 4');
  await shop.user.click(await toggle(5));
  expect(bar).toHaveTextContent('CocinaYa elegiste 4 para comparar: quita uno para elegir otro');
  expect(stored()).toEqual([cocina, hogar]);
});

test('the bar of a comparison shows only under products of its kind', async () => {
  const cocina = { kind: 31, title: 'Cocina', slugs: ['fre-1'] };
  const hogar = { kind: 3, title: 'Hogar', slugs: ['sofa'] };
  const local = { 'ceiba.compared': JSON.stringify([hogar, cocina]) };
  await renderScreen('/search?q=freidora', { local, calls: { ...calls } });
  const bar = await screen.findByRole('region', { name: 'Comparación' });
  expect(bar).toHaveTextContent('Cocina1 de 4');
});

test('no bar shows under products of another kind', async () => {
  const local = { 'ceiba.compared': JSON.stringify([{ kind: 3, title: 'Hogar', slugs: ['sofa'] }]) };
  await renderScreen('/search?q=freidora', { local, calls: { ...calls } });
  expect(await toggle(1)).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByRole('region', { name: 'Comparación' })).toBeNull();
});

test('[CAT-03] the compared cards have the short tags of cards, and no category tags', async () => {
  const own = { id: 'gas', textContent: 'Revisa tu tipo de gas', icon: 'flame', category: 'cocina' };
  const product = kitchen(1, { tags: [fixedTags.giftDetail, { ...own, ...tagLooks.corn }] });
  await renderScreen('/compare?products=fre-1', { calls: { ...calls, getProductBySlug: product } });
  expect(await screen.findByText('Incluye regalo')).toBeVisible();
  expect(screen.queryByText('Regalos incluidos con este producto')).toBeNull();
  expect(screen.queryByText('Revisa tu tipo de gas')).toBeNull();
});

test('a filter shows only the differences, and a link removes a product', async () => {
  const shop = await renderScreen('/compare?products=fre-1,fre-2', { calls: { ...calls } });
  await shop.user.click(await screen.findByRole('link', { name: 'Ver solo las diferencias' }));
  expect(await screen.findByRole('link', { name: 'Ver todas las características' })).toBeVisible();
  expect(screen.queryByRole('rowheader', { name: 'Color' })).toBeNull();
  await shop.user.click(screen.getByRole('link', { name: 'Quitar de la comparación: Freidora 1' }));
  await expect.poll(columns).toEqual(['Freidora 2']);
  expect(screen.getByRole('link', { name: 'Elige otro para comparar' })).toHaveAttribute('href', '/cocina');
  await shop.user.click(screen.getByRole('link', { name: 'Quitar de la comparación: Freidora 2' }));
  expect(await screen.findByText('Aún no hay productos para comparar')).toBeVisible();
  expect(stored()).toEqual([]);
});

test('a shared address is shown and stored, without unknown products and other kinds', async () => {
  await renderScreen('/compare?products=fre-2,sofa,nada,fre-1', { calls: { ...calls } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Comparar: Cocina' })).toBeVisible();
  expect(columns()).toEqual(['Freidora 2', 'Freidora 1']);
  expect(screen.getByText(/Quedó fuera: Sofá\./)).toBeVisible();
  await expect.poll(stored).toEqual([{ kind: 31, title: 'Cocina', slugs: ['fre-2', 'fre-1'] }]);
});

test('an address without products shows what to do', async () => {
  await renderScreen('/compare', { calls: { ...calls } });
  expect(await screen.findByText('Aún no hay productos para comparar')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver todos los productos' })).toHaveAttribute('href', '/search');
});

test('an address with SKUs redirects to the address with the products, in the same order', async () => {
  const shop = await renderScreen('/compare?skus=FRE-3,FRE-1', {
    calls: { ...calls, listProducts: { products: [kitchen(3), kitchen(1)] } },
  });
  await expect.poll(columns).toEqual(['Freidora 3', 'Freidora 1']);
  expect(shop.address()).toBe('/compare?products=fre-3,fre-1');
});

test('the bare address redirects to this browser’s comparison', async () => {
  const local = { 'ceiba.compared': JSON.stringify([{ kind: 31, title: 'Cocina', slugs: ['fre-1', 'fre-2'] }]) };
  await renderScreen('/compare', { local, calls: { ...calls } });
  expect(await screen.findByRole('link', { name: 'Seguir comparando: Cocina (2)' })).toHaveAttribute(
    'href',
    '/compare?products=fre-1,fre-2',
  );
});
