import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sections } from '../routes.tsx';
import { Frame } from '../shell/frame.tsx';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { staffPage } from '../testing/sample-staff.ts';
import { ActionButtons } from './action-buttons.tsx';
import type { DeskAction } from './desk-action.ts';
import { FieldDialog } from './field-dialog.tsx';

const doneVerbs: string[] = [];
const say = (what: string) => async () => {
  doneVerbs.push(what);
  return { ok: true, value: null } as const;
};

const actions: readonly DeskAction[] = [
  {
    verb: 'note',
    label: 'Agregar nota',
    permission: 'orders.edit',
    done: 'Nota agregada',
    run: say('note'),
    undo: say('undo note'),
  },
  {
    verb: 'cancel',
    label: 'Cancelar orden',
    permission: 'orders.cancel',
    isDanger: true,
    confirm: {
      title: '¿Cancelar la orden 100104287?',
      text: 'Vuelven 8 unidades al inventario.',
      button: 'Cancelar orden',
    },
    run: say('cancel'),
  },
  { verb: 'refund', label: 'Reembolsar', permission: 'orders.refund', run: say('refund') },
  {
    verb: 'read',
    label: 'Leer de nuevo',
    permission: 'orders.edit',
    run: async () => ({
      ok: false,
      error: { code: 'UNEXPECTED', status: 500, message: 'Algo falló.', metadata: { mgtoCode: 'UNEXPECTED' } },
    }),
  },
  { verb: 'send', label: 'Enviar', permission: 'shipments.send', blocked: 'Faltan 2 unidades', run: say('send') },
];

const page = {
  element: <Frame sections={[]} />,
  children: [
    {
      path: '/order',
      element: <ActionButtons actions={actions} allowed={['note', 'cancel', 'read', 'send']} next="note" most={9} />,
    },
  ],
};

const open = (role: 'owner' | 'support' = 'owner') =>
  openDesk('/order', { pages: [page], session: sampleSession(role) });

test('[OFF-22] a harmless action runs at once, and can be undone for ten seconds', async () => {
  doneVerbs.length = 0;
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  expect(await screen.findByText('Nota agregada')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Deshecho')).toBeInTheDocument();
  expect(doneVerbs).toEqual(['note', 'undo note']);
});

test('the next press after a lost answer repeats the action’s key, and a later press has a new key', async () => {
  const keys: (string | undefined)[] = [];
  const retry: DeskAction = {
    verb: 'retry',
    label: 'Reintentar',
    permission: 'signedIn',
    done: 'Se intenta de nuevo',
    run: async ({ headers }) => {
      keys.push(new Headers(headers).get('idempotency-key') ?? undefined);
      return keys.length === 1
        ? { ok: false, error: { code: 'UNEXPECTED', status: 502, message: 'Algo falló.', metadata: { mgtoCode: '' } } }
        : { ok: true, value: null };
    },
  };
  const { user } = await openDesk('/order', {
    pages: [{ ...page, children: [{ path: '/order', element: <ActionButtons actions={[retry]} /> }] }],
  });
  const press = async () => user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await press();
  expect(await screen.findByText(/^Reintentar: /)).toBeInTheDocument();
  for (const count of [2, 3]) {
    await press();
    await waitFor(() => expect(keys).toHaveLength(count));
  }
  const [lost, repeated, next] = keys;
  expect(repeated).toBe(lost);
  expect(next).not.toBe(lost);
});

test('an action that the page offers again after a lost answer has a new key', async () => {
  const keys: (string | null)[] = [];
  const resume: DeskAction = {
    verb: 'resume',
    label: 'Reanudar',
    permission: 'signedIn',
    run: async ({ headers }) => {
      keys.push(new Headers(headers).get('idempotency-key'));
      return { ok: false, error: { code: 'UNEXPECTED', status: 502, message: '', metadata: { mgtoCode: '' } } };
    },
  };
  const Toggled = () => {
    const [isPaused, setIsPaused] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setIsPaused(!isPaused)}>
          Otra lectura
        </button>
        <ActionButtons actions={isPaused ? [resume] : []} />
      </>
    );
  };
  const { user } = await openDesk('/order', {
    pages: [{ ...page, children: [{ path: '/order', element: <Toggled /> }] }],
  });
  const press = async () => user.click(await screen.findByRole('button', { name: 'Reanudar' }));
  await press();
  expect(await screen.findByText(/^Reanudar: /)).toBeInTheDocument();
  for (const _ of ['done', 'offered again']) await user.click(screen.getByRole('button', { name: 'Otra lectura' }));
  await press();
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(new Set(keys).size).toBe(2);
});

test('an action that moves stock asks first, and its button names the effect', async () => {
  doneVerbs.length = 0;
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cancelar orden' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Cancelar la orden 100104287?' });
  expect(within(dialog).getByText('Vuelven 8 unidades al inventario.')).toBeInTheDocument();
  expect(doneVerbs).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar orden' }));
  await waitFor(() => expect(doneVerbs).toEqual(['cancel']));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('[OFF-08] disallowed actions are hidden, and an impossible action shows the reason', async () => {
  doneVerbs.length = 0;
  const { user } = await open('support');
  await screen.findByRole('button', { name: 'Agregar nota' });
  expect(screen.queryByRole('button', { name: 'Reembolsar' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('option', { name: /Agregar nota/ })).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: /Reembolsar/ })).toBeNull();
});

