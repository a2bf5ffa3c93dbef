import type { SavedView } from '@ceiba/contract/desk/views';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { sampleMember, staffPage } from '../testing/sample-staff.ts';

const list = staffPage([sampleMember(1)]);

const view: SavedView = {
  id: '01a21b45-9d58-7b10-8d76-000000000001',
  list: 'staff',
  path: '/personal',
  name: 'De baja',
  query: { state: 'disabled', columns: 'name,role' },
  isShared: false,
  isPinned: false,
  isOwn: true,
  owner: 'Marta Xicará',
  unknown: [],
  version: 3,
  actions: ['change', 'share', 'remove'],
};

const answer = (of: Partial<SavedView> = {}) => ({ status: 200, data: { ...view, ...of } });
const views = (...all: SavedView[]) => ({ status: 200, data: all });

test('[OFF-17] "Guardar vista" saves filters, sort and columns privately or shared, and opens the view', async () => {
  let stored: SavedView[] = [];
  const desk = await openDesk('/personal?state=disabled&sort=-name&columns=name,role', {
    calls: {
      listStaff: list,
      listViews: () => views(...stored),
      createView: () => {
        stored = [view];
        return { ...answer(), status: 201 };
      },
      removeView: () => answer(),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Guardar vista' }));
  const dialog = await screen.findByRole('dialog', { name: 'Guardar vista' });
  await desk.user.type(within(dialog).getByLabelText(/Nombre/), 'De baja');
  await desk.user.selectOptions(within(dialog).getByLabelText(/Quién la ve/), 'Todo el equipo');
  await desk.user.selectOptions(within(dialog).getByLabelText(/Menú/), 'En mi menú, con su número');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  const tab = await screen.findByRole('link', { name: 'De baja' });
  await waitFor(() => expect(tab).toHaveAttribute('aria-current', 'page'));
  expect(desk.sentTo('createView').map(({ body }) => body)).toEqual([
    {
      list: 'staff',
      path: '/personal',
      name: 'De baja',
      query: { state: 'disabled', sort: '-name', columns: 'name,role' },
      isShared: true,
      isPinned: true,
    },
  ]);
  expect(desk.address()).toContain(`vista=${view.id}`);
  // "Deshacer" reverts the saving of a view, because this is a safe change (OFF-22).
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(desk.sentTo('removeView').map(({ query }) => query)).toEqual([{ version: '3' }]));
});

test('[OFF-17] people without views.share cannot share a view, and the refusal of a name shows at its field', async () => {
  const session = sampleSession('owner');
  const desk = await openDesk('/personal', {
    session: { ...session, permissions: session.permissions.filter((each) => each !== 'views.share') },
    calls: {
      listStaff: list,
      createView: refusal('VALIDATION_ERROR', { fields: { name: 'Ya hay una vista con ese nombre en esta lista.' } }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Guardar vista' }));
  const dialog = await screen.findByRole('dialog', { name: 'Guardar vista' });
  expect(within(dialog).queryByLabelText(/Quién la ve/)).toBeNull();
  const name = within(dialog).getByLabelText(/Nombre/);
  await desk.user.type(name, 'De baja{Enter}');
  await waitFor(() => expect(name).toBeInvalid());
  expect(name).toHaveAccessibleDescription(/Ya hay una vista con ese nombre/);
});

test('[OFF-17] a pinned view is in the menu with its live count, and opens its list with its filters', async () => {
  const desk = await openDesk('/personal', {
    calls: {
      listStaff: ({ query }) => ({ ...list, total: { value: query.state === 'disabled' ? 7 : 1, capped: false } }),
      listViews: views({ ...view, isPinned: true }),
    },
  });
  const menu = within(await screen.findByRole('navigation', { name: 'Menú' }));
  const entry = await menu.findByRole('link', { name: /^De baja\s*7$/ });
  await desk.user.click(entry);
  await waitFor(() => expect(desk.address()).toContain('state=disabled'));
  await waitFor(() => expect(entry).toHaveAttribute('aria-current', 'page'));
  expect(await screen.findByText('7 resultados')).toBeInTheDocument();
});

test('[OFF-17] filters that the list has lost are left out and named, and the view can be saved without them', async () => {
  const old = { ...view, query: { ...view.query, shift: 'night' }, unknown: ['shift'] };
  const desk = await openDesk('/personal', {
    calls: { listStaff: list, listViews: views(old), changeView: answer({ version: 4 }) },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'De baja' }));
  expect(await screen.findByText(/Se abrió sin «shift»/)).toBeInTheDocument();
  expect(desk.address()).not.toContain('shift');
  await desk.user.click(screen.getByRole('button', { name: 'Vista' }));
  await desk.user.click(await screen.findByRole('menuitem', { name: 'Guardar los cambios' }));
  await waitFor(() =>
    expect(desk.sentTo('changeView').map(({ body }) => body)).toEqual([{ version: 3, query: view.query }]),
  );
});

test('[OFF-22] "Deshacer" restores a deleted view, unless another person changed it', async () => {
  let stored = [view];
  const desk = await openDesk(`/personal?state=disabled&columns=name,role&vista=${view.id}`, {
    calls: {
      listStaff: list,
      listViews: () => views(...stored),
      removeView: () => {
        stored = [];
        return answer();
      },
      createView: () => {
        stored = [view];
        return { ...answer(), status: 201 };
      },
      changeView: ({ body }) =>
        JSON.stringify(body).includes('"isPinned":true')
          ? answer({ isPinned: true })
          : refusal('VERSION_CONFLICT', { changedBy: 'Ana López' }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Vista' }));
  await desk.user.click(await screen.findByRole('menuitem', { name: 'Eliminar la vista' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Deshecho')).toBeInTheDocument();
  expect(desk.sentTo('createView').map(({ body }) => body)).toMatchObject([
    { list: 'staff', path: '/personal', name: 'De baja', query: view.query, isShared: false },
  ]);
  await desk.go(`/personal?state=disabled&columns=name,role&vista=${view.id}`);
  await desk.user.click(await screen.findByRole('button', { name: 'Vista' }));
  await desk.user.click(await screen.findByRole('menuitem', { name: 'Poner en el menú' }));
  await screen.findByText('Vista en el menú');
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText(/No se pudo deshacer. Ana López lo cambió antes/)).toBeInTheDocument();
});

test('[OFF-17] on a phone a view is saved and opened as well', async () => {
  const desk = await openDesk('/personal', { width: 390, calls: { listStaff: list, listViews: views(view) } });
  expect(await screen.findByRole('link', { name: 'De baja' })).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Guardar vista' }));
  expect(await screen.findByRole('dialog', { name: 'Guardar vista' })).toBeInTheDocument();
});
