import type { DeclaredAttribute, DeskProduct } from '@ceiba/contract/desk/products';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { productAnswer, sampleProduct } from '../testing/sample-product.ts';

beforeEach(() => sessionStorage.clear());

const measured: DeclaredAttribute['type'] = 'number';

const attribute = (changes: Partial<DeclaredAttribute>): DeclaredAttribute => ({
  code: 'potencia',
  name: 'Potencia',
  type: measured,
  unit: 'W',
  choices: [],
  isRequired: false,
  ...changes,
});

const ofBars = [
  attribute({ isRequired: true }),
  attribute({ code: 'recargable', name: 'Recargable', type: 'flag', unit: '' }),
  attribute({ code: 'color', name: 'Color', type: 'choice', unit: '', choices: ['Negro', 'Blanco'] }),
  attribute({ code: 'material', name: 'Material', type: 'text', unit: '' }),
];
const ofSpeakers = [attribute({ code: 'canales', name: 'Canales', unit: '' })];

const names = ({ query: { kind } }: { query: Record<string, string> }): DeskAnswer<'listNames'> => ({
  status: 200,
  data:
    kind === 'categoryPath'
      ? [
          { code: 'audio/barras', name: 'Audio › Barras de sonido' },
          { code: 'audio/bocinas', name: 'Audio › Bocinas' },
        ]
      : [{ code: '1', name: 'Ceiba' }],
});

const open = async (product: DeskProduct, calls: DeskCalls = {}) => {
  const desk = await openDesk(`/productos/${product.sku}`, {
    session: sampleSession('catalogue'),
    calls: {
      getDeskProduct: productAnswer(product),
      listProductAttributes: ({ query: { category } }) => ({
        status: 200,
        data: { declared: category === 'audio/barras' ? ofBars : ofSpeakers, usual: [] },
      }),
      listNames: names,
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });
  await screen.findByRole('textbox', { name: /^Nombre/ });
  return desk;
};

const save = () => screen.getByRole('button', { name: /^Guardar/ });
const cardOf = (title: string) =>
  within(screen.getByRole('heading', { name: title }).closest('section') ?? document.body);

test('[PROD-07] the editor has a control by kind for each attribute of the category, and sends their values', async () => {
  const desk = await open(sampleProduct(), { changeProduct: productAnswer(sampleProduct({ version: 4 })) });
  const power = await screen.findByRole('textbox', { name: 'Potencia (W)' });
  expect(power).toBeRequired();
  await desk.user.type(power, '20.5');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Recargable' }), 'Sí');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Color' }), 'Blanco');
  await desk.user.type(screen.getByRole('textbox', { name: 'Material' }), 'Aluminio');
  await desk.user.click(save());
  await waitFor(() =>
    expect(desk.sentTo('changeProduct').map(({ body }) => body)).toEqual([
      {
        version: 3,
        attributes: [
          { label: 'Color', value: 'Blanco', unit: null },
          { label: 'Potencia', value: '20.5', unit: 'W' },
          { label: 'Recargable', value: 'Sí', unit: null },
          { label: 'Material', value: 'Aluminio', unit: null },
        ],
      },
    ]),
  );
});

test('[PROD-07] an invalid value is refused at its control, and nothing is sent', async () => {
  const desk = await open(sampleProduct());
  const power = await screen.findByRole('textbox', { name: 'Potencia (W)' });
  await desk.user.type(power, 'mucha');
  await desk.user.tab();
  expect(power).toHaveAccessibleDescription('Escribe un número, como 12 o 1.5.');
  await desk.user.click(save());
  expect(await screen.findByText('Potencia: Escribe un número, como 12 o 1.5.')).toBeVisible();
  expect(desk.sentTo('changeProduct')).toEqual([]);
});

test('[PROD-07] a change of the category changes the controls, and typed values stay', async () => {
  const desk = await open(sampleProduct());
  await desk.user.type(await screen.findByRole('textbox', { name: 'Potencia (W)' }), '20');
  const category = screen.getByRole('combobox', { name: /^Categoría/ });
  await within(category).findByRole('option', { name: 'Audio › Bocinas' });
  await desk.user.selectOptions(category, 'Audio › Bocinas');
  expect(await screen.findByRole('textbox', { name: 'Canales' })).toHaveValue('');
  const former = screen.getByRole('group', { name: 'Potencia' });
  expect(within(former).getByRole('textbox', { name: 'Valor' })).toHaveValue('20');
  await desk.user.selectOptions(category, 'Audio › Barras de sonido');
  expect(await screen.findByRole('textbox', { name: 'Potencia (W)' })).toHaveValue('20');
});

test('[PROD-03] the list of missing data names a missing required attribute, and links to its control', async () => {
  const fault = { field: 'attributes.potencia', text: 'Falta «Potencia».', isBlocking: true };
  const desk = await open(sampleProduct({ faults: [fault] }));
  const power = await screen.findByRole('textbox', { name: 'Potencia (W)' });
  await desk.user.click(cardOf('Qué falta').getByRole('button'));
  expect(power).toHaveFocus();
});

test('[PROD-03] a published product shows a missing attribute at its control', async () => {
  const product = sampleProduct({ state: 'published', actions: ['unpublish'] });
  const desk = await open(product, {
    changeProduct: () => refusal('PRODUCT_NOT_READY', { fields: { 'attributes.nuevo': 'Falta «Nuevo».' } }),
  });
  const power = await screen.findByRole('textbox', { name: 'Potencia (W)' });
  expect(power).toHaveAccessibleDescription('Falta este dato.');
  await desk.user.type(power, '5');
  await desk.user.click(save());
  expect(await cardOf('Características').findByText('Falta «Nuevo».')).toBeVisible();
});

test('if attributes fail to load, they can be loaded again, and the values stay editable', async () => {
  let isDown = true;
  const desk = await open(sampleProduct(), {
    listProductAttributes: () =>
      isDown ? refusal('NOT_READY') : { status: 200, data: { declared: ofBars, usual: [] } },
  });
  const note = await screen.findByText('No pudimos leer los atributos de la categoría.');
  expect(within(screen.getByRole('group', { name: 'Color' })).getByRole('textbox', { name: 'Valor' })).toBeEnabled();
  isDown = false;
  await desk.user.click(cardOf('Características').getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('textbox', { name: 'Potencia (W)' })).toBeVisible();
  expect(note).not.toBeInTheDocument();
});
