import type { GridResult, GridRow } from '@ceiba/contract/desk/product-grid';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import type { DeskCalls } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

beforeEach(() => sessionStorage.clear());

const product = (n: number, changes: Partial<GridRow> = {}): GridRow => ({
  ...{ sku: `P-${n}`, title: `Producto ${n}`, regularPrice: 100, salesPrice: null, discountEndsAt: null },
  ...{ stock: 5, shelf: null, state: 'published', version: 1 },
  ...changes,
});

const listed = (rows: readonly GridRow[]): DeskAnswer<'listDeskProducts'> => ({
  status: 200,
  data: rows.map(({ sku, title, state }) => ({
    ...{ sku, title, state, picture: null, brand: 'Onda', category: 'Audio', family: null, price: 100 },
    ...{ regularPrice: 100, stock: 5, plan: null, createdAt: '2026-11-20T15:00:00.000Z' },
  })),
  next: null,
  total: { value: rows.length, capped: false },
});

interface Asked {
  sku: string;
  regularPrice?: number | null;
  salesPrice?: number | null;
  isPublished?: boolean;
  shelf?: { to: string | null };
}

/** Simulates a server that saves every sent row, except rows for which the test sets a result. */
const saving =
  (rows: readonly GridRow[], own: Readonly<Record<string, Partial<GridResult>>> = {}) =>
  ({ body }: { body: unknown }) => {
    const { rows: asked = [] }: { rows?: Asked[] } = Object(body);
    const results = asked.map(
      ({ sku }): GridResult => ({
        ...{ sku, outcome: 'changed', fields: {}, changedBy: null, changedAt: null },
        ...own[sku],
      }),
    );
    const now = asked.flatMap(({ sku, regularPrice, shelf }) => {
      const row = rows.find((each) => each.sku === sku);
      if (row === undefined) return [];
      if (own[sku] !== undefined) return [row];
      const price = regularPrice === undefined ? row.regularPrice : regularPrice;
      return [{ ...row, regularPrice: price, shelf: shelf?.to ?? row.shelf, version: row.version + 1 }];
    });
    return { status: 200, data: { run: '0190f5c8-0000-7000-8000-000000000009', rows: now, results } };
  };

/** Chooses all products of the list and opens their grid. */
const open = async (
  rows: readonly GridRow[] = [1, 2, 3].map((n) => product(n)),
  { calls = {}, width = 1440 }: { calls?: DeskCalls; width?: number } = {},
) => {
  const desk = await openDesk('/productos', {
    session: sampleSession('owner'),
    width,
    calls: {
      listDeskProducts: listed(rows),
      listNames: { status: 200, data: [{ code: 'BODEGA', name: 'Bodega' }] },
      getProductGrid: ({ query }) => {
        const skus = String(query.skus).split('\n');
        return { status: 200, data: rows.filter(({ sku }) => skus.includes(sku)) };
      },
      changeProductGrid: saving(rows),
      ...calls,
    },
  });
  await screen.findAllByText('Producto 1');
  // In a wide list, the first checkbox chooses all rows. On a phone, each row has a checkbox.
  const boxes = screen.getAllByRole('checkbox');
  for (const box of width < 1024 ? boxes : boxes.slice(0, 1)) await desk.user.click(box);
  const bar = within(screen.getByRole('region', { name: 'Selección' }));
  await desk.user.click(bar.getByRole('button', { name: 'Editar en cuadrícula' }));
  await screen.findByRole('grid', { name: 'Productos' });
  return desk;
};

const rowOf = (sku: string): HTMLElement => screen.getByRole('link', { name: sku }).closest('tr') as HTMLElement;

/** A cell by its row and its column: 2 price, 3 offer, 4 shelf, 5 published. */
const cell = (sku: string, place: number): HTMLElement =>
  rowOf(sku).querySelector<HTMLElement>(`[data-column="${place}"]`) as HTMLElement;

const sentBodies = (desk: Awaited<ReturnType<typeof open>>): unknown[] =>
  desk.sentTo('changeProductGrid').map(({ body }) => body);

test('[PROD-26] a person edits and saves by keyboard, and the page links to the run with the results', async () => {
  const desk = await open();
  await desk.user.click(cell('P-1', 2));
  await desk.user.keyboard('120{Enter}');
  expect(cell('P-2', 2)).toHaveFocus();
  await desk.user.keyboard('{Enter}{Control>}a{/Control}130{Tab}110{Tab}A-01{Tab} ');
  expect(screen.getByRole('checkbox', { name: 'Publicado: Producto 2' })).not.toBeChecked();
  await desk.user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText('2 productos guardados')).toBeVisible();
  expect(sentBodies(desk)).toEqual([
    {
      place: 'BODEGA',
      rows: [
        { sku: 'P-1', version: 1, regularPrice: 120 },
        {
          ...{ sku: 'P-2', version: 1, regularPrice: 130, salesPrice: 110 },
          ...{ shelf: { from: null, to: 'A-01' }, isPublished: false },
        },
      ],
    },
  ]);
  expect(screen.getByRole('link', { name: /^Ver lo guardado/ })).toHaveAttribute(
    'href',
    '/productos/cambios/0190f5c8-0000-7000-8000-000000000009',
  );
});

