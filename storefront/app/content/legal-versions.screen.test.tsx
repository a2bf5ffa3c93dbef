import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const listed = [
  { number: 2, holdsFrom: '2026-11-20T06:00:00.000Z', path: '/terminos-y-condiciones/version-2' },
  { number: 1, holdsFrom: '2026-01-02T06:00:00.000Z', path: '/terminos-y-condiciones/version-1' },
];

const versionOf = (slug: string, shown: number) => ({
  data: [
    {
      ...{ slug, title: 'Términos y condiciones', description: '', categoryId: null },
      blocks: [{ kind: 'text' as const, title: 'Tu compra', text: `Palabras de la versión ${shown}.` }],
      versions: { shown, listed },
    },
  ],
});

test('[PROD-29] a legal text shows the current version, and links to earlier versions', async () => {
  const { user } = await renderScreen('/terminos-y-condiciones', {
    calls: {
      getProductBySlug: refusal('PRODUCT_NOT_FOUND'),
      listCategoryPages: ({ query }) => {
        const slug = String(query['slug']);
        return versionOf(slug, slug.endsWith('version-1') ? 1 : 2);
      },
    },
  });
  expect(await screen.findByText('Palabras de la versión 2.')).toBeVisible();
  const versions = within(screen.getByRole('navigation', { name: 'Versiones' }));
  expect(versions.getByText(/^Versión 2, vigente desde el .*noviembre/)).toHaveTextContent('la que estás leyendo');
  await user.click(versions.getByRole('link', { name: /^Versión 1, valió desde el .*enero/ }));
  expect(await screen.findByText('Palabras de la versión 1.')).toBeVisible();
});
