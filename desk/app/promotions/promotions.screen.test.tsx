import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const session = sampleSession('catalogue');

const line = (
  sku: string,
  more: Partial<DeskAnswer<'reviewFlashSales'>['data']['lines'][number]> = {},
): DeskAnswer<'reviewFlashSales'>['data']['lines'][number] => ({
  ...{ sku, title: `Televisor ${sku}`, price: 1_234.5, salesPrice: 2_000, fault: null, doubts: [], change: null },
  ...more,
});

const typeList = async (user: Awaited<ReturnType<typeof openDesk>>['user'], lines: string): Promise<void> => {
  await user.type(await screen.findByLabelText(/^Desde/), '2026-12-10T08:00');
  await user.type(screen.getByLabelText(/^Hasta/), '2026-12-10T20:00');
  await user.click(screen.getByRole('textbox', { name: /Productos y precios/ }));
  await user.paste(lines);
  await user.click(screen.getByRole('button', { name: 'Revisar' }));
};

test.each([1440, 390])(
  '[PROD-11] a pasted list is checked line by line, then created as a whole, at %i',
  async (width) => {
    const desk = await openDesk('/promociones/relampago/lista', {
      session,
      width,
      calls: {
        reviewFlashSales: {
          status: 200,
          data: { lines: [line('TV-1'), line('TV-2', { doubts: ['Subió poco antes.'] })] },
        },
        createFlashSales: { status: 201, data: { created: 2 } },
        getFlashSaleCalendar: { status: 200, data: [] },
      },
    });
    await typeList(desk.user, 'sku\tprecio\nTV-1\tQ1,234.50\nTV-2\t1234.5\n');
    expect(await screen.findByText('Subió poco antes.')).toBeVisible();
    const lines = [
      { sku: 'TV-1', price: 1_234.5 },
      { sku: 'TV-2', price: 1_234.5 },
    ];
    const body = { startsAt: '2026-12-10T14:00:00.000Z', endsAt: '2026-12-11T02:00:59.999Z', lines };
    expect(desk.sentTo('reviewFlashSales').map((sent) => sent.body)).toEqual([body]);
    await desk.user.click(screen.getByRole('button', { name: 'Crear 2 ofertas' }));
    await waitFor(() => expect(desk.address()).toBe('/promociones/relampago/calendario'));
    expect(desk.sentTo('createFlashSales').map((sent) => sent.body)).toEqual([body]);
  },
);

test('[PROD-10] a large change is shown at its line, and the list is created only with a reason', async () => {
  const change = 'Lo que paga el cliente baja 99 %, de Q4,000.00 a Q40.00.';
  const desk = await openDesk('/promociones/relampago/lista', {
    session,
    calls: {
      reviewFlashSales: { status: 200, data: { lines: [line('TV-1', { price: 40, change }), line('TV-2')] } },
      createFlashSales: { status: 201, data: { created: 2 } },
      getFlashSaleCalendar: { status: 200, data: [] },
    },
  });
  await typeList(desk.user, 'TV-1\t40\nTV-2\t1234.5');
  expect(await screen.findByRole('cell', { name: change })).toBeVisible();
  const button = screen.getByRole('button', { name: 'Crear 2 ofertas' });
  await desk.user.click(button);
  expect(await screen.findByText('Un precio así lleva su motivo.')).toBeVisible();
  expect(desk.sentTo('createFlashSales')).toEqual([]);
  await desk.user.type(screen.getByRole('textbox', { name: /Motivo/ }), 'Liquidación');
  await desk.user.click(button);
  await waitFor(() => expect(desk.sentTo('createFlashSales')).toHaveLength(1));
  expect(desk.sentTo('createFlashSales')[0]?.body).toMatchObject({ reason: 'Liquidación' });
});

