import type { Purchase } from '@ceiba/contract/desk/purchases';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const tv = {
  ...{ sku: 'TV-55', title: 'Televisor 55', picture: null, codes: ['TV-55', '7401'], supplierCode: 'Q-1' },
  ...{ quantity: 10, received: 0, rejected: 0, unitCost: null },
};
const radio = {
  ...{ sku: 'RADIO', title: 'Radio', picture: null, codes: ['RADIO'], supplierCode: null },
  ...{ quantity: 2, received: 0, rejected: 0, unitCost: null },
};

const purchase = (changes: Partial<Purchase> = {}): Purchase => ({
  ...{ number: 'C-12', state: 'ordered', supplierId: '3', supplier: 'Importadora Quetzal', supplierEmail: null },
  ...{ storeCode: 'BODEGA', storeName: 'Bodega central', expectedOn: null, note: '', isDirect: false },
  ...{ createdAt: '2026-11-20T15:00:00.000Z', orderedAt: '2026-11-20T16:00:00.000Z', endedAt: null, closeReason: null },
  ...{ units: 12, received: 0, showsCosts: false, extraCost: null, total: null },
  lines: [tv, radio],
  receipts: [],
  version: 4,
  actions: ['receive'],
  ...changes,
});
const answer = (data: Purchase) => ({ status: 200, data });
const noHistory = { status: 200, data: [], next: null };
const warehouse = sampleSession('warehouse');
const owner = sampleSession('owner');
const suppliers = { status: 200, data: [{ code: '3', name: 'Importadora Quetzal' }] };
const stores = { status: 200, data: [{ code: 'BODEGA', name: 'Bodega central' }] };
const names = ({ query }: { query: Record<string, string> }) => (query['kind'] === 'supplier' ? suppliers : stores);