test('[PROD-26] a pasted column accepts "Q1,234.50" and "1234.5", refuses "1,234", and can be undone', async () => {
  const desk = await open();
  await desk.user.click(cell('P-1', 2));
  await desk.user.paste('Q1,234.50\n1234.5\n1,234\n');
  expect(cell('P-1', 2)).toHaveTextContent('Q1,234.50');
  expect(cell('P-2', 2)).toHaveTextContent('Q1,234.50');
  expect(cell('P-3', 2)).toHaveTextContent('1,234');
  expect(cell('P-3', 2)).toHaveAccessibleDescription(
    '«1,234» se puede leer de dos maneras. Escribe 1234.50 o 1,234.50.',
  );
  await desk.user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(cell('P-3', 2)).toHaveFocus());
  expect(sentBodies(desk)).toEqual([]);
  await desk.user.keyboard('{Control>}z{/Control}');
  expect(cell('P-1', 2)).toHaveTextContent('Q100.00');
  expect(cell('P-3', 2)).toHaveTextContent('Q100.00');
});

test('[PROD-26] a refused row shows the reason at its cell, and text typed during the save stays', async () => {
  const rows = [1, 2, 3].map((n) => product(n));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const own = { 'P-2': { outcome: 'refused', fields: { regularPrice: 'Es menor que la oferta.' } } } as const;
  const desk = await open(rows, {
    calls: {
      changeProductGrid: async (sent) => {
        await held;
        return saving(rows, own)(sent);
      },
    },
  });
  await desk.user.click(cell('P-1', 2));
  await desk.user.paste('110\n111');
  await desk.user.keyboard('{Control>}s{/Control}');
  await desk.user.click(cell('P-3', 2));
  await desk.user.keyboard('112{Enter}');
  answer();
  expect(
    await screen.findByText('1 producto sin guardar: cada fila dice por qué. Lo demás se guardó (1).'),
  ).toBeVisible();
  expect(cell('P-2', 2)).toHaveAccessibleDescription('Es menor que la oferta.');
  expect(cell('P-3', 2)).toHaveTextContent('Q112.00');
  expect(screen.getByText('2 campos sin guardar')).toBeVisible();
});

test('[PROD-10, PROD-26] prices that the shop asks about need one reason for all rows; the others are saved before', async () => {
  const rows = [1, 2, 3].map((n) => product(n));
  const below = 'Lo que paga el cliente, Q99.00, queda por debajo del costo. Confírmalo y escribe el motivo.';
  const large = 'Lo que paga el cliente sube 41 %, de Q100.00 a Q141.00. Confírmalo y escribe el motivo.';
  const own = {
    'P-1': { outcome: 'refused', fields: { reason: large } },
    'P-2': { outcome: 'refused', fields: { reason: below } },
  } as const;
  const desk = await open(rows, {
    calls: { changeProductGrid: (sent) => saving(rows, 'reason' in Object(sent.body) ? {} : own)(sent) },
  });
  await desk.user.click(cell('P-1', 2));
  await desk.user.paste('141\n99\n101');
  expect(screen.getAllByText(/Al guardar se pide el motivo\.$/)).toHaveLength(1);
  await desk.user.keyboard('{Control>}s{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  expect(dialog.getByText(`Producto 1: ${large} Producto 2: ${below}`)).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Lista nueva');
  await desk.user.click(dialog.getByRole('button', { name: 'Cambiar el precio' }));
  await screen.findByText('3 productos guardados');
  expect(sentBodies(desk)).toMatchObject([
    { rows: [{ sku: 'P-1' }, { sku: 'P-2' }, { sku: 'P-3' }] },
    { reason: 'Lista nueva', rows: [{ sku: 'P-1' }, { sku: 'P-2' }] },
  ]);
});

test('[PROD-26] the grid can be edited on a phone, and a product without stock has no shelf cell', async () => {
  const desk = await open([product(1), product(2, { stock: null })], { width: 390 });
  expect(cell('P-1', 4)).not.toHaveAttribute('aria-readonly');
  expect(cell('P-2', 4)).toHaveAttribute('aria-readonly', 'true');
  await desk.user.dblClick(cell('P-1', 2));
  await desk.user.keyboard('{Control>}a{/Control}105{Enter}');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('1 producto guardado')).toBeVisible();
});

test('[PROD-26] without chosen products the grid links to the list', async () => {
  await openDesk('/productos/cuadricula', { session: sampleSession('owner') });
  expect(await screen.findByRole('link', { name: 'Ir a la lista' })).toHaveAttribute('href', '/productos');
});

test('[PROD-26] with 500 products, typing into a cell renders only its row', async () => {
  const desk = await open(Array.from({ length: 500 }, (_, n) => product(n + 1)));
  expect(desk.sentTo('getProductGrid')).toHaveLength(5);
  const touched = new Set<string>();
  const watch = new MutationObserver((records) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)
        ?.closest('tr')
        ?.getAttribute('aria-rowindex');
      if (row) touched.add(row);
    }
  });
  await desk.user.click(cell('P-250', 2));
  watch.observe(screen.getByRole('grid'), { subtree: true, childList: true, attributes: true, characterData: true });
  await desk.user.keyboard('123.45');
  await waitFor(() => expect(within(cell('P-250', 2)).getByRole('textbox')).toHaveValue('123.45'));
  watch.disconnect();
  expect([...touched]).toEqual(['251']);
});