test('[PROD-10] a list that the shop refuses for want of a reason keeps its lines, and is sent again with the reason', async () => {
  const asked = 'TV-1: Lo que paga el cliente, Q40.00, queda por debajo del costo. Confírmalo y escribe el motivo.';
  const desk = await openDesk('/promociones/relampago/lista', {
    session,
    calls: {
      reviewFlashSales: { status: 200, data: { lines: [line('TV-1', { price: 40 })] } },
      createFlashSales: ({ body }) =>
        'reason' in Object(body)
          ? { status: 201, data: { created: 1 } }
          : refusal('VALIDATION_ERROR', { fields: { reason: asked } }),
      getFlashSaleCalendar: { status: 200, data: [] },
    },
  });
  await typeList(desk.user, 'TV-1\t40');
  const button = await screen.findByRole('button', { name: 'Crear 1 oferta' });
  expect(screen.queryByRole('textbox', { name: /Motivo/ })).toBeNull();
  await desk.user.click(button);
  const reason = await screen.findByRole('textbox', { name: /Motivo/ });
  await waitFor(() => expect(reason).toHaveAccessibleDescription(asked));
  await desk.user.type(reason, 'Liquidación');
  await desk.user.click(button);
  await waitFor(() => expect(desk.address()).toBe('/promociones/relampago/calendario'));
  expect(desk.sentTo('createFlashSales')[1]?.body).toMatchObject({ reason: 'Liquidación' });
});

