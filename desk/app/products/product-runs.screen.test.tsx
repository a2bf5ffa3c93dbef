import type { ProductRun, ProductRunRow } from '@ceiba/contract/desk/product-runs';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

beforeEach(() => sessionStorage.clear());

const id = '0190f5c8-0000-7000-8000-000000000001';

const sampleRun = (changes: Partial<ProductRun> = {}): ProductRun => ({
  id,
  name: 'Publicar',
  verb: 'publish',
  state: 'applying',
  total: 3,
  done: 1,
  failed: 0,
  counts: { changed: 1, equal: 0, failed: 0, waiting: 2 },
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:10.000Z',
  actor: 'Ana Morales',
  hasRows: true,
  actions: ['cancel'],
  ...changes,
});

const failedRow: ProductRunRow = {
  row: 2,
  sku: 'OND-B31',
  title: 'Barra de sonido',
  outcome: 'failed',
  why: 'Fotos: Agrega al menos una foto.',
};

const listed = (...skus: string[]): DeskAnswer<'listDeskProducts'> => ({
  status: 200,
  data: skus.map((sku) => ({
    ...{
      sku,
      title: `Producto ${sku}`,
      picture: null,
      brand: 'Onda',
      category: 'Barras',
      family: null,
      price: 10,
      regularPrice: 10,
    },
    ...{ stock: 1, state: 'draft' as const, plan: null, createdAt: '2026-11-20T15:00:00.000Z' },
  })),
  next: null,
  total: { value: skus.length, capped: false },
});

const runCalls = (run: ProductRun = sampleRun(), rows: ProductRunRow[] = []): DeskCalls => ({
  getProductRun: { status: 200, data: run },
  listProductRunRows: { status: 200, data: rows, next: null },
  getHistory: { status: 200, data: [], next: null },
});

const session = sampleSession('catalogue');

test('[OFF-19] one run publishes the chosen products, and its page opens', async () => {
  const desk = await openDesk('/productos', {
    session,
    calls: {
      listDeskProducts: listed('A', 'B', 'C'),
      createProductRun: { status: 201, data: sampleRun() },
      ...runCalls(),
    },
  });
  await screen.findByText('Producto A');
  const [, first, second] = screen.getAllByRole('checkbox');
  await desk.user.click(first as HTMLElement);
  await desk.user.click(second as HTMLElement);
  const bar = screen.getByRole('region', { name: 'Selección' });
  await desk.user.click(within(bar).getByRole('button', { name: 'Publicar' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Publicar 2 productos' }));
  expect(await screen.findByRole('heading', { name: 'Publicar' })).toBeVisible();
  expect(desk.address()).toBe(`/productos/cambios/${id}`);
  expect(desk.sentTo('createProductRun').map(({ body }) => body)).toEqual([{ verb: 'publish', skus: ['A', 'B'] }]);
  expect(screen.getByText('1 de 3 productos')).toBeVisible();
});

test('[OFF-19, OFF-18] all products that match a filter get a tag', async () => {
  const desk = await openDesk('/productos?state=draft', {
    session,
    calls: {
      listDeskProducts: { ...listed('A', 'B'), next: 'x', total: { value: 10_000, capped: true } },
      createProductRun: { status: 201, data: sampleRun() },
      ...runCalls(),
    },
  });
  await screen.findByText('Producto A');
  await desk.user.click(screen.getByRole('checkbox', { name: 'Seleccionar esta página' }));
  await desk.user.click(screen.getByRole('button', { name: 'Seleccionar todos los que cumplen el filtro' }));
  const bar = screen.getByRole('region', { name: 'Selección' });
  expect(within(bar).getByText('Todos los que cumplen el filtro')).toBeVisible();
  await desk.user.click(within(bar).getByRole('button', { name: 'Más acciones' }));
  await desk.user.click(await screen.findByRole('menuitem', { name: /^Agregar etiqueta/ }));
  await desk.user.type(await screen.findByRole('textbox', { name: /^Etiqueta/ }), 'navidad');
  await desk.user.click(screen.getByRole('button', { name: 'Empezar' }));
  await waitFor(() =>
    expect(desk.sentTo('createProductRun').map(({ body }) => body)).toEqual([
      { verb: 'tag', value: 'navidad', filter: { state: 'draft' } },
    ]),
  );
});

test('[OFF-19] the page of a run shows the reason of each failure, and can retry failed products', async () => {
  const finishedRun = sampleRun({
    ...{ state: 'done', done: 2, failed: 1, actions: ['retry'] },
    counts: { changed: 1, equal: 1, failed: 1, waiting: 0 },
  });
  const desk = await openDesk(`/productos/cambios/${id}`, {
    session,
    calls: {
      ...runCalls(finishedRun, [failedRow]),
      retryProductRun: { status: 200, data: sampleRun({ counts: { changed: 1, equal: 1, failed: 0, waiting: 1 } }) },
    },
  });
  const row = (await screen.findByText('Fotos: Agrega al menos una foto.')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Falló')).toBeVisible();
  expect(within(row).getByRole('link', { name: 'Barra de sonido' })).toHaveAttribute('href', '/productos/OND-B31');
  expect(screen.getByRole('link', { name: 'Descargar CSV' })).toHaveAttribute(
    'href',
    `/v1/admin/product-runs/${id}/results`,
  );
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Mostrar' }), 'Falló');
  await waitFor(() => expect(desk.sentTo('listProductRunRows').at(-1)?.query).toEqual({ outcome: 'failed' }));
  await desk.user.click(screen.getByRole('button', { name: 'Reintentar fallidos' }));
  await waitFor(() => expect(desk.sentTo('retryProductRun')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Cancelar' })).toBeVisible();
});

test('[OFF-19] canceling a run asks first, and shows an error if the run has already ended', async () => {
  const desk = await openDesk(`/productos/cambios/${id}`, {
    session,
    calls: {
      ...runCalls(),
      cancelProductRun: refusal('TRANSITION_NOT_ALLOWED', {}, 'Este cambio ya terminó.'),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText(/^Faltan 2 productos\./)).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar el cambio' }));
  expect(await screen.findByText(/Este cambio ya terminó/)).toBeVisible();
});

test('the list of runs links to each run, and the page of a run says if its results were deleted', async () => {
  const run = sampleRun({ state: 'canceled', actions: [], hasRows: false });
  const { counts: _c, updatedAt: _u, hasRows: _h, actions: _a, verb: _v, ...row } = run;
  const desk = await openDesk('/productos/cambios', {
    session,
    calls: {
      listProductRuns: { status: 200, data: [row], next: null, total: { value: 1, capped: false } },
      ...runCalls(run),
    },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Publicar' }));
  expect(await screen.findByText('El resultado por producto se guarda un mes.')).toBeVisible();
});
