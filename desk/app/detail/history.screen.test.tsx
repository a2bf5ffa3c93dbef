import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { courierDetail, sampleCourier } from '../testing/entity-answers.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { orderCalls, sampleOrder } from '../testing/sample-order.ts';
import { sampleShipment, sampleTill, tillsPage } from '../testing/sample-shipment.ts';
import { memberDetail, memberPageCalls, sampleMember } from '../testing/sample-staff.ts';

const at = '2026-11-27T15:04:00.000Z';
const history: DeskCalls['getHistory'] = {
  status: 200,
  data: [
    {
      ...{ id: '7', at, actor: { kind: 'staff', id: null, name: 'Brenda Coc' }, requestId: null },
      ...{ operation: 'changeCourier', entity: 'any', entityId: 'any', reason: 'Se equivocó' },
      ...{ before: { name: 'Antes' }, after: { name: 'Después' } },
    },
  ],
  next: null,
};

const tillRow = sampleTill(1, 'Caja 2');
const member = sampleMember(1);
const ready = { all: 0, late: 0, today: 0, tomorrow: 0, later: 0, cash: 0, pickup: 0 };
const task = { task: 'send-mail', label: 'Enviar un correo' };
const job = { ...task, id: '7', state: 'dead' as const, attempts: 3, createdAt: at, runAt: at, error: 'ECONNREFUSED' };
const kind = { ...task, due: 0, planned: 0, running: 0, failing: 0, dead: 1, oldestSeconds: null };
const jobs: DeskCalls['getJobs'] = {
  status: 200,
  data: { kinds: [{ ...kind, pausedAt: null, pauseReason: null }], failed: [job], schedules: [] },
};
const manifest: DeskCalls['getManifest'] = {
  status: 200,
  data: {
    ...{ id: 'M-2214', state: 'closed', courier: 'guatex', courierName: 'Guatex', storeCode: 'BODEGA' },
    ...{ storeName: 'Bodega', openedAt: at, closedAt: at, shipments: 0, parcels: 0, withCash: 0, cash: 0 },
    ...{ rows: [], forgotten: [], version: 2, actions: ['print'] },
  },
};
const wave: DeskCalls['getPick'] = {
  status: 200,
  data: {
    ...{ id: '12', storeCode: 'BODEGA', storeName: 'Bodega', createdAt: at, staffName: 'Marta' },
    ...{ units: 0, picked: 0, rows: [], shipments: [] },
  },
};
const places = [{ storeCode: 'BODEGA', name: 'Bodega', ready }];
const none = { status: 200, data: [], next: null, total: { value: 0, capped: false } };

interface Case {
  address: string;
  /** The role of a person who may read the entity, but not the audit. */
  role?: Parameters<typeof sampleSession>[0];
  calls: DeskCalls;
  /** The buttons to press, in order, to open the history. Undefined if the page shows the history without a press. */
  presses?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  [`orders/${sampleOrder.number}`]: { address: `/ordenes/${sampleOrder.number}`, role: 'support', calls: orderCalls },
  'shipments/100000042-1': {
    address: '/preparacion/100000042-1',
    role: 'warehouse',
    calls: { getShipment: { status: 200, data: sampleShipment() } },
  },
  'picks/12': {
    address: '/preparacion/tanda/12',
    role: 'warehouse',
    calls: { getPick: wave },
    presses: ['Historial de la tanda 12'],
  },
  'stock/BODEGA': {
    address: '/preparacion?storeCode=BODEGA',
    role: 'warehouse',
    calls: { getPreparation: { status: 200, data: { places, picks: [] } }, listShipments: none },
    presses: ['Estantes', 'Historial de los estantes de Bodega'],
  },
  'manifests/M-2214': { address: '/manifiestos/M-2214', role: 'warehouse', calls: { getManifest: manifest } },
  'couriers/guatex': {
    address: '/manifiestos/mensajerias/guatex',
    role: 'warehouse',
    calls: { getCourier: courierDetail(sampleCourier()) },
  },
  [`tills/${tillRow.id}`]: {
    address: '/caja',
    calls: {
      listTills: tillsPage(tillRow),
      getTill: {
        status: 200,
        data: { ...tillRow, float: 500, movements: [], closing: null, version: 2, actions: ['pay', 'move', 'close'] },
      },
    },
  },
  'jobs/send-mail': {
    address: '/operacion/trabajos',
    calls: { getJobs: jobs },
    presses: ['Historial de Enviar un correo'],
  },
  'jobs/7': {
    address: '/operacion/trabajos',
    calls: { getJobs: jobs },
    presses: ['Historial de Enviar un correo (7)'],
  },
  [`staff/${member.id}`]: {
    address: `/personal/${member.id}`,
    calls: { ...memberPageCalls, getStaffMember: memberDetail(member) },
  },
  'roles/own-1': {
    address: '/personal/roles',
    calls: {
      listRoles: {
        status: 200,
        data: [{ id: 'own-1', label: 'Turno de noche', permissions: [], isBuiltIn: false, members: 0 }],
      },
    },
    presses: ['Historial de Turno de noche'],
  },
};

