import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { courierDetail, couriersPage, sampleCourier } from '../testing/entity-answers.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const guatex = sampleCourier();
const kukul = sampleCourier({ code: 'kukul', name: 'Expreso Kukul', version: 1 });
const noHistory = { status: 200, data: [], next: null } as const;
const nameTaken = 'Ya hay una mensajería con ese nombre.';

test('[OFF-21] after a conflict over a courier, typed values stay, and the next save uses the new version', async () => {
  let now = guatex;
  const refusals = [
    () => {
      now = { ...guatex, isActive: false, version: 4 };
      return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
    },
    () => refusal('IN_USE', { fields: { name: nameTaken } }, nameTaken),
  ];
  const desk = await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('manager'),
    calls: {
      listCouriers: () => couriersPage(now, kukul),
      getCourier: () => courierDetail(now),
      getHistory: noHistory,
      changeCourier: () => {
        const refused = refusals.pop()?.();
        if (refused !== undefined) return refused;
        now = { ...guatex, name: 'Guatex Xela', isActive: false, version: 5 };
        return courierDetail(now);
      },
    },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Guatex' }));
  const name = await screen.findByRole('textbox', { name: /Nombre/ });
  expect(name).toHaveValue('Guatex');
  expect(screen.getByText('Los envíos que ya salieron conservan el nombre con el que salieron.')).toBeVisible();
  await desk.user.clear(name);
  await desk.user.type(name, 'Guatex Xela');
  const press = () => desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await press();
  await waitFor(() => expect(name).toHaveAccessibleDescription(nameTaken));
  expect(name).toHaveFocus();
  await press();
  const conflict = within(await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }));
  expect(conflict.getByText(/^Brenda Coc lo guardó mientras lo editabas/)).toBeVisible();
  expect(conflict.getByRole('row', { name: /^Estado Recibe bultos Ya no recibe Sin cambio/ })).toBeVisible();
  expect(conflict.getByRole('row', { name: /^Nombre Sin cambio Guatex Guatex Xela/ })).toBeVisible();
  await desk.user.click(conflict.getByRole('button', { name: 'Combinar' }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Guatex Xela' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Estado' })).toHaveDisplayValue('Ya no recibe');
  expect(desk.sentTo('changeCourier').map(({ params, body }) => ({ params, body }))).toEqual(
    [3, 3, 4].map((version) => ({ params: { code: 'guatex' }, body: { version, name: 'Guatex Xela' } })),
  );
});

test('a courier is created from the manifests, and its page opens', async () => {
  const desk = await openDesk('/manifiestos', {
    session: sampleSession('manager'),
    calls: {
      listCouriers: couriersPage(kukul),
      listManifests: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      createCourier: courierDetail(guatex),
      getCourier: courierDetail(guatex),
      getHistory: noHistory,
    },
  });
  await desk.user.click(await within(await screen.findByRole('main')).findByRole('link', { name: 'Mensajerías' }));
  await desk.user.click(await screen.findByRole('link', { name: 'Nueva mensajería' }));
  expect(desk.address()).toBe('/manifiestos/mensajerias/+');
  const name = await screen.findByRole('textbox', { name: /Nombre/ });
  await desk.user.click(screen.getByRole('button', { name: 'Crear mensajería' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Falta este dato.'));
  await desk.user.type(name, 'Guatex{Enter}');
  expect(await screen.findByText('Mensajería creada')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Guatex' })).toBeVisible();
  expect(desk.address()).toBe('/manifiestos/mensajerias/guatex');
  expect(desk.sentTo('createCourier').map(({ body }) => body)).toEqual([{ name: 'Guatex', isActive: true }]);
});

test('leaving an unsaved new courier needs a confirmation', async () => {
  const desk = await openDesk('/manifiestos/mensajerias/+', {
    session: sampleSession('manager'),
    calls: { listCouriers: couriersPage(kukul) },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /Nombre/ }), 'Guatex');
  const path = within(screen.getByRole('navigation', { name: 'Ruta' }));
  await desk.user.click(path.getByRole('link', { name: 'Mensajerías' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Salir sin guardar' }));
  expect(await screen.findByRole('link', { name: 'Expreso Kukul' })).toBeVisible();
});

test('[OFF-08] a person who may not change settings sees the couriers read-only', async () => {
  const desk = await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('warehouse'),
    calls: { listCouriers: couriersPage(kukul), getCourier: courierDetail(kukul), getHistory: noHistory },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Expreso Kukul' }));
  expect(await screen.findByRole('heading', { name: 'Expreso Kukul' })).toBeVisible();
  expect(screen.getByText('Recibe bultos')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Guardar|Nueva/ })).toBeNull();
});

test('without couriers the page says that the list is empty', async () => {
  await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('manager'),
    calls: { listCouriers: couriersPage() },
  });
  expect(await screen.findByRole('heading', { name: 'Nada por aquí' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nueva mensajería' })).toBeVisible();
});

test('[OFF-22] "Deshacer" reverts a new visibility unless the courier changed since, but not a new name', async () => {
  let now = guatex;
  let isOvertaken = false;
  const desk = await openDesk('/manifiestos/mensajerias/guatex', {
    session: sampleSession('manager'),
    calls: {
      getCourier: () => courierDetail(now),
      getHistory: noHistory,
      changeCourier: ({ body }) => {
        if (isOvertaken) return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc' });
        now = { ...now, ...(body as object), version: now.version + 1 };
        return courierDetail(now);
      },
    },
  });
  const state = await screen.findByRole('combobox', { name: 'Estado' });
  const press = () => desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await desk.user.selectOptions(state, 'Ya no recibe');
  await press();
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Deshecho')).toBeVisible();
  expect(state).toHaveDisplayValue('Recibe bultos');
  expect(desk.sentTo('changeCourier').map(({ body }) => body)).toEqual([
    { version: 3, isActive: false },
    { version: 4, isActive: true },
  ]);
  await desk.user.selectOptions(state, 'Ya no recibe');
  await press();
  const again = await screen.findByRole('button', { name: 'Deshacer' });
  isOvertaken = true;
  await desk.user.click(again);
  expect(await screen.findByText(/No se pudo deshacer. Brenda Coc lo cambió antes/)).toBeVisible();
  expect(state).toHaveDisplayValue('Ya no recibe');
  isOvertaken = false;
  const name = screen.getByRole('textbox', { name: /Nombre/ });
  await desk.user.type(name, ' Xela');
  await press();
  await screen.findByRole('heading', { name: 'Guatex Xela' });
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('[OFF-14] a form with required fields explains the asterisk once', async () => {
  await openDesk('/manifiestos/mensajerias/+', { session: sampleSession('manager'), calls: {} });
  expect(await screen.findByRole('textbox', { name: /Nombre/ })).toBeRequired();
  expect(screen.getAllByText('Dato obligatorio')).toHaveLength(1);
});
