import type { ImportDetail } from '@ceiba/contract/desk/imports';
import { screen, waitFor } from '@testing-library/react';
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

const calls = (run: ImportDetail = sampleImport()): DeskCalls => ({
  getImport: { status: 200, data: run },
  getHistory: { status: 200, data: [], next: null },
});

const session = sampleSession('owner');

test('[OFF-19, BULK-03] the page of an import shows its differences, and asks before it applies them', async () => {
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
  const desk = await openDesk(`/importaciones/${id}`, {
    session,
    calls: { ...calls(), applyImport: { status: 202, data: { ...run, state: 'applying', actions: [] } } },
  });
  const row = (await screen.findByText('TV-55')).closest('tr');
  expect(row).toHaveTextContent(/500\.00.*450\.00/);
  await desk.user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Aplicar 2 filas' }));
  await waitFor(() => expect(desk.sentTo('applyImport').map(({ params }) => params)).toEqual([{ id }]));
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
