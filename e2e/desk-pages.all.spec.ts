import { readFileSync } from 'node:fs';
import { findEntity } from '@ceiba/contract/desk/entities/all';
import { type EntityDeclaration, wordsOf } from '@ceiba/contract/desk/entity';
import type { Page, TestInfo } from '@playwright/test';
import { demo } from './src/demo-products.ts';
import { openTill, orderAtStore, sendDesk } from './src/desk.ts';
import { openDesk } from './src/desk-person.ts';
import { inspectDialog, inspectPage } from './src/inspect-page.ts';
import { expect, test } from './src/shop-test.ts';

const source = readFileSync(new URL('../desk/app/routes.tsx', import.meta.url), 'utf8');

/** Entities by the address of their list, as the desk declares their pages. The file of a declaration has the entity's name. */
const entityPlaces: Readonly<Record<string, EntityDeclaration>> = Object.fromEntries(
  [...source.matchAll(/entityPages\(\s*\{\s*path: '([^']*)'[\s\S]*?desk\/entities\/([\w-]+)'/g)].map(
    ([, path = '', name = '']) => {
      const entity = findEntity(name);
      if (entity === undefined) throw new Error(`${path} shows ${name}, which has no entity declaration`);
      return [path, entity];
    },
  ),
);

/** Addresses below /admin of all pages, as the desk declares them. For each entity, those of its pages for creating and editing. */
const routes = [
  ...[...source.matchAll(/\bpath: '([^']*)'/g)].map(([, path = '']) => path),
  ...Object.keys(entityPlaces).flatMap((path) => [`${path}/+`, `${path}/:key`]),
];

/** The titles of pages with fixed addresses, so that another page, such as the error page, is not mistaken for them. */
const titles: Readonly<Record<string, string>> = {
  'productos/etiquetas': 'Cambiaron de precio hoy',
  'productos/preventas': 'Preventas',
  'promociones/relampago/calendario': 'Calendario de ofertas',
  'promociones/relampago/lista': 'Pegar ofertas relámpago',
  'promociones/producto': 'Qué recibe un producto',
  'promociones/cupones/usos': 'Usos de cupones',
  '': 'Inicio',
  'primeros-pasos': 'Primeros pasos',
  productos: 'Productos',
  'productos/+': 'Nuevo producto',
  'productos/cambios': 'Cambios en lote',
  'productos/cuadricula': 'Cuadrícula',
  'productos/ofertas': 'Revisión de ofertas',
  'productos/precios': 'Precios planeados',
  importaciones: 'Importaciones',
  'importaciones/plantillas': 'Plantillas',
  ordenes: 'Órdenes',
  'ordenes/reembolsos': 'Reembolsos',
  'ordenes/sin-existencias': 'Renglones sin existencias',
  clientes: 'Clientes',
  preparacion: 'Preparación',
  entregas: 'Entregas',
  // This address opens the place's open manifest.
  manifiestos: 'Manifiesto',
  'manifiestos/todos': 'Manifiestos',
  ...Object.fromEntries(
    Object.entries(entityPlaces).flatMap(([path, entity]) => [
      [path, wordsOf(entity).title],
      [`${path}/+`, wordsOf(entity).add],
    ]),
  ),
  caja: 'Caja',
  'caja/cierres': 'Cierres de caja',
  'caja/diferencias': 'Diferencias de caja',
  'caja/mensajeros': 'Efectivo con mensajeros',
  'caja/reembolsos': 'Reembolsos por pagar',
  'contenido/banners/orden': 'Orden de los banners',
  'contenido/busqueda': 'Búsqueda',
  devoluciones: 'Devoluciones',
  compras: 'Compras',
  'compras/+': 'Nueva orden de compra',
  'compras/por-reponer': 'Por reponer',
  'compras/recibir': 'Recibir sin orden',
  'productos/categorias': 'Categorías',
  'codigos/sin-producto': 'Códigos sin producto',
  inventario: 'Por agotarse',
  'inventario/traslados': 'Traslados',
  'inventario/conteos': 'Conteos',
  'inventario/proveedores': 'Devoluciones al proveedor',
  operacion: 'Operación',
  'operacion/trabajos': 'Trabajos',
  'operacion/puntos': 'Puntos en espera',
  auditoria: 'Auditoría',
  personal: 'Personal',
  'personal/roles': 'Roles',
  ajustes: 'Ajustes',
  'ajustes/funciones': 'Funciones',
  'mi-cuenta': 'Mi cuenta',
};

