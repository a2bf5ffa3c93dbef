import { missing } from '@ceiba/contract/desk/fields';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Row = DeskAnswer<'listCategoryTree'>['data'][number];
type Detail = DeskAnswer<'getCategory'>['data'];

const rowOf = (id: string, title: string, parentId: string | null, position: number, more: Partial<Row> = {}): Row => ({
  ...{ id, title, parentId, position, path: title.toLowerCase(), state: 'visible', products: 0, version: 1 },
  ...{ level: parentId === null ? 1 : 2 },
  ...more,
});

const rows = [
  rowOf('1', 'Audio', null, 1),
  rowOf('2', 'Bocinas', '1', 1, { products: 4, version: 3 }),
  rowOf('3', 'Barras', '1', 2),
  rowOf('4', 'Video', null, 2, { state: 'hidden' }),
];

const page = (...data: Row[]): DeskAnswer<'listCategoryTree'> => ({
  status: 200,
  data,
  next: null,
  total: { value: data.length, capped: false },
});

const detailOf = (row: Row, more: Partial<Detail> = {}): DeskAnswer<'getCategory'> => ({
  status: 200,
  data: {
    ...row,
    ...{
      slug: row.path,
      description: '',
      needsSerial: false,
      pictureUrl: null,
      tags: [],
      guideTitle: '',
      guideUrl: '',
    },
    ...{ above: [], productsBelow: row.products, children: 0, replacement: null, attributes: [], actions: ['move'] },
    ...more,
  },
});

const noHistory = { status: 200, data: [], next: null } as const;
const address = '/productos/categorias';

test('[PROD-08] keys on a handle move a category, the focus follows, and the move can be undone', async () => {
  let now = rows;
  const desk = await openDesk(address, {
    session: sampleSession('catalogue'),
    calls: {
      listCategoryTree: () => page(...now),
      moveCategory: () => {
        now = [
          rowOf('1', 'Audio', null, 1),
          rowOf('2', 'Bocinas', '1', 2, { version: 4 }),
          rowOf('3', 'Barras', '1', 1),
          ...rows.slice(3),
        ];
        return detailOf(rowOf('2', 'Bocinas', '1', 2, { version: 4 }), { above: [{ id: '1', title: 'Audio' }] });
      },
    },
  });
  const handle = await screen.findByRole('button', { name: 'Mover Bocinas' });
  handle.focus();
  await desk.user.keyboard('{ArrowUp}');
  expect(desk.sentTo('moveCategory')).toEqual([]);
  await desk.user.keyboard('{ArrowDown}');
  expect(await screen.findByText('Bocinas: lugar 2 en Audio.')).toBeInTheDocument();
  expect(desk.sentTo('moveCategory').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '2' }, body: { version: 3, parentId: '1', beforeId: null } },
  ]);
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Árbol de categorías' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Audio', 'Barras', 'Bocinas', 'Video']),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mover Bocinas' })).toHaveFocus());
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(desk.sentTo('moveCategory')).toHaveLength(2));
  expect(desk.sentTo('moveCategory')[1]?.body).toEqual({ version: 4, parentId: '1', beforeId: '3' });
});