test.each([1440, 390])(
  '[BUY-03] a delivery is scanned, with a rejected unit and confirmed extra units, at %i',
  async (width) => {
    const desk = await openDesk('/compras/C-12/recibir', {
      session: warehouse,
      width,
      calls: {
        getPurchase: answer(purchase()),
        receivePurchase: answer(purchase({ state: 'partlyReceived', version: 5 })),
        getHistory: noHistory,
        noteScannedCode: { status: 200, data: { product: null } },
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
    for (const code of ['7401', 'radio', 'RADIO', 'RADIO']) {
      await desk.user.clear(field);
      await desk.user.type(field, `${code}{Enter}`);
    }
    expect(screen.getByRole('status')).toHaveTextContent('Radio1 de más.');
    await desk.user.clear(field);
    await desk.user.type(field, 'abc{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('No es de esta compra');
    await desk.user.click(screen.getByRole('button', { name: 'Rechazar de Televisor 55' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar de Televisor 55' }));
    await desk.user.type(dialog.getByLabelText(/Por qué se rechaza/), 'Caja rota');
    await desk.user.click(dialog.getByRole('button', { name: 'Rechazar' }));
    expect(await screen.findByText('1 rechazada: Caja rota')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Recibir 4 unidades' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Llegó más de lo pedido' }));
    expect(question.getByText('Radio: 1 de más')).toBeVisible();
    expect(desk.sentTo('receivePurchase')).toEqual([]);
    await desk.user.click(question.getByRole('button', { name: 'Recibir todo' }));
    await waitFor(() => expect(desk.address()).toBe('/compras/C-12'));
    const [sent] = desk.sentTo('receivePurchase');
    expect(sent?.body).toEqual({
      ...{ version: 4, note: '', takesExtra: true },
      lines: [
        { sku: 'TV-55', quantity: 1, rejected: 1, reason: 'Caja rota' },
        { sku: 'RADIO', quantity: 3, rejected: 0 },
      ],
    });
    expect(sent?.headers['idempotency-key']).toBeDefined();
  },
);

test('[BUY-03] after a receipt by another person, counted units stay and missing units are read again', async () => {
  let now = purchase();
  const desk = await openDesk('/compras/C-12/recibir', {
    session: warehouse,
    calls: {
      getPurchase: () => answer(now),
      receivePurchase: () => {
        now = purchase({ version: 5, lines: [{ ...tv, received: 9 }, radio] });
        return refusal('VERSION_CONFLICT');
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'TV-55{Enter}');
  await desk.user.click(screen.getByRole('button', { name: 'Recibir 1 unidad' }));
  expect(await screen.findByText('No se recibió')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: 'Llegaron de Televisor 55' })).toHaveValue('1');
  expect(await screen.findByText('de 1')).toBeVisible();
});

const goods = { sku: 'TV-55', title: 'Televisor 55', picture: null, codes: ['TV-55'], supplierCode: null };

test.each([1440, 390])('[BUY-02] a draft is made of found products with their costs, at %i', async (width) => {
  const draft = purchase({ state: 'draft', orderedAt: null, showsCosts: true, actions: ['edit', 'order', 'close'] });
  const desk = await openDesk('/compras/+', {
    session: owner,
    width,
    calls: {
      listNames: names,
      findGoods: ({ query }) => ({
        status: 200,
        data: query['q'] === 'tele' ? [{ ...goods, lastCost: 1_250, isExact: false }] : [],
      }),
      createPurchase: { status: 201, data: draft },
      getPurchase: answer(draft),
      getHistory: noHistory,
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea un código, o escribe el nombre' });
  await desk.user.type(field, 'tele{Enter}');
  await desk.user.click(await screen.findByRole('button', { name: 'Agregar Televisor 55' }));
  const quantity = screen.getByRole('textbox', { name: /^Cantidad de Televisor 55/ });
  await desk.user.clear(quantity);
  await desk.user.type(quantity, '8');
  expect(screen.getByRole('textbox', { name: /^Costo por unidad de Televisor 55/ })).toHaveValue('1250.00');
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: /Proveedor/ }), 'Importadora Quetzal');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /Llega a/ }), 'Bodega central');
  await desk.user.type(screen.getByRole('textbox', { name: /Flete e impuestos/ }), '300');
  await desk.user.click(screen.getByRole('button', { name: 'Guardar borrador' }));
  await waitFor(() => expect(desk.address()).toBe('/compras/C-12'));
  expect(desk.sentTo('createPurchase').map(({ body }) => body)).toEqual([
    {
      ...{ supplierId: '3', storeCode: 'BODEGA', expectedOn: null, note: '', extraCost: 300 },
      lines: [{ sku: 'TV-55', quantity: 8, unitCost: 1_250 }],
    },
  ]);
});

test('[BUY-03, BUY-04] goods are received without an order, and a person who cannot see costs sends no costs', async () => {
  const done = purchase({ state: 'received', isDirect: true, actions: [] });
  const desk = await openDesk('/compras/recibir', {
    session: warehouse,
    calls: {
      listNames: names,
      findGoods: { status: 200, data: [{ ...goods, lastCost: null, isExact: true }] },
      receiveWithoutPurchase: { status: 201, data: done },
      getPurchase: answer(done),
      getHistory: noHistory,
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea un código, o escribe el nombre' });
  for (const units of [1, 2]) {
    await desk.user.type(field, 'TV-55{Enter}');
    expect(await screen.findByText(`Van ${units}.`)).toBeVisible();
  }
  expect(screen.queryByRole('textbox', { name: /Costo|Flete/ })).toBeNull();
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: /Proveedor/ }), 'Importadora Quetzal');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /Llega a/ }), 'Bodega central');
  await desk.user.click(screen.getByRole('button', { name: 'Recibir mercadería' }));
  await waitFor(() => expect(desk.address()).toBe('/compras/C-12'));
  expect(desk.sentTo('receiveWithoutPurchase').map(({ body }) => body)).toEqual([
    { supplierId: '3', storeCode: 'BODEGA', note: '', lines: [{ sku: 'TV-55', quantity: 2 }] },
  ]);
});