test('a blocked action stays visible and does nothing', async () => {
  doneVerbs.length = 0;
  const { user } = await open();
  const send = await screen.findByRole('button', { name: 'Enviar' });
  expect(send).toHaveAccessibleDescription('Faltan 2 unidades');
  await user.click(send);
  expect(doneVerbs).toEqual([]);
});

test('[OFF-13] the palette finds pages of the menu without accents, and Enter opens them', async () => {
  const desk = await openDesk('/mi-cuenta-que-no-hay', {
    calls: { listStaff: staffPage([]), searchDesk: { status: 200, data: [] } },
  });
  await screen.findByRole('heading', { name: 'Esta página no existe' });
  await desk.user.keyboard('/');
  await desk.user.type(await screen.findByRole('combobox', { name: 'Buscar' }), 'PÉRSO');
  expect(await screen.findByRole('option', { name: /Personal/ })).toBeInTheDocument();
  await desk.user.keyboard('{Enter}');
  await waitFor(() => expect(desk.address()).toMatch(/^\/personal(?:\?|$)/));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[OFF-13] the palette finds every page with an address, also inside a section', async () => {
  const lacking = sections.flatMap(({ label, pages }) =>
    pages.flatMap((page, at) =>
      at === 0 || page.path.includes(':') || page.label !== undefined ? [] : [`${label}: ${page.path}`],
    ),
  );
  expect(lacking).toEqual([]);
  const desk = await openDesk('/mi-cuenta-que-no-hay', {
    calls: {
      searchDesk: { status: 200, data: [] },
      listRefunds: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
    },
  });
  await screen.findByRole('heading', { name: 'Esta página no existe' });
  await desk.user.keyboard('/');
  await desk.user.type(await screen.findByRole('combobox', { name: 'Buscar' }), 'reembolsos');
  const found = await screen.findAllByRole('option', { name: /Reembolsos/ });
  expect(found.map(({ textContent }) => textContent)).toEqual(['ReembolsosPágina', 'Reembolsos por pagarPágina']);
  await desk.user.click(found[0] ?? document.body);
  await waitFor(() => expect(desk.address()).toMatch(/^\/ordenes\/reembolsos(?:\?|$)/));
});

test('[OFF-14] `?` lists the shortcuts, Esc closes them', async () => {
  const { user } = await open();
  await screen.findByRole('button', { name: 'Agregar nota' });
  await user.keyboard('{Shift>}?{/Shift}');
  const dialog = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  expect(within(dialog).getByText('Guardar')).toBeInTheDocument();
  expect(within(dialog).getByText('F6')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a failure notice shows until a person closes it, without the success icon', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  expect((await screen.findByText('Nota agregada')).closest('[data-type]')).toBeNull();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(screen.getByRole('button', { name: 'Leer de nuevo' }));
  const failure = 'Leer de nuevo: Algo falló.';
  // The answer needs turns of the event loop, more of them on a busy machine.
  while (screen.queryByText(failure) === null) await act(() => new Promise((resolve) => setImmediate(resolve)));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  vi.useRealTimers();
  await waitFor(() => expect(screen.queryByText('Nota agregada')).toBeNull());
  expect(screen.getByText(failure).closest('[data-type=error]')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
});

test('an empty required field is reported, and nothing is sent: an empty amount is not zero', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const send = async (values: unknown) => {
    sent.push(values);
    return { ok: true, value: null } as const;
  };
  const float = { kind: 'money', label: 'Fondo contado' } as const;
  const shared = { title: 'Abrir caja', button: 'Abrir', done: 'Caja abierta', onDone: () => {}, onClose: () => {} };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDialog {...shared} fields={{ float }} send={send} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(screen.getByLabelText(/Fondo contado/)).toHaveAccessibleDescription(/Falta este dato/);
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText(/Fondo contado/), '250,50');
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  await waitFor(() => expect(sent).toEqual([{ float: 250.5 }]));
});

test('a text too long for a dialog stays typed, shows the excess, and is not sent', async () => {
  const sent: unknown[] = [];
  const send = async (values: unknown) => {
    sent.push(values);
    return { ok: true, value: null } as const;
  };
  const user = userEvent.setup();
  const shared = { title: 'Abrir caja', button: 'Abrir', done: 'Caja abierta', onDone: () => {}, onClose: () => {} };
  const fields = { note: { kind: 'text', label: 'Nota', max: 300, isOptional: true } } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDialog {...shared} fields={fields} send={send} />
    </QueryClientProvider>,
  );
  const note = screen.getByLabelText('Nota');
  await user.click(note);
  await user.paste('a'.repeat(312));
  expect(note).toHaveValue('a'.repeat(312));
  expect(note).toHaveAccessibleDescription('Escribe hasta 300 caracteres: sobran 12.');
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  expect(sent).toEqual([]);
  expect(note).toHaveFocus();
  await user.clear(note);
  await user.paste('a'.repeat(300));
  expect(note).not.toHaveAccessibleDescription();
  await user.click(screen.getByRole('button', { name: 'Abrir' }));
  await waitFor(() => expect(sent).toEqual([{ note: 'a'.repeat(300) }]));
});
