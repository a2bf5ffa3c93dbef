import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import { joinDesk, openDesk } from './src/desk-person.ts';
import { inspectPage } from './src/inspect-page.ts';
import { expect, test } from './src/shop-test.ts';

/** The server refuses visitors who are not signed in yet. */
test.use({ refusals: [401] });

test(
  '[OFF-26] a passkey is added in "Mi cuenta", signs in without a password, and is removed',
  {
    tag: '@desktop',
  },
  async ({ page, context, owner }, info) => {
    // A virtual authenticator of the browser. It stores keys, and its owner always agrees.
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await openDesk(page, owner, 'support');
    await page.goto('/admin/mi-cuenta');
    const main = page.getByRole('main');
    await expect(main.getByText('Todavía no tienes ninguna.')).toBeVisible();
    await main.getByRole('button', { name: 'Agregar llave' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' });
    await inspectPage(page, 'desk-add-passkey', info);
    await dialog.getByLabel('Nombre').fill('Navegador');
    await dialog.getByRole('button', { name: 'Agregar' }).click();
    const passkey = main.getByRole('listitem').filter({ hasText: 'Navegador' });
    await expect(passkey).toContainText('sin usar');

    await main.getByRole('button', { name: 'Cerrar sesión' }).click();
    await inspectPage(page, 'desk-passkey-login', info);
    // A device that does not verify its owner is refused.
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).click();
    await expect(page.getByText('Tu dispositivo no usó una llave de acceso de esta tienda.')).toBeVisible();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Usar una llave de acceso' }).click();
    await expect(passkey).toContainText('usada');
    await inspectPage(page, 'desk-passkeys', info);

    await passkey.getByRole('button', { name: 'Quitar la llave Navegador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar llave' }).click();
    await expect(main.getByText('Todavía no tienes ninguna.')).toBeVisible();
  },
);

test.describe('the desk', { tag: '@both' }, () => {
  test('[OFF-25] [OFF-09] [OFF-03] an invitation and a second factor lead into the desk, for everybody', async ({
    page,
    owner,
    isPhone,
  }, info) => {
    test.slow();
    const look = (name: string): Promise<void> => inspectPage(page, `desk-${name}`, info);
    const email = await joinDesk(page, owner, look);
    await look('home');

    await page.goto('/admin/personal?q=Xicará');
    await expect(page.getByRole('link', { name: 'Marta Xicará' }).first()).toBeVisible();
    await look('staff');
    await page.getByRole('button', { name: 'Filtrar' }).click();
    await expect(page.getByRole('dialog', { name: 'Filtrar' })).toBeVisible();
    await look('filters');
    await page.keyboard.press('Escape');
    if (!isPhone) {
      await page.getByRole('button', { name: 'Columnas' }).click();
      await expect(page.getByRole('dialog', { name: 'Columnas' })).toBeVisible();
      await look('columns');
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Invitar' }).click();
    await expect(page.getByRole('dialog', { name: 'Invitar a una persona' })).toBeVisible();
    await look('invite');
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox').fill(email);
    await expect(page).toHaveURL(/q=/);
    const own = page.getByRole('link', { name: 'Marta Xicará' });
    await expect(own).toHaveCount(1);
    await own.click();
    await expect(page.getByRole('heading', { name: 'Historial' })).toBeVisible();
    await page.getByLabel('Nombre').fill('Marta Xicará López');
    await look('member');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByRole('heading', { name: 'Marta Xicará López', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Cambió a la persona' }).click();
    await expect(page.getByRole('dialog', { name: 'Cambió a la persona' })).toContainText('Marta Xicará López');
    await look('change');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar' }).fill('audit');
    await expect(page.getByRole('option', { name: /Auditoría/ })).toBeVisible();
    await look('palette');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Auditoría', level: 1 })).toBeVisible();
    // The search is closed, and the next key belongs to the page.
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
    await look('shortcuts');
    await page.keyboard.press('Escape');

    if (isPhone) {
      await page.getByRole('button', { name: 'Menú', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible();
      await look('menu');
      await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    } else {
      await page.getByRole('button', { name: /^MX|Marta Xicará/ }).click();
      await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Ingresa al escritorio' })).toBeVisible();
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('no es la palabra de nadie');
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look('login-refused');
  });
});

const build = (room: string): string => fileURLToPath(new URL(`../${room}/build`, import.meta.url));

const scriptsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && /\.(?:js|html)$/.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );

test.describe('the scripts of the desk', { tag: '@desktop' }, () => {
  test('the shop’s scripts and its worker contain no call of the desk', async () => {
    const names = Object.keys(deskCallTable);
    expect(names.length).toBeGreaterThan(0);
    const scripts = scriptsBelow(join(build('storefront'), 'client'));
    expect(scripts.some((file) => file.endsWith('sw.js'))).toBe(true);
    const knowing = scripts.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return text.includes('/v1/admin') || names.some((name) => text.includes(`${name}:[`));
    });
    expect(knowing).toEqual([]);
  });

  test('[OFF-01] the first page loads at most 300 kB of compressed scripts', async ({ page, owner }) => {
    await openDesk(page, owner, 'owner');
    const loaded = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/admin/assets/') && pathname.endsWith('.js')) loaded.add(pathname);
    });
    await page.goto('/admin/personal?q=Xicará');
    await expect(page.getByRole('link', { name: 'Marta Xicará' }).first()).toBeVisible();
    expect(loaded.size).toBeGreaterThan(1);
    const bytes = [...loaded].reduce(
      (sum, path) => sum + gzipSync(readFileSync(join(build('desk'), path.slice('/admin/'.length)))).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(300_000);
  });
});
