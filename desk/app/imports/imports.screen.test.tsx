import type { ImportDetail } from '@ceiba/contract/desk/imports';
import type { PriceList } from '@ceiba/contract/desk/price-plans';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const id = '0190f5c8-0000-7000-8000-000000000002';

const sampleImport = (changes: Partial<ImportDetail> = {}): ImportDetail => ({
  id,
  kind: 'prices',
  state: 'checked',
  mode: 'whole',
  fileName: 'precios.csv',
  total: 3,
  done: 0,
  failed: 0,
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:10.000Z',
  actions: ['apply', 'cancel'],
  counts: { new: 0, changed: 2, equal: 1, wrong: 0, conflict: 0 },
  system: null,
  headings: [{ heading: 'Precio', column: 'precio' }],
  warnings: [],
  refusal: null,
  sample: [
    { row: 2, key: ['TV-55'], outcome: 'changed', changes: [{ column: 'precio', before: '500.00', after: '450.00' }] },
  ],
  rows: [],
  ...changes,
});

const priceList: PriceList = {
  ...{ id, state: 'draft', startsAt: null, reason: null, by: '', why: null, settledAt: null, actions: [] },
  counts: { rows: 0, raised: 0, lowered: 0, large: 0, belowCost: 0, reverted: 0, changed: 0, unpriced: 0 },
};

const calls = (run: ImportDetail = sampleImport()): DeskCalls => ({
  getImport: { status: 200, data: run },
  getPriceList: { status: 200, data: priceList },
  listPriceListRows: { status: 200, data: [], next: null },
  getHistory: { status: 200, data: [], next: null },
});

const session = sampleSession('owner');

test('[OFF-19, BULK-03] the page of an import shows the differences, and asks before the import applies them', async () => {
  const {
    sample: _s,
    counts: _c,
    rows: _r,
    headings: _h,
    warnings: _w,
    refusal: _f,
    system: _y,
    ...run
  } = sampleImport({ kind: 'products' });
  const desk = await openDesk(`/importaciones/${id}`, {
    session,
    calls: {
      ...calls(sampleImport({ kind: 'products' })),
      applyImport: { status: 202, data: { ...run, state: 'applying', actions: [] } },
    },
  });
  const row = (await screen.findByText('TV-55')).closest('tr');
  expect(row).toHaveTextContent(/500\.00.*450\.00/);
  await desk.user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Aplicar 2 filas' }));
  await waitFor(() => expect(desk.sentTo('applyImport').map(({ params }) => params)).toEqual([{ id }]));
});

