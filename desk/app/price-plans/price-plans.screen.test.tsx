import type { ImportDetail } from '@ceiba/contract/desk/imports';
import type { PriceList, PriceListRow, PricePlan } from '@ceiba/contract/desk/price-plans';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { productAnswer, sampleProduct } from '../testing/sample-product.ts';

beforeEach(() => sessionStorage.clear());

const plan = (changes: Partial<PricePlan> = {}): PricePlan => ({
  ...{ id: '7', state: 'planned', at: '2026-12-07T12:00:00.000Z', regularPrice: 1_300, salesPrice: 1_100 },
  ...{ discountEndsAt: null, by: 'Marta Xicará', reason: null, why: null, list: null },
  ...changes,
});

const openProduct = async (calls: DeskCalls, width: number) => {
  const product = sampleProduct({ regularPrice: 1_299, salesPrice: null });
  const desk = await openDesk(`/productos/${product.sku}`, {
    session: sampleSession('catalogue'),
    width,
    calls: {
      getDeskProduct: productAnswer(product),
      listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });
  await screen.findByRole('heading', { name: 'Precios planeados' });
  return desk;
};

test.each([1440, 390])(
  '[PROD-09] a price is planned with an end, refused at its field, and canceled, at %i',
  async (width) => {
    let tries = 0;
    const text = 'Ya hay un precio planeado: elige otra fecha.';
    const desk = await openProduct(
      {
        planPrice: () => {
          tries += 1;
          return tries === 1
            ? refusal('OVERLAPPING_PERIOD', { fields: { at: text } }, text)
            : { status: 201, data: [plan()] };
        },
        cancelPricePlan: { status: 200, data: [] },
      },
      width,
    );
    expect(await screen.findByText('Ningún precio planeado.')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Planear precio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Planear precio' }));
    expect(dialog.getByLabelText(/^Precio(?! de)/)).toHaveValue('1299.00');
    fireEvent.change(dialog.getByLabelText(/^Empieza/), { target: { value: '2026-12-07T06:00' } });
    const price = dialog.getByLabelText(/^Precio(?! de)/);
    await desk.user.clear(price);
    await desk.user.type(price, 'Q1,300.00');
    await desk.user.type(dialog.getByLabelText(/^Precio de oferta/), '1100');
    await desk.user.click(dialog.getByRole('button', { name: 'Planear' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Empieza/)).toHaveAccessibleDescription(text));
    await desk.user.click(dialog.getByRole('button', { name: 'Planear' }));
    expect(await screen.findByText('Q1,300.00, oferta Q1,100.00')).toBeVisible();
    expect(desk.sentTo('planPrice').at(-1)?.body).toEqual({
      ...{ at: '2026-12-07T12:00:00.000Z', regularPrice: 1_300, salesPrice: 1_100, discountEndsAt: null },
    });
    await desk.user.click(screen.getByRole('button', { name: 'Cancelar «Q1,300.00, oferta Q1,100.00»' }));
    expect(await screen.findByText('Ningún precio planeado.')).toBeVisible();
  },
);

test('[PROD-09] a failed plan shows its reason, and a plan of a price list links to the list', async () => {
  const list = { id: '0190f5c8-0000-7000-8000-000000000002', name: 'lunes.csv' };
  await openProduct(
    {
      getProductPricePlans: {
        status: 200,
        data: [
          plan({ id: '8', salesPrice: null, list }),
          plan({ state: 'failed', why: 'El producto está archivado.' }),
        ],
      },
    },
    1440,
  );
  expect(await screen.findByText('No se aplicó: El producto está archivado.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Quitar «/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Lista lunes.csv' })).toHaveAttribute('href', `/importaciones/${list.id}`);
  expect(screen.queryByRole('button', { name: /^Cancelar «/ })).toBeNull();
});

test.each([1440, 390])('[PROD-09] planned prices of all products are listed, at %i', async (width) => {
  await openDesk('/productos/precios', {
    session: sampleSession('catalogue'),
    width,
    calls: {
      listPricePlans: {
        status: 200,
        data: [
          {
            ...{ id: '7', title: 'Televisor 43"', sku: 'TV-1', state: 'failed', startsAt: '2026-12-07T12:00:00.000Z' },
            ...{ presentPrice: 2_000, price: 1_800, regularPrice: 2_000, discountEndsAt: null, list: 'lunes.csv' },
            ...{ why: 'El producto está archivado.', by: 'Marta' },
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
    },
  });
  expect((await screen.findAllByText('Televisor 43"'))[0]).toBeVisible();
  expect(screen.getAllByText('No se aplicó: El producto está archivado.')[0]).toBeVisible();
});

const id = '0190f5c8-0000-7000-8000-000000000002';

const run = (changes: Partial<ImportDetail> = {}): ImportDetail => ({
  ...{ id, kind: 'prices', state: 'checked', mode: 'whole', fileName: 'lunes.csv', total: 2, done: 0, failed: 0 },
  ...{ createdAt: '2026-11-20T15:00:00.000Z', updatedAt: '2026-11-20T15:00:10.000Z', actions: ['apply', 'cancel'] },
  ...{ counts: { new: 0, changed: 2, equal: 0, wrong: 0, conflict: 0 }, system: null, headings: [], warnings: [] },
  ...{ refusal: null, sample: [], rows: [] },
  ...changes,
});

const list = (changes: Partial<PriceList> = {}): PriceList => ({
  ...{ id, state: 'draft', startsAt: null, reason: null, by: '', why: null, settledAt: null, actions: [] },
  counts: { rows: 2, raised: 1, lowered: 1, large: 1, belowCost: 1, reverted: 0, changed: 0, unpriced: 0 },
  ...changes,
});

const rows: PriceListRow[] = [
  {
    sku: 'TV-1',
    title: 'Televisor',
    before: 1_000,
    after: 500,
    percent: -50,
    isLarge: true,
    isBelowCost: true,
    outcome: null,
  },
  {
    sku: 'TV-2',
    title: 'Bocina',
    before: 100,
    after: 105.5,
    percent: 5.5,
    isLarge: false,
    isBelowCost: false,
    outcome: null,
  },
];

const openList = (shown: ImportDetail, now: PriceList, calls: DeskCalls, width = 1440) =>
  openDesk(`/importaciones/${id}`, {
    session: sampleSession('owner'),
    width,
    calls: {
      getImport: { status: 200, data: shown },
      getPriceList: { status: 200, data: now },
      listPriceListRows: { status: 200, data: rows, next: null },
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });

test.each([1440, 390])(
  '[BULK-12, PROD-10] a list shows its changes by size, and is applied with a start and a reason, at %i',
  async (width) => {
    let tries = 0;
    const { counts: _c, system: _s, headings: _h, warnings: _w, refusal: _f, sample: _p, rows: _r, ...brief } = run();
    const desk = await openList(
      run(),
      list(),
      {
        applyImport: () => {
          tries += 1;
          return tries === 1
            ? refusal('VALIDATION_ERROR', { fields: { reason: 'Un precio cambia más de 40 %.' } })
            : { status: 202, data: { ...brief, state: 'applying', actions: [] } };
        },
      },
      width,
    );
    const first = (await screen.findByText('Televisor')).closest('tr');
    const second = screen.getByText('Bocina').closest('tr');
    expect(first?.nextElementSibling).toBe(second);
    expect(first).toHaveTextContent(/Televisor.*Por debajo del costo.*TV-1.*Q1,000\.00.*Q500\.00.*-50 %/);
    expect(second).toHaveTextContent(/Q105\.50.*\+5\.5 %/);
    expect(screen.getByText('2 precios: 1 sube, 1 baja, 1 más de 40 %, 1 por debajo del costo.')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Aplicar' }));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Aplicar esta lista de precios?' }));
    fireEvent.change(dialog.getByLabelText(/^Empieza/), { target: { value: '2026-12-07T06:00' } });
    await desk.user.click(dialog.getByRole('button', { name: 'Aplicar lista' }));
    const reason = dialog.getByRole('textbox', { name: /^Motivo/ });
    await waitFor(() => expect(reason).toHaveAccessibleDescription(/Un precio cambia más de 40 %/));
    await desk.user.type(reason, 'Acuerdo');
    await desk.user.click(dialog.getByRole('button', { name: 'Aplicar lista' }));
    await waitFor(() =>
      expect(desk.sentTo('applyImport').at(-1)?.body).toEqual({
        ...{ startsAt: '2026-12-07T12:00:00.000Z', reason: 'Acuerdo' },
      }),
    );
  },
);

test('[BULK-12] a planned list shows its start, and can be canceled', async () => {
  const planned = list({ state: 'planned', startsAt: '2026-12-07T12:00:00.000Z', by: 'Marta', actions: ['cancel'] });
  const desk = await openList(run({ state: 'done', actions: [] }), planned, {
    cancelPriceList: { status: 200, data: { ...planned, state: 'canceled', actions: [] } },
  });
  expect(await screen.findByText(/^Empieza: 7 de diciembre de 2026.* · Marta$/)).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar lista' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Cancelar esta lista?' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Cancelar lista' }));
  expect(await screen.findByText('Cancelada')).toBeVisible();
});

test('[BULK-12] an applied list is reverted with a reason, and lists the prices that stayed', async () => {
  const applied = list({ state: 'applied', actions: ['revert'] });
  const reverted = list({
    state: 'reverted',
    counts: { rows: 2, raised: 1, lowered: 1, large: 1, belowCost: 0, reverted: 1, changed: 1, unpriced: 0 },
  });
  const desk = await openList(run({ state: 'done', actions: [] }), applied, {
    revertPriceList: { status: 202, data: reverted },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Revertir lista' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Revertir esta lista?' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Lista equivocada');
  await desk.user.click(dialog.getByRole('button', { name: 'Revertir lista' }));
  expect(await screen.findByText(/^Volvieron 1 precio; 1 se quedó, porque alguien lo cambió después\.$/)).toBeVisible();
  expect(desk.sentTo('revertPriceList').map(({ body }) => body)).toEqual([{ reason: 'Lista equivocada' }]);
  await desk.user.click(screen.getByRole('button', { name: 'Ver los que se quedaron' }));
  await waitFor(() => expect(desk.sentTo('listPriceListRows').at(-1)?.query).toEqual({ kept: 'true' }));
});

test('[BULK-12] a list that was not applied shows the reason', async () => {
  const why = 'No se aplicó ningún precio. Archivados: TV-1.';
  await openList(run({ state: 'done', actions: [] }), list({ state: 'failed', why }), {});
  expect(await screen.findByText(why)).toBeVisible();
});
