import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const attribute = (more: Partial<DeskAnswer<'getAttribute'>['data']> = {}): DeskAnswer<'getAttribute'> => ({
  status: 200,
  data: {
    ...{ id: '9', name: 'Color', categoryId: '2', type: 'text', unit: '', choices: '', isRequired: false },
    ...{ requiredFrom: null, role: null, sheetGroup: '' },
    ...{ isFilterable: true, position: 1, code: 'color', category: 'Audio › Bocinas', version: 1, actions: ['remove'] },
    ...more,
  },
});

const calls = {
  getHistory: { status: 200, data: [], next: null },
  listNames: {
    status: 200,
    data: [
      { code: '1', name: 'Audio' },
      { code: '2', name: 'Audio › Bocinas' },
    ],
  },
} as const;

test('[PROD-07] an attribute is declared for the category whose page links to the form', async () => {
  const desk = await openDesk('/productos/atributos/+?categoryId=2', {
    session: sampleSession('catalogue'),
    calls: { ...calls, createAttribute: () => attribute({ version: 1 }), getAttribute: attribute() },
  });
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: /Categoría/ })).toHaveDisplayValue('Audio › Bocinas'),
  );
  await desk.user.type(screen.getByRole('textbox', { name: /Nombre/ }), 'Color');
  await desk.user.click(screen.getByRole('button', { name: 'Crear atributo' }));
  expect(await screen.findByText('Atributo creado')).toBeVisible();
  expect(desk.sentTo('createAttribute')[0]?.body).toEqual({
    ...{ name: 'Color', categoryId: '2', type: 'text', isRequired: false, isFilterable: true },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Color' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Audio › Bocinas')).toHaveLength(2));
});

test('a duplicate code made from the name shows the error at the name', async () => {
  const text = 'La categoría ya tiene ese código.';
  const desk = await openDesk('/productos/atributos/+?categoryId=2', {
    session: sampleSession('catalogue'),
    calls: {
      ...calls,
      getAttribute: attribute(),
      createAttribute: () => refusal('IN_USE', { fields: { code: text } }, text),
    },
  });
  const name = await screen.findByRole('textbox', { name: /Nombre/ });
  expect(screen.getByText(/Si lo dejas vacío, va al final/)).toBeVisible();
  await screen.findByRole('option', { name: 'Audio › Bocinas' });
  await desk.user.type(name, 'Color');
  await desk.user.click(screen.getByRole('button', { name: 'Crear atributo' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(text));
  expect(name).toHaveFocus();
  await desk.user.type(screen.getByRole('textbox', { name: 'Código' }), 'tono');
  await desk.user.click(screen.getByRole('button', { name: 'Crear atributo' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Código' })).toHaveAccessibleDescription(text));
  await desk.go('/productos/atributos/9');
  await desk.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Color' })).toBeVisible();
  const category = screen.getByText('Categoría').parentElement;
  await waitFor(() => expect(category).toHaveTextContent('CategoríaAudio › Bocinas'));
  expect(screen.queryByText(/Si lo dejas vacío/)).toBeNull();
});

test('[PROD-07] a type that values do not fit is refused at its field, with the products', async () => {
  const text = 'No caben los valores de 1 producto: FUCSIA: «Fucsia».';
  const desk = await openDesk('/productos/atributos/9', {
    session: sampleSession('catalogue'),
    calls: {
      ...calls,
      getAttribute: attribute(),
      changeAttribute: () => refusal('IN_USE', { fields: { type: text }, total: 1, misfits: [] }, text),
    },
  });
  const type = await screen.findByRole('combobox', { name: /Tipo/ });
  await desk.user.selectOptions(type, 'Número');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() => expect(type).toHaveAccessibleDescription(text));
});

test('[OFF-21, PROD-07] the desk asks which version stays if two tabs change an attribute', async () => {
  let now = attribute();
  const refusals = [
    () => {
      now = attribute({ name: 'Tono', version: 2 });
      return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
    },
  ];
  const desk = await openDesk('/productos/atributos/9', {
    session: sampleSession('catalogue'),
    calls: {
      ...calls,
      getAttribute: () => now,
      changeAttribute: () => refusals.pop()?.() ?? attribute({ name: 'Tono', version: 3 }),
    },
  });
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: /Obligatorio/ }), 'Obligatorio');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  const conflict = within(await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }));
  expect(conflict.getByRole('row', { name: /^Nombre Color Tono Sin cambio/ })).toBeVisible();
});
