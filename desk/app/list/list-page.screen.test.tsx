import { staffList } from '@ceiba/contract/desk/lists/staff';
import { screen, waitFor, within } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { call } from '../session/desk-client.ts';
import { Frame } from '../shell/frame.tsx';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { memberDetail, memberPageCalls, type StaffRow, sampleMember, staffPage } from '../testing/sample-staff.ts';
import { ListPage } from './list-page.tsx';

const people = Array.from({ length: 60 }, (_, at) => sampleMember(at + 1));

/** Answers pages by key: the rows after the row whose name is `after`. */
const listStaff = ({ query }: { query: Record<string, string> }) => {
  const from = query.after === undefined ? 0 : Number(query.after);
  const fitting = query.state === 'disabled' ? [] : people.filter(({ name }) => name.includes(query.q ?? ''));
  const rows = fitting.slice(from, from + 25);
  return staffPage(rows, { next: from + 25 < fitting.length ? String(from + 25) : null, total: fitting.length });
};

/** The address without its parameter for columns. */
const rowsOf = (desk: { address: () => string }): string =>
  desk
    .address()
    .replace(/([?&])columns=[^&]*&?/, '$1')
    .replace(/[?&]$/, '');

test('[OFF-16] pages go forward and back, show their range, and are in the address with all choices', async () => {
  const desk = await openDesk('/personal', { calls: { listStaff } });
  expect(await screen.findByText('1 a 25')).toBeInTheDocument();
  expect(screen.getByText('60 resultados')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Anteriores' })).toBeDisabled();
  await desk.user.click(screen.getByRole('button', { name: 'Siguientes' }));
  expect(await screen.findByText('26 a 50')).toBeInTheDocument();
  expect(rowsOf(desk)).toBe('/personal?after=25&pos=26');
  await desk.user.click(screen.getByRole('button', { name: 'Siguientes' }));
  expect(await screen.findByText('51 a 60')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Siguientes' })).toBeDisabled();
  await desk.user.click(screen.getByRole('button', { name: 'Anteriores' }));
  expect(await screen.findByText('26 a 50')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Correo electrónico' }));
  await waitFor(() => expect(rowsOf(desk)).toBe('/personal?sort=email'));
  await desk.user.click(screen.getByRole('button', { name: 'Correo electrónico' }));
  await waitFor(() => expect(rowsOf(desk)).toBe('/personal?sort=-email'));
  expect(screen.getByRole('columnheader', { name: 'Correo electrónico' })).toHaveAttribute('aria-sort', 'descending');
});

test('[OFF-15] a total that was not fully counted shows "más de"', async () => {
  await openDesk('/personal', {
    calls: { listStaff: staffPage(people.slice(0, 25), { next: '25', total: 10_000, capped: true }) },
  });
  expect(await screen.findByText(/de más de 10,000/)).toBeInTheDocument();
  expect(screen.getByText('Más de 10,000 resultados')).toBeInTheDocument();
});

test('[OFF-16] filters apply together, show as chips, and can be removed, also after an empty result', async () => {
  const desk = await openDesk('/personal', { calls: { listStaff } });
  await screen.findByText('1 a 25');
  await desk.user.keyboard('f');
  const panel = await screen.findByRole('dialog', { name: 'Filtrar' });
  await desk.user.click(within(panel).getByRole('checkbox', { name: 'Desactivado' }));
  await desk.user.click(within(panel).getByRole('button', { name: 'Filtrar' }));
  expect(await screen.findByRole('heading', { name: 'Nada por aquí' })).toBeInTheDocument();
  expect(rowsOf(desk)).toBe('/personal?state=disabled');
  expect(screen.getByText('Desactivado')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Quitar Estado: Desactivado' }));
  expect(await screen.findByText('1 a 25')).toBeInTheDocument();
  expect(rowsOf(desk)).toBe('/personal');
});

test('[OFF-16] a text filter suggests and accepts names: the address has the code, the chip the name', async () => {
  const names = [
    { code: 'owner', name: 'Dueña' },
    { code: 'warehouse', name: 'Bodega' },
    { code: 'night', name: 'Bodega de noche' },
  ];
  const desk = await openDesk('/personal', { calls: { listStaff, listNames: { status: 200, data: names } } });
  await screen.findByText('1 a 25');
  const filterBy = async (words: string): Promise<void> => {
    await desk.user.click(screen.getByRole('button', { name: 'Filtrar' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filtrar' }));
    const field = panel.getByRole('combobox', { name: 'Rol' });
    expect(field.ownerDocument.querySelectorAll('datalist option')).toHaveLength(3);
    await desk.user.clear(field);
    await desk.user.type(field, words);
    await desk.user.click(panel.getByRole('button', { name: 'Filtrar' }));
  };
  await filterBy('duena');
  await waitFor(() => expect(rowsOf(desk)).toBe('/personal?role=owner'));
  expect(await screen.findByRole('button', { name: 'Quitar Rol: Dueña' })).toBeVisible();
  // A text that means several codes is sent as typed.
  await filterBy('bodeg');
  await waitFor(() => expect(rowsOf(desk)).toBe('/personal?role=bodeg'));
});

test('a press anywhere on a row opens the row, but selecting its text does not', async () => {
  const desk = await openDesk('/personal', {
    calls: {
      listStaff,
      ...memberPageCalls,
      getStaffMember: ({ params }) => memberDetail(people.find(({ id }) => id === params.id) ?? sampleMember(99)),
    },
  });
  const row = (await screen.findByRole('link', { name: 'Persona 3' })).closest('tr');
  const cell = within(row ?? document.body).getAllByRole('cell')[1] ?? document.body;
  const marked = vi
    .spyOn(window, 'getSelection')
    .mockReturnValue(Object.assign(Object.create(null), { isCollapsed: false }));
  await desk.user.click(cell);
  expect(rowsOf(desk)).toBe('/personal');
  marked.mockRestore();
  await desk.user.click(cell);
  expect(await screen.findByRole('heading', { name: 'Persona 3' })).toBeInTheDocument();
});

test('[OFF-16] Back returns to the row that was opened, by keys alone', async () => {
  const desk = await openDesk('/personal', {
    calls: {
      listStaff,
      ...memberPageCalls,
      getStaffMember: ({ params }) => memberDetail(people.find(({ id }) => id === params.id) ?? sampleMember(99)),
    },
  });
  await screen.findByText('1 a 25');
  await desk.user.keyboard('jjj');
  expect(screen.getByRole('link', { name: 'Persona 3' })).toHaveFocus();
  await desk.user.keyboard('k');
  expect(screen.getByRole('link', { name: 'Persona 2' })).toHaveFocus();
  await desk.user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Persona 2' })).toBeInTheDocument();
  // A browser reads its own address on Back; the test's router has a separate one.
  expect(new URLSearchParams(window.location.search).get('row')).toBe(people[1]?.id);
  await desk.go(`/personal?row=${people[1]?.id}`);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Persona 2' })).toHaveFocus());
});

test('[OFF-14] during typing, the keys of a list do nothing, and the list searches the typed text', async () => {
  const desk = await openDesk('/personal', { calls: { listStaff } });
  await screen.findByText('1 a 25');
  await desk.user.type(screen.getByRole('searchbox'), 'fjkx/? 7');
  await waitFor(() => expect(rowsOf(desk)).toBe('/personal?q=fjkx%2F%3F+7'));
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[OFF-17] columns are chosen and moved by keys, stored per person and written into the address', async () => {
  const desk = await openDesk('/personal', { calls: { listStaff } });
  await screen.findByText('1 a 25');
  await desk.user.click(screen.getByRole('button', { name: 'Columnas' }));
  const panel = await screen.findByRole('dialog', { name: 'Columnas' });
  await desk.user.click(within(panel).getByRole('checkbox', { name: 'Tiendas' }));
  within(panel).getByRole('checkbox', { name: 'Rol' }).focus();
  await desk.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(desk.address()).toBe('/personal?columns=name%2Crole%2Cemail%2Cstate%2ClastSeenAt'));
  await desk.user.keyboard('{Escape}');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Rol',
    'Correo electrónico',
    'Estado',
    'Última visita',
  ]);
  expect(screen.getByRole('link', { name: 'Exportar CSV' })).toHaveAttribute(
    'href',
    '/v1/admin/staff/export?columns=name%2Crole%2Cemail%2Cstate%2ClastSeenAt',
  );
  await desk.go('/mi-cuenta-que-no-hay');
  await desk.go('/personal');
  await waitFor(() => expect(desk.address()).toContain('columns=name%2Crole'));
});

test('[OFF-16] the address names the shown columns even by default, because readers may have others', async () => {
  const desk = await openDesk('/personal', { calls: { listStaff } });
  await waitFor(() =>
    expect(desk.address()).toBe('/personal?columns=name%2Cemail%2Crole%2Cstate%2Cstores%2ClastSeenAt'),
  );
});

test('[OFF-16] a copied link shows a colleague the same page, columns, filter and sort order', async () => {
  const session = sampleSession();
  const address = '/personal?columns=name%2Crole%2Cemail&q=Persona&sort=-email&state=active&limit=50&after=25&pos=26';
  const sent = await openDesk('/ninguna-de-estas', { calls: { listStaff }, session });
  await screen.findByRole('heading', { level: 1 });
  localStorage.setItem(`ceiba.desk.columns.staff.${session.user.id}`, JSON.stringify(['email', 'name']));
  await sent.go(address);
  expect(await screen.findByText('26 a 50')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Persona 26' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Persona 25' })).toBeNull();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Rol',
    'Correo electrónico',
  ]);
  expect(screen.getByRole('searchbox')).toHaveValue('Persona');
  expect(screen.getByRole('button', { name: 'Quitar Estado: Activo' })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Correo electrónico' })).toHaveAttribute('aria-sort', 'descending');
  expect(screen.getByRole('combobox', { name: /Por página/ })).toHaveValue('50');
  expect(sent.address()).toBe(address);
  expect(sent.sentTo('listStaff').at(-1)?.query).toEqual({
    ...{ q: 'Persona', sort: '-email', state: 'active', limit: '50', after: '25' },
  });
  // The previous pages are unknown, so "Anteriores" opens the first page.
  await sent.user.click(screen.getByRole('button', { name: 'Anteriores' }));
  expect(await screen.findByText('1 a 25')).toBeVisible();
});

test('a failed list can be loaded again, and a refused list names the missing permission', async () => {
  let isBroken = true;
  const desk = await openDesk('/personal', { calls: { listStaff: (sent) => (isBroken ? noAnswer : listStaff(sent)) } });
  expect(await screen.findByRole('heading', { name: 'No hay conexión con la tienda' })).toBeInTheDocument();
  isBroken = false;
  await desk.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('1 a 25')).toBeInTheDocument();
});