test.each(Object.entries(cases))('[OFF-11] %s has a history whose rows show the changed fields', async (of, found) => {
  const { address, role = 'owner', calls, presses = [] } = found;
  const desk = await openDesk(address, { session: sampleSession(role), calls: { ...calls, getHistory: history } });
  for (const name of presses) await desk.user.click(await screen.findByRole('button', { name }));
  await desk.user.click(await screen.findByRole('button', { name: 'Cambió la mensajería' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambió la mensajería' }));
  expect(dialog.getByRole('row', { name: 'Nombre Antes Después' })).toBeVisible();
  expect(dialog.getByText(/^Brenda Coc/)).toBeVisible();
  expect(desk.sentTo('getHistory').map(({ params: { entity, entityId } }) => `${entity}/${entityId}`)).toEqual([of]);
});

test('[OFF-11] a history that could not be loaded can be loaded again', async () => {
  let isBroken = true;
  const desk = await openDesk('/manifiestos/M-2214', {
    session: sampleSession('warehouse'),
    calls: {
      getManifest: manifest,
      getHistory: () => (isBroken ? refusal('UNEXPECTED') : { status: 200, data: [], next: null }),
    },
  });
  expect(await screen.findByText('No pudimos leer el historial.')).toBeVisible();
  isBroken = false;
  await desk.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Nadie lo ha cambiado.')).toBeVisible();
});

test('a change is listed once in an order’s history, even with a refund in the same moment', async () => {
  const by = 'Brenda Coc';
  const order: typeof sampleOrder = {
    ...sampleOrder,
    timeline: [
      { at: '2026-11-27T15:04:00.009Z', kind: 'money', text: 'Devuelto a la tarjeta Q199.00', by },
      { at, kind: 'change', text: 'Canceló: Sin existencias', by },
    ],
  };
  await openDesk(`/ordenes/${order.number}`, {
    session: sampleSession('owner'),
    calls: {
      ...orderCalls,
      getDeskOrder: { status: 200, data: order },
      getHistory: {
        status: 200,
        data: [
          {
            ...{ id: '7', at, actor: { kind: 'staff', id: null, name: by }, requestId: null },
            ...{ operation: 'cancelOrder', entity: 'orders', entityId: order.number, reason: 'Sin existencias' },
            ...{ before: {}, after: { status: 'canceled' } },
          },
        ],
        next: null,
      },
    },
  });
  expect(await screen.findByRole('button', { name: 'Canceló: Sin existencias' })).toBeVisible();
  expect(screen.getAllByText(/Canceló/)).toHaveLength(1);
  expect(screen.getAllByText('Devuelto a la tarjeta Q199.00')).toHaveLength(1);
});