/** Each size has its own store, so that no other test meets its shipments. */
const storeOf = (isPhone: boolean): string => (isPhone ? 'T03' : 'T04');

/** Buttons that open some of the dialogs of each part of the desk. */
const someDialogs = [
  ...['Cancelar orden', 'Reembolsar', 'Reenviar correo', 'Corregir correo', 'No encontrado', 'Enviar', 'Entregar'],
  ...['Abrir manifiesto', 'Nueva caja', 'Abrir caja', 'Cerrar caja', 'Aprobar', 'Nueva devolución', 'Pausar'],
  ...['Invitar', 'Nuevo rol'],
];

/** Buttons whose name opens a different dialog on each page. */
const named = new Set(['Entregar', 'Aprobar', 'Rechazar', 'Corregir correo']);

/** Returns the name of a dialog: its button, and its page if several pages use that name. */
const dialogOf = (page: Page, button: string): string =>
  named.has(button) ? `${button} en ${new URL(page.url()).pathname.slice(1).replaceAll('/', '-')}` : button;

type Row = Record<string, unknown>;

/** Returns the first entry of a list of the desk. Undefined if the list is empty. */
async function findFirst(page: Page, list: string): Promise<Row | undefined> {
  const answer = await page.request.get(`/v1/admin/${list}`);
  expect(answer.status(), list).toBe(200);
  return (await answer.json()).data[0];
}

async function firstOf(page: Page, list: string): Promise<Row> {
  const row = await findFirst(page, list);
  if (row === undefined) throw new Error(`${list} is empty`);
  return row;
}

/** Returns an address with pending work for each route with parameters, and the title of its page. */
async function addressesWithWork(
  page: Page,
  wave: string,
): Promise<Record<string, { address: string; title: string }>> {
  const fieldOf = async (list: string, name: string): Promise<string> => String((await firstOf(page, list))[name]);
  const order = await fieldOf('refunds?sort=createdAt', 'orderNumber');
  const customer = await firstOf(page, 'customers?sort=createdAt');
  const shipment = await fieldOf('shipments?state=packed&pickup=false', 'id');
  const manifest = await fieldOf('manifests?state=open', 'id');
  const returnNumber = await fieldOf('returns?state=requested', 'number');
  const member = await firstOf(page, 'staff');
  const category = await firstOf(page, 'categories');
  const product = await firstOf(page, 'products');
  const purchase = await fieldOf('purchases?state=partlyReceived', 'number');
  const run = await firstOf(page, 'product-runs');
  const file = await firstOf(page, 'imports');
  const transfer = await fieldOf('transfers?state=sent', 'number');
  const count = await fieldOf('stock-counts?state=counting', 'number');
  const note = await fieldOf('supplier-notes?state=open', 'number');
  const editors: Record<string, { address: string; title: string }> = {};
  for (const [path, entity] of Object.entries(entityPlaces)) {
    const { name, key, title } = entity;
    const row = await findFirst(page, name);
    // An entity without rows has no page of a row. Its page for a new row has the same form.
    editors[`${path}/:key`] =
      row === undefined
        ? { address: `${path}/+`, title: wordsOf(entity).add }
        : { address: `${path}/${encodeURIComponent(String(row[key]))}`, title: String(row[title]) };
  }
  return {
    ...editors,
    'carritos/:code': { address: 'carritos/K7M4-QPXR', title: 'Carrito K7M4-QPXR' },
    'ordenes/:number': { address: `ordenes/${order}`, title: order },
    'clientes/:id': { address: `clientes/${customer.id}`, title: String(customer.name) },
    'preparacion/tanda/:id': { address: `preparacion/tanda/${wave}`, title: `Tanda ${wave}` },
    'preparacion/:id': { address: `preparacion/${shipment}`, title: shipment },
    'manifiestos/:id': { address: `manifiestos/${manifest}`, title: `Manifiesto ${manifest}` },
    'devoluciones/:number': { address: `devoluciones/${returnNumber}`, title: returnNumber },
    'compras/:number': { address: `compras/${purchase}`, title: purchase },
    'compras/:number/recibir': { address: `compras/${purchase}/recibir`, title: `Recibir ${purchase}` },
    'productos/:sku': { address: `productos/${product.sku}`, title: String(product.title) },
    'productos/familias/:parentSku': { address: 'productos/familias/AUD-0003', title: 'Audífonos' },
    'productos/cambios/:id': { address: `productos/cambios/${run.id}`, title: String(run.name) },
    'inventario/traslados/:number': { address: `inventario/traslados/${transfer}`, title: `Traslado ${transfer}` },
    'inventario/conteos/:number': { address: `inventario/conteos/${count}`, title: `Conteo ${count}` },
    'inventario/proveedores/:number': { address: `inventario/proveedores/${note}`, title: `Nota ${note}` },
    'inventario/:sku': { address: `inventario/${product.sku}`, title: String(product.title) },
    'importaciones/:id': { address: `importaciones/${file.id}`, title: String(file.fileName) },
    'productos/categorias/:id': { address: `productos/categorias/${category.id}`, title: String(category.title) },
    'personal/:id': { address: `personal/${member.id}`, title: String(member.name) },
    '*': { address: 'no-hay-tal-pagina', title: 'Página no encontrada' },
  };
}