test.each([1440, 390])('[BUY-02] a draft is ordered and mailed to its supplier, at %i', async (width) => {
  const draft = purchase({
    ...{ state: 'draft', supplierEmail: 'ventas@quetzal.example', showsCosts: true, extraCost: 0, total: null },
    actions: ['edit', 'order', 'close'],
  });
  const desk = await openDesk('/compras/C-12', {
    session: owner,
    width,
    calls: {
      listNames: names,
      getPurchase: answer(draft),
      getHistory: noHistory,
      orderPurchase: answer({ ...draft, state: 'ordered', version: 5, actions: ['edit', 'send', 'receive', 'close'] }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Pedir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir C-12' }));
  expect(dialog.getByText(/ventas@quetzal.example/)).toBeVisible();
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /correo/ }), 'Sí, con un CSV');
  await desk.user.click(dialog.getByRole('button', { name: 'Pedir' }));
  const receive = await screen.findByRole('link', { name: 'Recibir mercadería' });
  expect(desk.sentTo('orderPurchase').map(({ body }) => body)).toEqual([{ version: 4, mail: 'csv' }]);
  expect(screen.getAllByText('Sin costo')).toHaveLength(2);
  expect(receive).toHaveAttribute('href', '/compras/C-12/recibir');
});

test('[BUY-03, BUY-08] a receipt shows rejected units, accepts a photo of the damage, and prints labels', async () => {
  const line = {
    sku: 'TV-55',
    title: 'Televisor 55',
    quantity: 8,
    rejected: 1,
    reason: 'Caja rota',
    landedValue: null,
  };
  const receipt = { n: 1, at: '2026-11-25T15:00:00.000Z', by: 'Wilmer', note: 'Envío 7731' };
  const shown = (hasPicture: boolean) =>
    purchase({ state: 'partlyReceived', receipts: [{ ...receipt, lines: [{ ...line, hasPicture }] }] });
  const desk = await openDesk('/compras/C-12', {
    session: warehouse,
    calls: { getPurchase: answer(shown(false)), getHistory: noHistory, saveDamagePicture: answer(shown(true)) },
  });
  expect(await screen.findByText(/1 rechazada: Caja rota/)).toBeVisible();
  await desk.user.upload(screen.getByLabelText('Agregar foto'), new File(['x'], 'foto.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByRole('link', { name: 'Ver foto' })).toHaveAttribute(
    'href',
    '/v1/admin/purchases/C-12/receipts/1/pictures/TV-55',
  );
  expect(screen.getByRole('link', { name: 'Etiquetas de estante' })).toHaveAttribute(
    'href',
    '/v1/admin/shelf-labels?skus=TV-55',
  );
});

test.each([1440, 390])(
  '[BUY-05] one press creates a draft for each supplier of the chosen products, at %i',
  async (width) => {
    const row = {
      ...{ picture: null, leadDays: 10, sold30: 3, sold90: 9, salable: 1, onOrder: 0, coverDays: 10, lastCost: null },
      ...{ supplierId: '3', supplier: 'Importadora Quetzal' },
    };
    const desk = await openDesk('/compras/por-reponer', {
      session: owner,
      width,
      calls: {
        listNames: names,
        listReplenishment: {
          status: 200,
          data: [
            { ...row, sku: 'TV-55', title: 'Televisor 55', proposed: 3 },
            { ...row, sku: 'RADIO', title: 'Radio', proposed: 7 },
            { ...row, sku: 'SUELTO', title: 'Suelto', proposed: 1, supplierId: null, supplier: null },
          ],
        },
        draftReplenishment: { status: 201, data: [{ number: 'C-12', supplier: 'Importadora Quetzal' }] },
        getPurchase: answer(purchase({ state: 'draft' })),
        getHistory: noHistory,
      },
    });
    const mine = within(await screen.findByRole('list', { name: 'Por reponer: Importadora Quetzal' }));
    expect(mine.getAllByText(/Vendidas 3 en 30 días, 9 en 90 · Hay 1: alcanza 10 días/)).toHaveLength(2);
    await desk.user.click(mine.getByRole('checkbox', { name: /Radio/ }));
    const quantity = mine.getByRole('textbox', { name: /Cantidad de Televisor 55/ });
    await desk.user.clear(quantity);
    await desk.user.type(quantity, '5');
    await desk.user.selectOptions(await screen.findByRole('combobox', { name: /Llega a/ }), 'Bodega central');
    await desk.user.click(screen.getByRole('button', { name: 'Crear 1 borrador' }));
    await waitFor(() => expect(desk.address()).toBe('/compras/C-12'));
    expect(desk.sentTo('draftReplenishment').map(({ body }) => body)).toEqual([
      { storeCode: 'BODEGA', rows: [{ sku: 'TV-55', supplierId: '3', quantity: 5 }] },
    ]);
  },
);