test('[PROD-08] a shop without categories gets the standard tree of electronics in one press', async () => {
  let now: Row[] = [];
  const desk = await openDesk(address, {
    session: sampleSession('catalogue'),
    calls: {
      listCategoryTree: () => page(...now),
      createStandardCategories: () => {
        now = rows;
        return { status: 201, data: { created: 4 } };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Usar el árbol estándar de electrónica' }));
  expect(await screen.findByText('4 categorías creadas')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Bocinas' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /árbol estándar/ })).toBeNull();
});

test('[PROD-08] a new category is created below another one, and its page opens', async () => {
  const newRow = rowOf('5', 'Soportes', '1', 3);
  const desk = await openDesk(address, {
    session: sampleSession('catalogue'),
    calls: {
      listCategoryTree: page(...rows),
      createCategory: () => detailOf(newRow),
      getCategory: detailOf(newRow),
      getHistory: noHistory,
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nueva categoría debajo de Audio' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva categoría' }));
  expect(dialog.getByRole('combobox', { name: 'Debajo de' })).toHaveDisplayValue('Audio');
  await desk.user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Soportes{Enter}');
  expect(await screen.findByRole('heading', { name: 'Soportes' })).toBeVisible();
  expect(desk.address()).toBe(`${address}/5`);
  expect(desk.sentTo('createCategory').map(({ body }) => body)).toEqual([{ title: 'Soportes', parentId: '1' }]);
});

test('[OFF-21, PROD-08] an edit conflict of a category asks which version stays, and loses no typed value', async () => {
  let now = detailOf(rowOf('2', 'Bocinas', '1', 1, { version: 3 }));
  const refusals = [
    () => {
      now = detailOf(rowOf('2', 'Altavoces', '1', 1, { version: 4 }));
      return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
    },
  ];
  const desk = await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: () => now,
      listCategoryTree: page(...rows),
      getHistory: noHistory,
      changeCategory: () => {
        const refused = refusals.pop()?.();
        if (refused !== undefined) return refused;
        now = detailOf(rowOf('2', 'Altavoces', '1', 1, { version: 5, state: 'hidden' }));
        return now;
      },
    },
  });
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: 'Estado' }), 'Oculta');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  const conflict = within(await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }));
  expect(conflict.getByRole('row', { name: /^Nombre Bocinas Altavoces Sin cambio/ })).toBeVisible();
  await desk.user.click(conflict.getByRole('button', { name: 'Combinar' }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeCategory').map(({ body }) => body)).toEqual([
    { version: 3, state: 'hidden' },
    { version: 4, state: 'hidden' },
  ]);
});

test('[OFF-22, PROD-08] hiding a category with subcategories asks first, and "Deshacer" shows it again', async () => {
  const audio = (state: Row['state'], version: number) =>
    detailOf(rowOf('1', 'Audio', null, 1, { state, version }), { productsBelow: 14, children: 2 });
  let now = audio('visible', 3);
  const desk = await openDesk(`${address}/1`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: () => now,
      listCategoryTree: page(...rows),
      getHistory: noHistory,
      changeCategory: ({ body }) => {
        const { state, version } = body as { state: Row['state']; version: number };
        now = audio(state, version + 1);
        return now;
      },
    },
  });
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: 'Estado' }), 'Oculta');
  const save = () => desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await save();
  const question = () => screen.findByRole('alertdialog', { name: '¿Dejar Audio como «Oculta»?' });
  const confirmation = within(await question());
  expect(confirmation.getByText('Con ella dejan el menú 14 productos y 2 categorías de abajo.')).toBeVisible();
  await desk.user.click(confirmation.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.sentTo('changeCategory')).toEqual([]);
  await save();
  await desk.user.click(within(await question()).getByRole('button', { name: 'Ocultar categoría' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Deshecho')).toBeVisible();
  expect(desk.sentTo('changeCategory').map(({ body }) => body)).toEqual([
    { version: 3, state: 'hidden' },
    { version: 4, state: 'visible' },
  ]);
});

test('a category with products cannot be deleted, and its page links to these products', async () => {
  const desk = await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: detailOf(rowOf('2', 'Bocinas', '1', 1, { products: 4, path: 'audio/bocinas' })),
      listCategoryTree: page(...rows),
      getHistory: noHistory,
    },
  });
  expect(await screen.findByRole('button', { name: 'Eliminar' })).toHaveAccessibleDescription(
    'Tiene productos o categorías debajo: muévelos antes.',
  );
  expect(screen.getByRole('link', { name: 'Ver en la tienda' })).toHaveAttribute('href', '/audio/bocinas');
  expect(screen.getByRole('link', { name: '4' })).toHaveAttribute('href', '/productos?category=audio%2Fbocinas');
  await desk.go(address);
  const tree = within(await screen.findByRole('list', { name: 'Árbol de categorías' }));
  expect(tree.getAllByRole('listitem')[0]).toHaveTextContent('Audio4 productos');
});