test('[PROD-11] a list with a wrong line cannot be created, and an unreadable line is not sent', async () => {
  const fault = 'Ese producto ya tiene una oferta relámpago en esas fechas.';
  const desk = await openDesk('/promociones/relampago/lista', {
    session,
    calls: { reviewFlashSales: { status: 200, data: { lines: [line('TV-1', { fault })] } } },
  });
  await typeList(desk.user, 'TV-1\tbarato\nTV-2');
  expect(await screen.findByText(/No se entiende «TV-2»/)).toBeVisible();
  expect(desk.sentTo('reviewFlashSales')).toEqual([]);
  const lines = screen.getByRole('textbox', { name: /Productos y precios/ });
  await desk.user.clear(lines);
  await desk.user.type(lines, 'TV-1 1234.5');
  await desk.user.click(screen.getByRole('button', { name: 'Revisar' }));
  expect(await screen.findByText(fault)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();
});

test('a list that overlaps since its check is refused, and must be checked again', async () => {
  const desk = await openDesk('/promociones/relampago/lista', {
    session,
    calls: {
      reviewFlashSales: { status: 200, data: { lines: [line('TV-1')] } },
      createFlashSales: refusal('OVERLAPPING_PERIOD', {}, 'Ese producto ya tiene una oferta.'),
    },
  });
  await typeList(desk.user, 'TV-1\t1234.5');
  await desk.user.click(await screen.findByRole('button', { name: 'Crear 1 oferta' }));
  expect(await screen.findByText('Ese producto ya tiene una oferta.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Crear/ })).toBeNull();
});

const groups: DeskAnswer<'getFlashSaleCalendar'> = {
  status: 200,
  data: [
    {
      ...{ startsAt: '2026-12-10T14:00:00.000Z', endsAt: '2026-12-12T02:00:00.000Z', state: 'planned', products: 200 },
      ...{ id: null, titles: ['Radio 1', 'Radio 2', 'Radio 3'] },
    },
    {
      ...{ startsAt: '2026-12-15T14:00:00.000Z', endsAt: '2026-12-15T20:00:00.000Z', state: 'planned', products: 1 },
      ...{ id: '7', titles: ['Televisor 43"'] },
    },
  ],
};

test('[PROD-11] the calendar shows each sale on all its days, and links to other months', async () => {
  const desk = await openDesk('/promociones/relampago/calendario?mes=2026-12', {
    session,
    calls: { getFlashSaleCalendar: groups },
  });
  const month = within(await screen.findByRole('table', { name: 'diciembre de 2026' }));
  expect(month.getAllByRole('link', { name: '200 productos' })).toHaveLength(2);
  expect(month.getByRole('link', { name: 'Televisor 43"' })).toHaveAttribute('href', '/promociones/relampago/7');
  expect(desk.sentTo('getFlashSaleCalendar').map(({ query }) => query)).toEqual([
    { from: '2026-11-30', to: '2027-01-03' },
  ]);
  await desk.user.click(screen.getByRole('link', { name: 'Anterior' }));
  expect(await screen.findByRole('heading', { name: 'noviembre de 2026' })).toBeVisible();
  await desk.user.click(screen.getByRole('link', { name: 'Siguiente' }));
  await desk.user.click(screen.getByRole('link', { name: 'Siguiente' }));
  expect(await screen.findByRole('heading', { name: 'enero de 2027' })).toBeVisible();
});

test.each([1440, 390])('[PROD-11] all sales of a list are ended together from the calendar, at %i', async (width) => {
  const desk = await openDesk('/promociones/relampago/calendario?mes=2026-12', {
    session,
    width,
    calls: { getFlashSaleCalendar: groups, endFlashSales: { status: 200, data: { ended: 0, removed: 200 } } },
  });
  const list = within(await screen.findByRole('list', { name: 'Ofertas del mes' }));
  expect(list.getByRole('link', { name: '200 productos' })).toHaveAttribute(
    'href',
    '/promociones/relampago?startsAtFrom=2026-12-10&startsAtTo=2026-12-10',
  );
  await desk.user.click(list.getByRole('button', { name: 'Terminar todas' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /¿Terminar las ofertas de 200 productos\?/ }));
  await desk.user.click(dialog.getByRole('button', { name: 'Terminar todas' }));
  await waitFor(() => expect(desk.sentTo('endFlashSales')).toHaveLength(1));
  const [{ startsAt, endsAt } = { startsAt: '', endsAt: '' }] = groups.data;
  expect(desk.sentTo('endFlashSales')[0]?.body).toEqual({ startsAt, endsAt });
  await waitFor(() => expect(desk.sentTo('getFlashSaleCalendar').length).toBeGreaterThan(1));
});

test('[PROD-11] a running sale can be ended from its page', async () => {
  const sale: DeskAnswer<'getFlashSale'>['data'] = {
    ...{
      id: '7',
      sku: 'TV-1',
      product: 'Televisor 43"',
      state: 'current',
      price: 500,
      salesPrice: 1_000,
      reason: null,
    },
    ...{ startsAt: '2026-11-20T14:00:00.000Z', endsAt: '2026-12-20T14:00:59.999Z', version: 3, actions: ['end'] },
  };
  const desk = await openDesk('/promociones/relampago/7', {
    session: sampleSession('manager'),
    calls: {
      getFlashSale: { status: 200, data: sale },
      getHistory: { status: 200, data: [], next: null },
      endFlashSale: { status: 200, data: { ...sale, state: 'ended', version: 4, actions: [] } },
    },
  });
  expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull();
  await desk.user.click(await screen.findByRole('button', { name: 'Terminar ahora' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: /¿Terminar la oferta de Televisor/ }));
  await desk.user.click(dialog.getByRole('button', { name: 'Terminar ahora' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminar ahora' })).toBeNull());
  expect(desk.sentTo('endFlashSale')[0]?.body).toEqual({ version: 3 });
});

const offers: DeskAnswer<'getProductOffers'>['data'] = {
  ...{ sku: 'TV-1', title: 'Televisor 43"', price: 900 },
  flashSale: { id: '7', price: 900, endsAt: '2026-12-20T14:00:00.000Z' },
  gifts: [{ id: '1', title: 'Soporte de pared', endDate: null }],
  companions: [],
  warranties: [{ code: 'G-1', label: 'Un año más', amount: 99, category: 'Televisores' }],
  stockOffer: { id: '3', threshold: 5, category: null, text: 'Solo quedan 3 disponibles' },
};

test.each([1440, 390])(
  '[PROD-11] the preview names the offers of a product and their sources, at %i',
  async (width) => {
    const desk = await openDesk('/promociones/producto', {
      session,
      width,
      calls: {
        getProductOffers: ({ params }) =>
          params['sku'] === 'TV-1' ? { status: 200, data: offers } : refusal('PRODUCT_NOT_FOUND'),
      },
    });
    const sku = await screen.findByRole('textbox', { name: /SKU/ });
    await desk.user.type(sku, 'TV-1{Enter}');
    expect(await screen.findByText(/«Solo quedan 3 disponibles»/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Soporte de pared' })).toHaveAttribute('href', '/promociones/regalos/1');
    expect(screen.getByText('Q99.00 · De la categoría Televisores')).toBeVisible();
    expect(screen.getByText('Ninguno: se recomienda lo que más se compra con él.')).toBeVisible();
    await desk.user.clear(sku);
    await desk.user.type(sku, 'NADA{Enter}');
    expect(await screen.findByText('No lo encontramos')).toBeVisible();
  },
);