/** Returns buttons of the page that open a dialog, one of each kind, because all rows have the same buttons. */
const openersOf = (page: Page): Promise<{ at: number; name: string }[]> =>
  page
    .getByRole('main')
    .locator('[aria-haspopup=dialog]')
    .evaluateAll((buttons) => {
      const kinds = new Map<string, number>();
      buttons.forEach((button, at) => {
        // Rows count as one kind per page.
        const kind = button.matches('.link, [data-row]') ? `una fila de ${document.title}` : (button.textContent ?? '');
        const isOff = button.ariaDisabled === 'true' || !button.checkVisibility();
        if (!isOff && !kinds.has(kind)) kinds.set(kind, at);
      });
      return [...kinds].map(([name, at]) => ({ at, name }));
    });

/** Opens each dialog of a page that is not in `known`, also from its action menu, by keyboard, and inspects the dialog. */
async function lookAtDialogs(page: Page, info: TestInfo, known: Set<string>): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const look = async (button: string): Promise<void> => {
    const name = dialogOf(page, button);
    await expect(dialog).toBeVisible();
    await inspectDialog(page, `desk-dialog-${name}`, info);
    known.add(name);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // A field for scanners takes the focus back in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  for (const { at, name } of await openersOf(page)) {
    if (known.has(dialogOf(page, name))) continue;
    await page.getByRole('main').locator('[aria-haspopup=dialog]').nth(at).press('Enter');
    await look(name);
  }
  const more = page.getByRole('button', { name: 'Más acciones' });
  if ((await more.count()) === 0) return;
  await more.press('Enter');
  const entries = page.getByRole('menuitem');
  await expect(entries.first()).toBeVisible();
  const opening = await entries.evaluateAll((all) =>
    all.flatMap((entry, at) =>
      entry.matches('[aria-haspopup=dialog]:not([aria-disabled=true])') ? [{ at, name: entry.textContent ?? '' }] : [],
    ),
  );
  await page.keyboard.press('Escape');
  for (const { at, name } of opening) {
    if (known.has(dialogOf(page, name))) continue;
    await more.press('Enter');
    await entries.nth(at).press('Enter');
    await look(name);
  }
}