test('[PROD-08] tags of a category are typed, and a category is moved by its dialog', async () => {
  const bocinas = rows[1] ?? rowOf('2', 'Bocinas', '1', 1);
  const desk = await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: detailOf(bocinas),
      listCategoryTree: page(...rows),
      getHistory: noHistory,
      changeCategory: () =>
        detailOf({ ...bocinas, version: 4 }, { tags: [{ text: 'Nuevo', look: 'corn', icon: 'star' }] }),
      moveCategory: () => detailOf({ ...bocinas, version: 5, parentId: '4' }),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Agregar etiqueta' }));
  await desk.user.type(screen.getByRole('textbox', { name: 'Etiqueta 1' }), 'Nuevo');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Color' }), 'Amarillo');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Ícono' }), 'Estrella');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeCategory')[0]?.body).toEqual({
    version: 3,
    tags: [{ text: 'Nuevo', look: 'corn', icon: 'star' }],
  });
  await desk.user.click(screen.getByRole('button', { name: 'Mover' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover Bocinas' }));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Debajo de' }), 'Video');
  await desk.user.click(dialog.getByRole('button', { name: 'Mover' }));
  await waitFor(() =>
    expect(desk.sentTo('moveCategory').map(({ body }) => body)).toEqual([
      { version: 4, parentId: '4', beforeId: null },
    ]),
  );
});

test('[PROD-08] a tag without text is reported before the form is sent', async () => {
  const bocinas = rows[1] ?? rowOf('2', 'Bocinas', '1', 1);
  const desk = await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: detailOf(bocinas),
      listCategoryTree: page(...rows),
      getHistory: noHistory,
      changeCategory: () =>
        detailOf({ ...bocinas, version: 4 }, { tags: [{ text: 'Nuevo', look: 'jade', icon: 'shield-check' }] }),
    },
  });
  const add = await screen.findByRole('button', { name: 'Agregar etiqueta' });
  await desk.user.click(add);
  await desk.user.click(add);
  await desk.user.type(screen.getByRole('textbox', { name: 'Etiqueta 2' }), 'Nuevo');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText(missing)).toBeVisible();
  expect(desk.sentTo('changeCategory')).toEqual([]);
  await desk.user.click(screen.getByRole('button', { name: 'Quitar la etiqueta 1' }));
  await waitFor(() => expect(screen.queryByText(missing)).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Etiqueta 1' })).toHaveValue('Nuevo');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() =>
    expect(desk.sentTo('changeCategory').map(({ body }) => body)).toEqual([
      { version: 3, tags: [{ text: 'Nuevo', look: 'jade', icon: 'shield-check' }] },
    ]),
  );
});

test('[OFF-15] a category with more products than are counted shows "Más de"', async () => {
  await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: detailOf(rows[1] ?? rowOf('2', 'Bocinas', '1', 1), { productsBelow: 10_001 }),
      listCategoryTree: page(...rows),
      getHistory: noHistory,
    },
  });
  expect(await screen.findByText('Más de 10,000')).toBeVisible();
});

test('[PROD-08] a picture is added, and a refused picture shows the reason', async () => {
  const bocinas = rows[1] ?? rowOf('2', 'Bocinas', '1', 1);
  const text = 'La imagen tiene 500 píxeles de ancho: necesita 600 por lo menos.';
  const refusals = [() => refusal('VALIDATION_ERROR', { fields: { pictures: text } })];
  const desk = await openDesk(`${address}/2`, {
    session: sampleSession('catalogue'),
    calls: {
      getCategory: detailOf(bocinas),
      listCategoryTree: page(...rows),
      getHistory: noHistory,
      setCategoryPicture: () =>
        refusals.pop()?.() ?? detailOf({ ...bocinas, version: 4 }, { pictureUrl: '/media/abc/480.webp' }),
    },
  });
  const photo = new File(['foto'], 'bocinas.jpg', { type: 'image/jpeg' });
  await desk.user.upload(await screen.findByLabelText('Agregar imagen'), photo);
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  await desk.user.upload(screen.getByLabelText('Agregar imagen'), photo);
  expect(await screen.findByRole('img', { name: 'Imagen de Bocinas' })).toBeVisible();
  expect(screen.getByText('Imagen guardada')).toBeVisible();
});

test('[OFF-08] a person who may not edit the catalogue reads the tree', async () => {
  await openDesk(address, {
    session: { ...sampleSession('catalogue'), permissions: ['catalog.read'] },
    calls: { listCategoryTree: page(...rows) },
  });
  expect(await screen.findByRole('link', { name: 'Bocinas' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Mover|Nueva/ })).toBeNull();
});
