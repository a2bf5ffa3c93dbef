import { rm } from 'node:fs/promises';
import { demo } from './src/demo-products.ts';
import { orderAtStore } from './src/desk.ts';
import { openDesk } from './src/desk-person.ts';
import { filmOf } from './src/film-of.ts';
import { ceiba } from './src/operator.ts';
import { expect, test } from './src/shop-test.ts';

/** A separate store, so that no other test meets its shipments. */
const store = 'T11';

test.use({
  // The camera of this browser sees a product's barcode.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const film = await filmOf(demo.mount);
      const camera = [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
      await rm(film);
    },
    { scope: 'worker' },
  ],
});

test('[OFF-24] the camera reads a product for the wave, and one press closes the camera', async ({
  page,
  api,
  owner,
}) => {
  await ceiba('stock', 'set', demo.mount, store, 'existencia=5');
  await orderAtStore(api, { sku: demo.mount, store });
  await openDesk(page, owner, 'warehouse', store);
  await page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Preparación' }).click();
  await page.getByRole('button', { name: /^Tomar \d+ envío/ }).click();
  await page.getByRole('button', { name: 'Leer con la cámara' }).click();
  await expect(page.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('value', '1');
  await expect(page.getByRole('button', { name: 'Empacado' })).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Cerrar la cámara' }).click();
  await expect(page.getByLabel('Cámara', { exact: true })).toHaveCount(0);
});
