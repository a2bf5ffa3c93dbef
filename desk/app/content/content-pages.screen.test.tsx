import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Page = DeskAnswer<'getContentPage'>['data'];

const sample = (changes: Partial<Page> = {}): Page => ({
  id: '3',
  title: 'Cómo elegir tele',
  slug: 'guias/tele',
  description: 'Lo que importa.',
  blocks: [
    { kind: 'title', title: 'Antes de comprar' },
    { kind: 'text', title: '', text: 'Mide tu sala.' },
    { kind: 'list', title: 'Qué ver', items: [{ text: 'Resolución' }] },
  ],
  isPublished: true,
  startsAt: null,
  endsAt: null,
  category: '',
  state: 'current',
  version: 4,
  actions: ['remove'],
  ...changes,
});

const open = (address: string, calls: DeskCalls) =>
  openDesk(address, {
    session: sampleSession('catalogue'),
    calls: {
      listContentPages: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });

const kindsIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('button', { name: /^Mover / })
    .map((button) => button.getAttribute('aria-label'));
const list = () => screen.getByRole('list', { name: 'Bloques de la página' });
const sentBlocks = (body: unknown) => (body as { blocks: Page['blocks'] }).blocks;

test('[PROD-14] blocks are added, ordered by keys and drag, previewed at 390 and 1440 px, and saved', async () => {
  let now = sample();
  const desk = await open('/contenido/paginas/3', {
    getContentPage: () => ({ status: 200, data: now }),
    changeContentPage: ({ body }) => {
      now = sample({ blocks: sentBlocks(body), version: 5 });
      return { status: 200, data: now };
    },
  });
  await screen.findByRole('textbox', { name: /^Dirección/ });
  within(list()).getByRole('button', { name: 'Mover Título, bloque 1 de 3' }).focus();
  await desk.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(kindsIn(list())).toEqual([
    'Mover Párrafos, bloque 1 de 3',
    'Mover Título, bloque 2 de 3',
    'Mover Lista, bloque 3 de 3',
  ]);
  await waitFor(() =>
    expect(within(list()).getByRole('button', { name: 'Mover Título, bloque 2 de 3' })).toHaveFocus(),
  );
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  const items = [...list().children] as HTMLElement[];
  fireEvent.dragStart(items[2] as HTMLElement, { dataTransfer });
  fireEvent.drop(items[0] as HTMLElement, { dataTransfer });
  expect(kindsIn(list())[0]).toBe('Mover Lista, bloque 1 de 3');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Tipo de bloque' }), 'Productos');
  await desk.user.click(screen.getByRole('button', { name: 'Agregar bloque' }));
  const products = list().children[3] as HTMLElement;
  await desk.user.type(within(products).getByRole('textbox', { name: /^Título/ }), 'Favoritos');
  await desk.user.type(within(products).getByRole('textbox', { name: /^SKU/ }), 'TV-1');
  await desk.user.click(within(products).getByRole('button', { name: 'Agregar producto' }));
  await desk.user.type(
    within(within(products).getByRole('group', { name: 'Producto 2' })).getByRole('textbox'),
    'TV-2',
  );
  await desk.user.click(within(products).getByRole('button', { name: 'Subir producto 2' }));
  await desk.user.click(screen.getByRole('button', { name: 'Quitar Título, bloque 3' }));
  for (const name of ['En un teléfono, 390 px', 'En una computadora, 1440 px']) {
    const figure = screen.getByRole('figure', { name });
    for (const text of ['Cómo elegir tele', 'Mide tu sala.', 'Resolución', 'Favoritos', 'TV-1'])
      expect(figure).toHaveTextContent(text);
    expect(figure).not.toHaveTextContent('Antes de comprar');
  }
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeContentPage').map(({ body }) => body)).toEqual([
    {
      version: 4,
      blocks: [
        { kind: 'list', title: 'Qué ver', items: [{ text: 'Resolución' }] },
        { kind: 'text', title: '', text: 'Mide tu sala.' },
        { kind: 'products', title: 'Favoritos', products: [{ sku: 'TV-2' }, { sku: 'TV-1' }] },
      ],
    },
  ]);
});

test('[PROD-14] an error names the wrong block, and the server’s refusal shows below the blocks', async () => {
  const unknown = 'Un bloque de productos tiene un SKU que no existe.';
  const desk = await open('/contenido/paginas/3', {
    getContentPage: { status: 200, data: sample() },
    changeContentPage: () => refusal('VALIDATION_ERROR', { fields: { blocks: unknown } }),
  });
  await screen.findByRole('textbox', { name: /^Dirección/ });
  await desk.user.click(screen.getByRole('button', { name: 'Agregar bloque' }));
  const save = () => desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  const blocks = within(screen.getByRole('group', { name: 'Bloques' }));
  await save();
  expect(await blocks.findByRole('alert')).toHaveTextContent('Bloque 4 (Título): Título: Falta este dato.');
  expect(desk.sentTo('changeContentPage')).toEqual([]);
  await desk.user.type(within(list().children[3] as HTMLElement).getByRole('textbox'), 'Al final');
  await save();
  await waitFor(() => expect(blocks.getByRole('alert')).toHaveTextContent(unknown));
});

test('[PROD-14] after somebody else’s save, both versions show, and blocks typed here stay', async () => {
  const theirs = sample({ title: 'Otra guía', version: 5 });
  const answers = [{ data: sample() }, { data: theirs }];
  const desk = await open('/contenido/paginas/3', {
    getContentPage: () => ({ status: 200, data: answers.length > 1 ? (answers.shift()?.data ?? theirs) : theirs }),
    changeContentPage: () =>
      refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' }),
  });
  await screen.findByRole('textbox', { name: /^Dirección/ });
  await desk.user.click(screen.getByRole('button', { name: 'Quitar Título, bloque 1' }));
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  const conflict = within(await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }));
  expect(conflict.getByRole('row', { name: /^Bloques Sin cambio 3 bloques 2 bloques|^Bloques/ })).toHaveTextContent(
    '2 bloques',
  );
  expect(conflict.getByRole('row', { name: /^Título/ })).toHaveTextContent('Otra guía');
});

test('[PROD-14] a new page is sent with its address, the state of a draft, and its dates', async () => {
  const desk = await open('/contenido/paginas/+', {
    createContentPage: { status: 201, data: sample() },
    getContentPage: { status: 200, data: sample() },
  });
  const address = await screen.findByRole('textbox', { name: /^Dirección/ });
  await desk.user.type(screen.getByRole('textbox', { name: /^Título/ }), 'Cómo elegir tele');
  await desk.user.type(address, 'checkout');
  await desk.user.click(screen.getByRole('button', { name: 'Crear página' }));
  await waitFor(() => expect(address).toHaveAccessibleDescription(/que no sea de una página propia de la tienda/));
  await desk.user.clear(address);
  await desk.user.type(address, 'guias/tele');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Publicación' }), 'Borrador');
  fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2026-12-01T08:00' } });
  await desk.user.click(screen.getByRole('button', { name: 'Crear página' }));
  expect(await screen.findByText('Página creada')).toBeVisible();
  expect(desk.sentTo('createContentPage').map(({ body }) => body)).toEqual([
    {
      title: 'Cómo elegir tele',
      slug: 'guias/tele',
      isPublished: false,
      startsAt: '2026-12-01T14:00:00.000Z',
    },
  ]);
});
