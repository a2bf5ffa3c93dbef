import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { type Desk, openDesk } from '../testing/open-desk.tsx';
import { memberDetail, memberPageCalls, sampleMember, staffPage } from '../testing/sample-staff.ts';

const person = sampleMember(1, { name: 'Ana', role: 'support' });
const usual = { ...memberPageCalls, listStaff: staffPage([person]) };
const path = `/personal/${person.id}`;

const retype = async ({ user }: Desk, text: string): Promise<void> => {
  const name = await screen.findByLabelText(/Nombre/);
  await user.clear(name);
  await user.type(name, text);
};

test('[OFF-21] a save sends only the changed fields, with the version that was read', async () => {
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

test('[OFF-21] values typed during a save stay, and belong to the next save', async () => {
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

/** Simulates a server on which another person has saved `theirs` as version 8. The page still shows version 7. */
const callsAfterOtherSave = (theirs: Partial<typeof person>) => {
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

test('[OFF-21] changes of different fields: the dialog shows both, and combines them without loss', async () => {
  const desk = await openDesk(path, { calls: callsAfterOtherSave({ role: 'warehouse' }) });
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
])('[OFF-21] changes of the same field cannot be combined: %s leaves %s', async (button, name) => {
  const desk = await openDesk(path, { calls: callsAfterOtherSave({ name: 'Anita' }) });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' });
  expect(within(dialog).queryByRole('button', { name: 'Combinar' })).toBeNull();
  await desk.user.click(within(dialog).getByRole('button', { name: button }));
  expect(await screen.findByRole('heading', { name })).toBeInTheDocument();
  expect(screen.getByLabelText(/Nombre/)).toHaveValue(name);
});

test('[OFF-21] a closed dialog leaves all typed values', async () => {
  const desk = await openDesk(path, { calls: callsAfterOtherSave({ name: 'Anita' }) });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  await screen.findByRole('alertdialog');
  await desk.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana López');
});

test('a save with a wrong field focuses that field, and hides the earlier "Guardado"', async () => {
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      changeStaff: memberDetail({ ...person, name: 'Ana López' }, 8),
    },
  });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeInTheDocument();
  const name = screen.getByLabelText(/Nombre/);
  await desk.user.clear(name);
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  await waitFor(() => expect(name).toHaveFocus());
  await waitFor(() => expect(screen.queryByText('Guardado')).toBeNull());
  expect(desk.sentTo('changeStaff')).toHaveLength(1);
});

test('"Deshacer" restores discarded values', async () => {
  const desk = await openDesk(path, { calls: { ...usual, getStaffMember: memberDetail(person, 7) } });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana');
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(screen.getByLabelText(/Nombre/)).toHaveValue('Ana López'));
  expect(screen.getByText('1 campo sin guardar')).toBeInTheDocument();
});

test('after a save without an answer, typed values stay and the next save repeats the key', async () => {
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

/** Simulates a server that gives a repeated key its first answer, and checks versions. The answer to the first save gets lost behind a gateway. */
const lostOnce = () => {
  const answers = new Map<string | undefined, string>();
  let saved = person;
  let version = 7;
  return {
    ...usual,
    getStaffMember: () => memberDetail(saved, version),
    changeStaff: ({ body, headers }: { body: unknown; headers: Record<string, string> }) => {
      const key = headers['idempotency-key'];
      const content = JSON.stringify(body);
      const known = answers.get(key);
      if (known !== undefined)
        return known === content ? memberDetail(saved, version) : refusal('IDEMPOTENCY_KEY_REUSED');
      const sent = body as { version: number; name: string };
      if (sent.version !== version)
        return refusal('VERSION_CONFLICT', { current: {}, changedBy: 'Marta', changedAt: '', conflicts: [] });
      answers.set(key, content);
      saved = { ...saved, name: sent.name };
      version += 1;
      return answers.size === 1
        ? refusal('UNEXPECTED', {}, 'Ocurrió un error inesperado.')
        : memberDetail(saved, version);
    },
  };
};

test('a save that succeeded despite a server error is not done twice by another press', async () => {
  const desk = await openDesk(path, { calls: lostOnce() });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByText('Ocurrió un error inesperado.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(desk.sentTo('changeStaff').map(({ body }) => body)).toEqual([
    { version: 7, name: 'Ana López' },
    { version: 7, name: 'Ana López' },
  ]);
});

test('values typed after a lost answer are saved after the lost save has been repeated', async () => {
  const desk = await openDesk(path, { calls: lostOnce() });
  await retype(desk, 'Ana López');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByText('Ocurrió un error inesperado.')).toBeVisible();
  await desk.user.type(screen.getByLabelText(/Nombre/), ' Pérez');
  await desk.user.click(screen.getByRole('button', { name: /Guardar/ }));
  expect(await screen.findByRole('heading', { name: 'Ana López Pérez' })).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(desk.sentTo('changeStaff').map(({ body }) => body)).toEqual([
    { version: 7, name: 'Ana López' },
    { version: 7, name: 'Ana López' },
    { version: 8, name: 'Ana López Pérez' },
  ]);
  expect(screen.queryByRole('button', { name: /Guardar/ })).toBeNull();
});

test('leaving with unsaved changes needs a confirmation', async () => {
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

test('[OFF-09] a person’s stores are chosen by name, and an empty choice means all stores', async () => {
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

test('[OFF-09] if the stores fail to load, the field says so and can load the stores again', async () => {
  let isAway = true;
  const desk = await openDesk(path, {
    calls: {
      ...usual,
      getStaffMember: memberDetail(person, 7),
      listPlaces: () => (isAway ? refusal('UNEXPECTED') : memberPageCalls.listPlaces),
    },
  });
  const choices = within(await screen.findByRole('group', { name: 'Tiendas' }));
  expect(await choices.findByText('No pudimos leer las tiendas.')).toBeVisible();
  isAway = false;
  await desk.user.click(choices.getByRole('button', { name: 'Reintentar' }));
  expect(await choices.findByRole('checkbox', { name: 'Tienda Xela' })).toBeVisible();
});