test('[OFF-08] a list that the server refuses names the permission', async () => {
  await openDesk('/personal', { calls: { listStaff: refusal('FORBIDDEN', { permission: 'staff.edit' }) } });
  expect(
    await screen.findByRole('heading', { name: /No tienes permiso para ver esta página \(staff\.edit\)/ }),
  ).toBeInTheDocument();
});

test('[OFF-24] below 1024 px rows are cards, with the same link', async () => {
  await openDesk('/personal', { calls: { listStaff }, width: 390 });
  expect(await screen.findByRole('link', { name: 'Persona 1' })).toBeInTheDocument();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Personal60 resultados');
});

const choosing = {
  element: <Frame sections={[]} />,
  children: [
    {
      path: '/choosing',
      element: (
        <ListPage<StaffRow>
          list={staffList}
          read={(query, options) => call('listStaff', { query }, options)}
          bulk={(ids) => <p>{`Para ${ids.length}`}</p>}
        />
      ),
    },
  ],
};

test('[OFF-18] a selection shows its count, all matching rows, and rows hidden by the filter', async () => {
  const desk = await openDesk('/choosing', { calls: { listStaff }, pages: [choosing], session: sampleSession() });
  await screen.findByText('1 a 25');
  const [first] = people;
  await desk.user.click(screen.getByRole('checkbox', { name: `Seleccionar ${first?.id}` }));
  const bar = screen.getByRole('region', { name: 'Selección' });
  expect(within(bar).getByText('1 seleccionado')).toBeInTheDocument();
  await desk.user.click(within(bar).getByRole('button', { name: 'Seleccionar los 60 que cumplen el filtro' }));
  expect(await within(bar).findByText('60 seleccionados')).toBeInTheDocument();
  expect(screen.getByText('Para 60')).toBeInTheDocument();
  await desk.go('/choosing?q=Persona 5');
  expect(await screen.findByText('1 a 11')).toBeInTheDocument();
  expect(screen.getByText('49 fuera de este filtro')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Quitar' }));
  expect(screen.getByText('11 seleccionados')).toBeInTheDocument();
  expect(screen.queryByText(/fuera de este filtro/)).toBeNull();
});

/** Navigates away as soon as the page mounts, before the list has written into its address. */
function LeavesAtOnce() {
  const navigate = useNavigate();
  useLayoutEffect(() => void navigate('/elsewhere'), [navigate]);
  return null;
}

test('[OFF-16] a list that the person leaves while it loads changes no address', async () => {
  const pages = {
    ...choosing,
    children: [
      { path: '/', element: <Link to="/choosing">Personas</Link> },
      ...choosing.children.map(({ path, element }) => ({
        path,
        element: (
          <>
            {element}
            <LeavesAtOnce />
          </>
        ),
      })),
      { path: '/elsewhere', lazy: async () => ({ Component: () => <h1>La otra página</h1> }) },
    ],
  };
  const desk = await openDesk('/', { calls: { listStaff }, pages: [pages], session: sampleSession() });
  await desk.user.click(await screen.findByRole('link', { name: 'Personas' }));
  expect(await screen.findByRole('heading', { name: 'La otra página' })).toBeInTheDocument();
  expect(desk.address()).toBe('/elsewhere');
});