test.describe('the pages of the desk', { tag: '@both' }, () => {
  // The server returns 404 for a missing page.
  test.use({ refusals: [404] });

  test('[OFF-25] every page with pending work, and every dialog on it, can be used by everybody', async ({
    page,
    api,
    owner,
    isPhone,
  }, info) => {
    test.slow();
    const storeCode = storeOf(isPhone);
    await orderAtStore(api, { sku: demo.mount, store: storeCode });
    await openTill(page, owner, storeCode);
    await openDesk(page, owner, 'owner');
    const own = isPhone ? 'TELEFONO' : 'MESA';
    await sendDesk(page, 'couriers', { name: `Mensajería ${own}` });
    await sendDesk(page, 'coupons', {
      code: `PAGINA-${own}`,
      label: 'De la prueba',
      percent: 10,
      endsAt: '2030-01-01T05:59:59.999Z',
    });
    const wave = await sendDesk(page, 'picks', { storeCode, limit: 20 });
    await sendDesk(page, 'product-runs', { verb: 'tag', value: `pagina-${own.toLowerCase()}`, skus: [demo.mount] });
    await page.request.post('/v1/admin/imports', {
      headers: { origin: new URL(page.url()).origin },
      multipart: {
        kind: 'prices',
        file: { name: `${own}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`sku,precio\n${own},abc\n`) },
      },
    });
    const lines = [{ sku: demo.mount, quantity: 1 }];
    await sendDesk(page, `products/${demo.mount}/stock`, { storeCode, units: 3, reason: 'received' });
    const transfer = await sendDesk(page, 'transfers', { from: storeCode, to: storeOf(!isPhone), lines });
    await sendDesk(page, `transfers/${transfer.number}/send`, { version: transfer.version });
    await sendDesk(page, 'stock-counts', { storeCode, scope: { kind: 'list', skus: [demo.mount] } });
    await sendDesk(page, 'supplier-notes', { storeCode, supplier: 'Volcán', reason: 'Rota', lines });
    const addresses = await addressesWithWork(page, String(wave.id));
    // The status page shows machine texts without spaces.
    await page.route('**/v1/admin/status', async (route) => {
      const answer = await route.fetch();
      const status = await answer.json();
      status.data.parts.push({ about: 'disk', state: 'sound', text: 'aFolderWithALongName'.repeat(4) });
      await route.fulfill({ response: answer, json: status });
    });
    const known = new Set<string>();
    const visit = async (address: string, title?: string): Promise<void> => {
      await page.goto(`/admin/${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title ?? '');
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    };
    // The page of an invitation is part of desk.spec.ts.
    for (const route of routes.filter((path) => path !== 'invitacion')) {
      const { address, title } = addresses[route] ?? { address: route, title: titles[route] };
      expect(title, `an address and a title for ${route}`).toBeDefined();
      await visit(address, title);
      await inspectPage(page, `desk-${address.replaceAll('/', '-')}`, info);
      // On a phone an order's line fits the screen. Content next to the screen would be in a scrolling box.
      if (isPhone && route === 'ordenes/:number')
        for (const line of await page.locator('.order-lines tr').all())
          expect(await line.evaluate((row) => row.getBoundingClientRect().right <= innerWidth)).toBe(true);
      await lookAtDialogs(page, info, known);
    }
    // Orders and shipments in other states, which show other buttons.
    const others = [`ordenes/${(await firstOf(page, 'orders?shipment=ready')).number}`];
    for (const state of ['ready', 'picking', 'sent', 'at_store', 'undelivered'])
      others.push(`preparacion/${(await firstOf(page, `shipments?state=${state}`)).id}`);
    for (const address of others) {
      await visit(address);
      await lookAtDialogs(page, info, known);
    }
    const closed = await sendDesk(page, 'tills', { storeCode, name: `Caja ${isPhone ? 8 : 9}` });
    for (const till of ['', String(closed.id)]) {
      await page.evaluate((id) => localStorage.setItem('ceiba.desk.till', id), till);
      await visit('caja');
      await lookAtDialogs(page, info, known);
    }
    // Fails if buttons without the dialog attribute hide the dialogs of a part of the desk. For a unit from another place, the
    // button for a missing unit has a different label.
    const kinds = [...known].map((name) => name.replace('Allá tampoco está', 'No encontrado').split(' en ')[0]);
    expect(someDialogs.filter((name) => !kinds.includes(name))).toEqual([]);
  });
});