test('[PROD-10] a file of flash sales is applied with the reason that the shop asks for', async () => {
  const text = 'Un precio queda por debajo del costo. Confírmalo y escribe el motivo.';
  const {
    counts: _c,
    system: _s,
    headings: _h,
    warnings: _w,
    refusal: _f,
    sample: _p,
    rows: _r,
    ...run
  } = sampleImport({ kind: 'flash-sales' });
  const desk = await openDesk(`/importaciones/${id}`, {
    session,
    calls: {
      ...calls(sampleImport({ kind: 'flash-sales' })),
      applyImport: ({ body }) =>
        'reason' in Object(body)
          ? { status: 202, data: { ...run, state: 'applying', actions: [] } }
          : refusal('VALIDATION_ERROR', { fields: { reason: text } }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Aplicar' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Aplicar este archivo?' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Aplicar archivo' }));
  const reason = dialog.getByRole('textbox', { name: /^Motivo/ });
  await waitFor(() => expect(reason).toHaveAccessibleDescription(text));
  await desk.user.type(reason, 'Remate');
  await desk.user.click(dialog.getByRole('button', { name: 'Aplicar archivo' }));
  await waitFor(() => expect(desk.sentTo('applyImport').at(-1)?.body).toEqual({ reason: 'Remate' }));
});

test('[BULK-04] errors show row, column and text, and a link to all errors; a refused cancel shows the reason', async () => {
  const wrong = sampleImport({
    actions: ['cancel'],
    refusal: { code: 'IMPORT_INVALID', text: 'El archivo tiene errores: nada cambió.' },
    rows: [{ row: 4, column: 'precio', value: 'abc', code: 'INVALID_VALUE', text: '«abc» no es un monto.' }],
  });
  const desk = await openDesk(`/importaciones/${id}`, {
    session,
    calls: {
      ...calls(wrong),
      cancelImport: refusal('IMPORT_NOT_CHECKED', {}, 'Esta importación ya no se puede cancelar.'),
    },
  });
  expect((await screen.findByText('«abc» no es un monto.')).closest('tr')).toHaveTextContent('4precioabc');
  expect(screen.getByText('El archivo tiene errores: nada cambió.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Archivo con errores' })).toHaveAttribute(
    'href',
    `/v1/admin/imports/${id}/errors`,
  );
  expect(screen.queryByRole('button', { name: 'Aplicar' })).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Cancelar importación' }));
  expect(await screen.findByText(/ya no se puede cancelar/)).toBeVisible();
});

test('[PRICE-05] an unproven offer of a file is an error of its row, and the file is not applied', async () => {
  const text = 'Tiene dudas y falta su motivo: guárdala en el producto, o mírala en «Revisión de ofertas».';
  const wrong = sampleImport({
    actions: ['cancel'],
    refusal: { code: 'IMPORT_INVALID', text: 'El archivo tiene errores: nada cambió.' },
    rows: [{ row: 2, column: 'oferta', value: '399', code: 'UNPROVEN_OFFER', text }],
  });
  await openDesk(`/importaciones/${id}`, { session, calls: calls(wrong) });
  expect((await screen.findByText(text)).closest('tr')).toHaveTextContent('2oferta399');
  expect(screen.queryByRole('button', { name: 'Aplicar' })).toBeNull();
});

test('an upload without a file asks for the file, and sends nothing', async () => {
  const {
    sample: _s,
    counts: _c,
    rows: _r,
    headings: _h,
    warnings: _w,
    refusal: _f,
    system: _y,
    ...run
  } = sampleImport();
  const { actions: _a, mode: _m, updatedAt: _u, ...row } = run;
  const desk = await openDesk('/importaciones', {
    session,
    calls: {
      listImports: {
        status: 200,
        data: [{ ...row, actor: 'Ana' }],
        next: null,
        total: { value: 1, capped: false },
      },
    },
  });
  expect(await screen.findByRole('link', { name: 'precios.csv' })).toHaveAttribute('href', `/importaciones/${id}`);
  await desk.user.click(screen.getByRole('button', { name: 'Subir archivo' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Subir y revisar' }));
  expect(await screen.findByText('Elige el archivo.')).toBeVisible();
  expect(desk.sentTo('createImport')).toEqual([]);
});

const template = (changes: object = {}) => ({
  status: 200,
  data: {
    isPresent: true,
    hasSheet: true,
    columns: [
      {
        name: 'marca',
        about: 'El nombre de la marca.',
        accepts: 'un texto de hasta 80 letras',
        needed: 'always' as const,
        isClearable: false,
        isExtra: false,
        values: null,
        example: 'Volcán',
      },
      {
        name: 'estado',
        about: 'Si se ve.',
        accepts: 'una palabra de su lista',
        needed: 'never' as const,
        isClearable: false,
        isExtra: false,
        values: { total: 2, first: ['visible', 'oculta'] },
        example: 'visible',
      },
    ],
    ...changes,
  },
});

test('[BULK-10] the page of templates explains each column, and links to templates and allowed values', async () => {
  const desk = await openDesk('/importaciones/plantillas?tipo=brands', {
    session,
    calls: { getImportTemplate: template() },
  });
  const [brand, state] = await screen.findAllByRole('listitem', { name: /^(marca|estado)/ });
  expect(brand).toHaveTextContent(/marcaEn cada filaEl nombre de la marca\.Escribe un texto de hasta 80 letras\./);
  expect(state).toHaveTextContent(/visible · oculta/);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Descargar plantilla')).toBe('/v1/admin/import-templates/brands/file');
  expect(hrefOf('Valores permitidos')).toBe('/v1/admin/import-templates/brands/values');
  expect(desk.sentTo('getImportTemplate').map(({ params }) => params)).toEqual([{ kind: 'brands' }]);
});

test('[BULK-10] the category of the products is part of the address and of the template', async () => {
  const names = [{ code: 'audio', name: 'Audio' }];
  const desk = await openDesk('/importaciones/plantillas', {
    session,
    calls: { getImportTemplate: template(), listNames: { status: 200, data: names } },
  });
  await screen.findByRole('option', { name: 'Audio' });
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'audio');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Descargar plantilla' })).toHaveAttribute(
      'href',
      '/v1/admin/import-templates/products/file?category=audio',
    ),
  );
});

test('[BULK-10] the page of templates says how to name the files of pictures', async () => {
  await openDesk('/importaciones/plantillas?tipo=pictures', {
    session,
    calls: { getImportTemplate: template({ hasSheet: false, columns: [] }) },
  });
  expect(await screen.findByRole('heading', { name: 'Cómo se llaman las fotos' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Descargar plantilla' })).toBeNull();
});

test('[BULK-10] the upload dialog links to the template of the chosen kind', async () => {
  const desk = await openDesk('/importaciones', {
    session,
    calls: {
      listImports: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      getImportTemplate: template(),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Subir archivo' }));
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: 'Qué trae' }), 'prices');
  expect(screen.getByRole('link', { name: 'Plantilla y columnas' })).toHaveAttribute(
    'href',
    expect.stringContaining('/importaciones/plantillas?tipo=prices'),
  );
});

test('[BULK-01] the warehouse is offered only its own kinds of files, in words', async () => {
  const desk = await openDesk('/importaciones', {
    session: { ...session, permissions: ['imports.run', 'shipments.send', 'stock.count'] },
    calls: { listImports: { status: 200, data: [], next: null, total: { value: 0, capped: false } } },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Subir archivo' }));
  const kinds = await screen.findByRole('combobox', { name: 'Qué trae' });
  expect([...kinds.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Existencias',
    'Guías de envío',
  ]);
});

test('[BULK-01] the dialog of an upload offers every kind of file that a shop has', async () => {
  const desk = await openDesk('/importaciones', {
    session,
    calls: { listImports: { status: 200, data: [], next: null, total: { value: 0, capped: false } } },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Subir archivo' }));
  const kinds = await screen.findByRole('combobox', { name: 'Qué trae' });
  expect([...kinds.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      ...['Productos', 'Atributos', 'Precios', 'Existencias', 'Costos', 'Códigos de barras', 'Categorías', 'Fotos'],
      ...['Cupones', 'Sinónimos', 'Redirecciones', 'Guías de envío', 'Ofertas de vendedores'],
    ]),
  );
});
