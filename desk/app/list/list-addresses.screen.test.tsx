import { methodOf } from '@ceiba/contract/client';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import type { DeskCall } from '@ceiba/contract/desk/endpoints';
import type { ListDeclaration, ListFilter } from '@ceiba/contract/desk/list';
import { auditList } from '@ceiba/contract/desk/lists/audit';
import { cashRefundList } from '@ceiba/contract/desk/lists/cash-refunds';
import { customerList } from '@ceiba/contract/desk/lists/customers';
import { doorCashList } from '@ceiba/contract/desk/lists/door-cash';
import { manifestList } from '@ceiba/contract/desk/lists/manifests';
import { orderList } from '@ceiba/contract/desk/lists/orders';
import { productList } from '@ceiba/contract/desk/lists/products';
import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { returnList } from '@ceiba/contract/desk/lists/returns';
import { shipmentList } from '@ceiba/contract/desk/lists/shipments';
import { staffList } from '@ceiba/contract/desk/lists/staff';
import { closingList } from '@ceiba/contract/desk/lists/till-closings';
import { differenceList } from '@ceiba/contract/desk/lists/till-differences';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk } from '../testing/open-desk.tsx';

/** Each list page, with its declaration and its call. */
const pages: readonly [address: string, list: ListDeclaration, call: DeskCall][] = [
  ['/ordenes', orderList, 'listOrderRows'],
  ['/ordenes/reembolsos', refundList, 'listRefunds'],
  ['/caja/reembolsos', cashRefundList, 'listCashRefunds'],
  ['/clientes', customerList, 'listCustomers'],
  ['/preparacion', shipmentList, 'listShipments'],
  ['/manifiestos/todos', manifestList, 'listManifests'],
  ['/caja/cierres', closingList, 'listTillClosings'],
  ['/caja/diferencias', differenceList, 'listTillDifferences'],
  ['/caja/mensajeros', doorCashList, 'listDoorCash'],
  ['/devoluciones', returnList, 'listDeskReturns'],
  ['/productos', productList, 'listDeskProducts'],
  ['/auditoria', auditList, 'listAudit'],
  ['/personal', staffList, 'listStaff'],
];

/** The default filters of an address without parameters, for pages that have such filters. */
const firstLooks: Readonly<Record<string, Record<string, string>>> = {
  '/preparacion': { state: 'ready', held: 'false', awaiting: 'false', storeCode: 'BODEGA' },
};

const none = { status: 200, data: [], next: null, total: { value: 0, capped: false } };
const ready = { all: 0, late: 0, today: 0, tomorrow: 0, later: 0, cash: 0, pickup: 0 };
const preparation: DeskAnswer<'getPreparation'> = {
  status: 200,
  data: { places: [{ storeCode: 'BODEGA', name: 'Bodega central', ready }], picks: [] },
};

/** Answers the list's call with an empty list, and no other call. */
const callsOf = (call: DeskCall) => ({
  ...Object.fromEntries(
    Object.entries(deskCallTable).flatMap(([name, row]) =>
      methodOf(row) === 'GET' && name !== 'getStaffSession' ? [[name, () => new Promise<never>(() => {})]] : [],
    ),
  ),
  [call]: none,
});

const sampleOf = (name: string, filter: ListFilter): Record<string, string> => {
  switch (filter.kind) {
    case 'choice':
      return { [name]: Object.keys(filter.values).at(-1) ?? '' };
    case 'flag':
      return { [name]: 'false' };
    case 'dates':
      return { [`${name}From`]: '2026-11-01', [`${name}To`]: '2026-11-28' };
    case 'amounts':
      return { [`${name}From`]: '10', [`${name}To`]: '20' };
    case 'text':
      return { [name]: 'Zona 10' };
  }
};

/** A query with every filter of a list, a sort order other than the default, and a search. */
const everything = ({ filters, sorts, search }: ListDeclaration): Record<string, string> => ({
  ...Object.assign({}, ...Object.entries(filters).map(([name, filter]) => sampleOf(name, filter))),
  sort: sorts[0].startsWith('-') ? sorts[0].slice(1) : `-${sorts[0]}`,
  ...(search !== undefined && { q: 'Ana' }),
});

test.each(pages)(
  '[OFF-16] %s reads the filters of its address, and a bare one uses its default',
  async (address, list, call) => {
    const query = everything(list);
    const desk = await openDesk(`${address}?${new URLSearchParams(query)}`, {
      calls: { ...callsOf(call), getPreparation: preparation },
    });
    await waitFor(() => expect(desk.sentTo(call).at(-1)?.query).toEqual(query));
    expect(desk.sentTo(call)).toHaveLength(1);
    await waitFor(() => expect(desk.address()).toContain('columns='));
    await desk.go(address);
    const first = firstLooks[address] ?? {};
    await waitFor(() => expect(desk.sentTo(call).at(-1)?.query).toEqual(first));
    await waitFor(() => expect(desk.address()).toContain('columns='));
    const shownParams = Object.fromEntries(new URLSearchParams(desk.address().split('?')[1]));
    expect(shownParams).toEqual({ ...first, columns: shownParams.columns });
  },
);

test.each(pages)(
  '[OFF-16] %s reads its list once, with its default filters, however late its other calls answer',
  async (address, _, call) => {
    let answer: (reply: typeof preparation) => void = () => {};
    const later = new Promise<typeof preparation>((resolve) => {
      answer = resolve;
    });
    const desk = await openDesk(address, { calls: { ...callsOf(call), getPreparation: () => later } });
    await screen.findByRole('heading', { level: 1, name: /./ });
    answer(preparation);
    await waitFor(() => expect(desk.sentTo(call).map(({ query }) => query)).toEqual([firstLooks[address] ?? {}]));
  },
);
