import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { type Desk, openDesk } from '../testing/open-desk.tsx';
import { besideMember, memberDetail, sampleMember, staffPage } from '../testing/sample-staff.ts';

const person = sampleMember(1, { name: 'Ana', role: 'support' });
const usual = { ...besideMember, listStaff: staffPage([person]) };
const path = `/personal/${person.id}`;

const retype = async ({ user }: Desk, text: string): Promise<void> => {
  const name = await screen.findByLabelText(/Nombre/);
  await user.clear(name);
  await user.type(name, text);
};

test('[OFF-21] a save sends the changed fields alone, with the version they were read with', async () => {
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      changeStaff: memberDetail({ ...person, name: 'Ana López' }, 8),
    },
  });
  await retype(desk, 'Ana López');
  expect(screen.getByText('1 campo sin guardar')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  expect(desk.sentTo('changeStaff').map(({ body }) => body)).toEqual([{ version: 7, name: 'Ana López' }]);
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull();
});

test('[OFF-21] what is typed while a save is under way stays, and is the next save’s', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      changeStaff: async ({ body }) => {
        if (JSON.stringify(body).includes('"version":8'))
          return memberDetail({ ...person, name: 'Ana López Pérez' }, 9);
        await promise;
        return memberDetail({ ...person, name: 'Ana López' }, 8);
      },
    },
  });
  await retype(desk, 'Ana López');
  await desk.user.keyboard('{Control>}s{/Control}');
  await desk.user.type(screen.getByLabelText(/Nombre/), ' Pérez');
  resolve();
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana López Pérez');
  await desk.user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByRole('heading', { name: 'Ana López Pérez' })).toBeInTheDocument();
  expect(desk.sentTo('changeStaff').map(({ body }) => body)).toEqual([
    { version: 7, name: 'Ana López' },
    { version: 8, name: 'Ana López Pérez' },
  ]);
});

/** Somebody has saved `theirs` meanwhile: version 8. */
const raced = (theirs: Partial<typeof person>) => {
  let version = 7;
  let saved = person;
  return {
    ...usual,
    getStaffMember: () => memberDetail(saved, version),
    changeStaff: ({ body }: { body: unknown }) => {
      if (version === 7) {
        version = 8;
        saved = { ...person, ...theirs };
      }
      const sent = body as { version: number; name?: string; role?: string };
      if (sent.version !== version)
        return refusal('VERSION_CONFLICT', {
          current: {},
          changedBy: 'Luis',
          changedAt: '2026-11-26T16:38:00.000Z',
          conflicts: [],
        });
      version += 1;
      saved = {
        ...saved,
        ...(sent.name !== undefined && { name: sent.name }),
        ...(sent.role !== undefined && { role: sent.role }),
      };
      return memberDetail(saved, version);
    },
  };
};

test('[OFF-21] two who changed different fields: the dialog shows both, and combines them without losing either', async () => {
  const desk = await openDesk(path, { calls: raced({ role: 'warehouse' }) });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' });
  expect(within(dialog).getByText(/Luis lo guardó mientras lo editabas/)).toBeInTheDocument();
  const row = (name: string) => within(dialog).getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
  expect(row('Nombre')).toBe('NombreSin cambioAna Ana LópezQueda el tuyo');
  expect(row('Rol')).toBe('RolSoporte BodegaSin cambioQueda el guardado');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Combinar' }));
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  expect(screen.getByLabelText(/Rol/)).toHaveValue('warehouse');
  expect(desk.sentTo('changeStaff').at(-1)?.body).toEqual({ version: 8, name: 'Ana López' });
});

test.each([
  ['Conservar mis cambios', 'Ana López'],
  ['Usar la versión guardada', 'Anita'],
])('[OFF-21] two who changed the same field cannot be combined: %s leaves %s', async (button, name) => {
  const desk = await openDesk(path, { calls: raced({ name: 'Anita' }) });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' });
  expect(within(dialog).queryByRole('button', { name: 'Combinar' })).toBeNull();
  await desk.user.click(within(dialog).getByRole('button', { name: button }));
  expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
  expect(screen.getByLabelText(/Nombre/)).toHaveValue(name);
});

test('[OFF-21] a closed dialog leaves everything as it was typed', async () => {
  const desk = await openDesk(path, { calls: raced({ name: 'Anita' }) });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  await screen.findByRole('alertdialog');
  await desk.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana López');
});

test('a save that got no answer keeps what was typed, and is repeated as the same', async () => {
  let isBroken = true;
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      changeStaff: () => (isBroken ? noAnswer : memberDetail({ ...person, name: 'Ana López' }, 8)),
    },
  });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByText(/No hay conexión con la tienda/)).toBeInTheDocument();
  isBroken = false;
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  const keys = desk.sentTo('changeStaff').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('whoever leaves with changes is asked first', async () => {
  const desk = await openDesk(path, { calls: { ...usual, getStaffMember: memberDetail(person, 7) } });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('link', { name: 'Personal', current: 'page' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' });
  await desk.user.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
  expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana López');
  await desk.user.click(screen.getByRole('link', { name: 'Personal', current: 'page' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(desk.address()).toMatch(/^\/personal(?:\?|$)/));
});

test('[OFF-09] the stores of a person are chosen by their names; none chosen are all', async () => {
  const limited = { ...person, stores: ['XELA'] };
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(limited, 7),
      changeStaff: ({ body }) =>
        memberDetail({ ...person, stores: JSON.stringify(body).includes('BODEGA') ? ['BODEGA', 'XELA'] : null }, 8),
    },
  });
  const choices = within(await screen.findByRole('group', { name: 'Tiendas' }));
  expect(await choices.findByRole('checkbox', { name: 'Tienda Xela' })).toBeChecked();
  await desk.user.click(await choices.findByRole('checkbox', { name: 'Bodega central' }));
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull());
  for (const name of ['Tienda Xela', 'Bodega central']) await desk.user.click(choices.getByRole('checkbox', { name }));
  expect(choices.getByText(/^Todas\./)).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  await waitFor(() => expect(desk.sentTo('changeStaff')).toHaveLength(2));
  expect(desk.sentTo('changeStaff').map(({ body }) => body)).toEqual([
    { version: 7, stores: ['BODEGA', 'XELA'] },
    { version: 8, stores: null },
  ]);
});

test('[OFF-09] where the stores cannot be read, the choice of them says so and reads them again', async () => {
  let isAway = true;
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      listPlaces: () => (isAway ? refusal('UNEXPECTED') : besideMember.listPlaces),
    },
  });
  const choices = within(await screen.findByRole('group', { name: 'Tiendas' }));
  expect(await choices.findByText('No pudimos leer las tiendas.')).toBeVisible();
  isAway = false;
  await desk.user.click(choices.getByRole('button', { name: 'Reintentar' }));
  expect(await choices.findByRole('checkbox', { name: 'Tienda Xela' })).toBeVisible();
});
