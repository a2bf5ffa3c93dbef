import type { Family, Variant, VariantResult } from '@ceiba/contract/desk/families';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type DeskCalls, noAnswer } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { productAnswer, sampleProduct } from '../testing/sample-product.ts';

beforeEach(() => sessionStorage.clear());

const variant = (n: number, changes: Partial<Variant> = {}): Variant => ({
  sku: `OND-${n}`,
  title: `Bocina Onda, color ${n}`,
  picture: null,
  label: `Color ${n}`,
  regularPrice: 100,
  salesPrice: null,
  discountEndsAt: null,
  codes: [],
  stock: n,
  state: 'draft',
  version: 1,
  ...changes,
});

const familyOf = (variants: readonly Variant[], total = variants.length): Family => ({
  parentSku: 'OND',
  total,
  variants: [...variants],
});

const three = [1, 2, 3].map((n) => variant(n));

type Asked = { sku: string; version: number; label?: string; regularPrice?: number | null };

/** Simulates a server that saves every sent row, except rows for which the test sets a result. */
const saving =
  (
    family: Family,
    own: Readonly<Record<string, Partial<VariantResult>>> = {},
    now: readonly Variant[] = family.variants,
  ) =>
  ({ body }: { body: unknown }) => {
    const { variants: asked = [] }: { variants?: Asked[] } = Object(body);
    const results = asked.map(
      ({ sku }): VariantResult => ({
        ...{ sku, outcome: 'changed', fields: {}, changedBy: null, changedAt: null },
        ...own[sku],
      }),
    );
    const variants = now.map((row) => {
      const change = asked.find(({ sku }) => sku === row.sku && own[sku] === undefined);
      if (change === undefined) return row;
      const { label = row.label, regularPrice = row.regularPrice } = change;
      return { ...row, label, regularPrice, version: row.version + 1 };
    });
    return { status: 200, data: { family: { ...family, variants }, results } };
  };

const open = async (
  variants: readonly Variant[] = three,
  {
    calls = {},
    role = 'catalogue' as const,
    permissions,
  }: { calls?: DeskCalls; role?: 'catalogue'; permissions?: string[] } = {},
) => {
  const family = familyOf(variants);
  const session = sampleSession(role);
  const desk = await openDesk('/productos/familias/OND', {
    session:
      permissions === undefined ? session : { ...session, permissions: permissions as typeof session.permissions },
    calls: {
      getProductFamily: { status: 200, data: family },
      changeProductFamily: saving(family),
      checkPrice: { status: 200, data: { warnings: [] } },
      ...calls,
    },
  });
  await screen.findByRole('grid', { name: 'Variantes' });
  return desk;
};

const rowOf = (sku: string): HTMLElement => screen.getByRole('link', { name: sku }).closest('tr') as HTMLElement;

/** A cell by its row and its column: 1 label, 2 price, 3 offer, 4 codes, 6 published. */
const cell = (sku: string, place: number): HTMLElement =>
  rowOf(sku).querySelector<HTMLElement>(`[data-column="${place}"]`) as HTMLElement;

const sentRows = (desk: Awaited<ReturnType<typeof open>>): unknown[] =>
  desk.sentTo('changeProductFamily').map(({ body }) => body);

test('[PROD-25] the grid shows label, prices, codes, a link to the stock card, and the state of each variant', async () => {
  await open([
    variant(1, { codes: ['750', '751'], salesPrice: 80, state: 'published' }),
    variant(2, { stock: null, regularPrice: null, state: 'archived' }),
  ]);
  expect(screen.getByRole('heading', { name: /^Bocina Onda, color/ })).toBeVisible();
  expect(screen.getByText('Familia OND · 2 variantes')).toBeVisible();
  expect([1, 2, 3, 4].map((place) => cell('OND-1', place).textContent)).toEqual([
    'Color 1',
    'Q100.00',
    'Q80.00',
    '750, 751',
  ]);
  expect(screen.getByRole('link', { name: 'Existencias de Color 1: 1' })).toHaveAttribute(
    'href',
    '/productos/OND-1#existencias',
  );
  expect(screen.getByRole('checkbox', { name: 'Publicado: Color 1' })).toBeChecked();
  expect(within(rowOf('OND-2')).getByText('Archivado')).toBeVisible();
  expect(cell('OND-2', 2)).toHaveTextContent('–');
});

test('[PROD-25] a person edits, discards and saves by keyboard, and only typed cells are sent', async () => {
  const desk = await open();
  await desk.user.click(cell('OND-1', 1));
  await desk.user.keyboard('{End} ');
  expect(screen.getByRole('checkbox', { name: 'Publicado: Color 1' })).toBeChecked();
  await desk.user.keyboard('{Control>}z{/Control}{Home}{ArrowRight}{ArrowRight}');
  expect(cell('OND-1', 2)).toHaveFocus();
  // A letter starts editing, Enter saves the cell and moves down, Escape discards the text.
  await desk.user.keyboard('120{Enter}');
  expect(cell('OND-2', 2)).toHaveFocus();
  await desk.user.keyboard('{Enter}');
  expect(document.activeElement).toHaveValue('100.00');
  await desk.user.keyboard('{Control>}a{/Control}999{Escape}');
  expect(cell('OND-2', 2)).toHaveTextContent('Q100.00');
  // Tab moves to the next editable cell: it skips the stock, and continues in the next row.
  await desk.user.keyboard('{F2}{Tab}90{Tab}K-2{Tab}');
  expect(screen.getByRole('checkbox', { name: 'Publicado: Color 2' })).toHaveFocus();
  // The test types as fast as a scanner, so a space would count as the end of a code.
  await desk.user.keyboard('{F2}{Tab}{Control>}a{/Control}Rojo{Enter}');
  await desk.user.keyboard('{Control>}{Home}{/Control}');
  expect(screen.getByRole('link', { name: 'OND-1' })).toHaveFocus();
  expect(screen.getByText('5 campos sin guardar')).toBeVisible();
  await desk.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('3 variantes guardadas');
  expect(sentRows(desk)).toEqual([
    {
      variants: [
        { sku: 'OND-1', version: 1, regularPrice: 120 },
        { sku: 'OND-2', version: 1, salesPrice: 90, addCodes: ['K-2'], isPublished: true },
        { sku: 'OND-3', version: 1, label: 'Rojo' },
      ],
    },
  ]);
});

test('[PROD-25] Tab and Shift+Tab leave the grid from a cell that is not edited', async () => {
  const desk = await open();
  await desk.user.click(cell('OND-2', 2));
  await desk.user.tab();
  expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
  await desk.user.tab({ shift: true });
  expect(cell('OND-2', 2)).toHaveFocus();
});

test('[PROD-25] a pasted column fills the cells below: "Q1,234.50" and "1234.5" are the same price', async () => {
  const desk = await open();
  await desk.user.click(cell('OND-1', 2));
  await desk.user.paste('Q104.50\n104.5\nQ 1,04\n');
  expect(cell('OND-1', 2)).toHaveTextContent('Q104.50');
  expect(cell('OND-2', 2)).toHaveTextContent('Q104.50');
  expect(cell('OND-3', 2)).toHaveTextContent('Q1.04');
  await desk.user.keyboard('{Control>}z{/Control}');
  expect(cell('OND-1', 2)).toHaveTextContent('Q100.00');
  await desk.user.paste('Q1,234.50\t1000\n1234.5');
  expect(cell('OND-1', 3)).toHaveTextContent('Q1,000.00');
  expect(cell('OND-2', 2)).toHaveTextContent('Q1,234.50');
  // A text that is no price stays in the cell, with a message.
  await desk.user.paste('gratis');
  expect(cell('OND-1', 2)).toHaveTextContent('gratis');
  expect(cell('OND-1', 2)).toHaveAccessibleDescription('Escribe un monto.');
  await desk.user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(cell('OND-1', 2)).toHaveFocus());
  expect(sentRows(desk)).toEqual([]);
});

test('[PROD-25] pasted values outside the grid are counted, and the other values are pasted', async () => {
  const desk = await open();
  await desk.user.click(cell('OND-3', 2));
  await desk.user.paste('110\n120\n130');
  expect(await screen.findByText(/^2 celdas no se pegaron/)).toBeVisible();
  expect(cell('OND-3', 2)).toHaveTextContent('Q110.00');
  await desk.user.click(cell('OND-1', 1));
  await desk.user.keyboard('{Control>}d{/Control}');
  expect(cell('OND-3', 1)).toHaveTextContent('Color 1');
});

test('[PROD-25] a refused row shows the reason, and the other rows are saved', async () => {
  const own = {
    'OND-1': { outcome: 'refused', fields: { codes: 'Ese código ya es de «Radio» (RAD).' } },
    'OND-2': { outcome: 'refused', fields: { pictures: 'Agrega al menos una foto.' } },
  } as const;
  const desk = await open(three, { calls: { changeProductFamily: saving(familyOf(three), own) } });
  await desk.user.click(cell('OND-1', 4));
  await desk.user.keyboard('750{Enter}751{Enter}752{Enter}');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(
    await screen.findByText('2 variantes sin guardar: cada fila dice por qué. Lo demás se guardó (1).'),
  ).toBeVisible();
  expect(cell('OND-1', 4)).toHaveAccessibleDescription('Ese código ya es de «Radio» (RAD).');
  expect(screen.getByText('Fotos: Agrega al menos una foto.')).toBeVisible();
  expect(screen.getByText('2 campos sin guardar')).toBeVisible();
  // The message disappears together with the wrong text.
  await desk.user.click(cell('OND-1', 4));
  await desk.user.keyboard('7{Enter}');
  expect(screen.queryByText(/ya es de «Radio»/)).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Descartar fila' }));
  expect(screen.queryByText(/Agrega al menos una foto/)).toBeNull();
  expect(cell('OND-2', 4)).toHaveTextContent('–');
});

test('[PROD-25, OFF-21] a conflict names the other person, and the next press saves the typed values', async () => {
  const own = {
    'OND-1': { outcome: 'conflict', changedBy: 'Ana Cux', changedAt: '2026-11-20T15:00:00.000Z' },
  } as const;
  const theirs = [variant(1, { regularPrice: 105, version: 2 }), ...three.slice(1)];
  let press = 0;
  const desk = await open(three, {
    calls: {
      changeProductFamily: (sent) => {
        press += 1;
        return press === 1 ? saving(familyOf(three), own, theirs)(sent) : saving(familyOf(theirs))(sent);
      },
    },
  });
  await desk.user.click(cell('OND-1', 2));
  await desk.user.keyboard('110{Enter}115{Enter}');
  await desk.user.keyboard('{Control>}s{/Control}');
  const note = await screen.findByText(/^Ana Cux cambió esta fila/);
  expect(note).toHaveTextContent('Precio guardado: 105.00.');
  expect(cell('OND-1', 2)).toHaveTextContent('Q110.00');
  await desk.user.keyboard('{Control>}s{/Control}');
  await screen.findByText('1 variante guardada');
  expect(sentRows(desk).at(-1)).toEqual({ variants: [{ sku: 'OND-1', version: 2, regularPrice: 110 }] });
});

test('[PROD-25] Ctrl+S also saves the open cell, and a variant that left the family is named', async () => {
  const gone = familyOf(three.slice(0, 2));
  const own = { 'OND-3': { outcome: 'refused', fields: { variant: 'Ya no es de esta familia.' } } } as const;
  const desk = await open(three, { calls: { changeProductFamily: saving(gone, own) } });
  await desk.user.click(cell('OND-2', 1));
  await desk.user.keyboard('Rojo{Enter}Azul{Control>}s{/Control}');
  expect(await screen.findByText('Ya no es de esta familia: «Color 3». Lo demás se guardó (1).')).toBeVisible();
  expect(sentRows(desk)).toMatchObject([{ variants: [{ label: 'Rojo' }, { label: 'Azul' }] }]);
  expect(screen.queryByText(/sin guardar$/)).toBeNull();
});

test('[PROD-25, PROD-10] large changes of prices are named before the save, which asks for one reason', async () => {
  const family = familyOf(three);
  const large = 'Lo que paga el cliente sube 100 %, de Q100.00 a Q200.00.';
  const below = 'Lo que paga el cliente, Q250.00, queda por debajo del costo.';
  const own = {
    'OND-1': { outcome: 'refused', fields: { reason: large } },
    'OND-2': { outcome: 'refused', fields: { reason: below } },
  } as const;
  const desk = await open(three, {
    calls: { changeProductFamily: (sent) => saving(family, 'reason' in Object(sent.body) ? {} : own)(sent) },
  });
  await desk.user.click(cell('OND-1', 2));
  await desk.user.paste('200\n250');
  expect(screen.getAllByText(/Al guardar se pide el motivo/)).toHaveLength(2);
  await desk.user.keyboard('{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' });
  expect(dialog).toHaveTextContent(`Color 1: ${large} Color 2: ${below}`);
  await desk.user.type(within(dialog).getByRole('textbox'), 'Nueva lista');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Cambiar el precio' }));
  await screen.findByText('2 variantes guardadas');
  expect(sentRows(desk)).toMatchObject([
    { variants: [{ regularPrice: 200 }, { regularPrice: 250 }] },
    { reason: 'Nueva lista', variants: [{ regularPrice: 200 }, { regularPrice: 250 }] },
  ]);
});

test('[PROD-25] a row that is refused because another row lacks a reason is sent again with it', async () => {
  const family = familyOf(three);
  const own = {
    'OND-1': { outcome: 'refused', fields: { reason: 'Sube 100 %.' } },
    'OND-2': { outcome: 'refused', fields: { label: 'Color 1 ya es de otra variante.' } },
  } as const;
  const desk = await open(three, {
    calls: { changeProductFamily: (sent) => saving(family, 'reason' in Object(sent.body) ? {} : own)(sent) },
  });
  await desk.user.click(cell('OND-1', 2));
  await desk.user.paste('200\n120');
  await desk.user.keyboard('{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' });
  await desk.user.type(within(dialog).getByRole('textbox'), 'Nueva lista');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Cambiar el precio' }));
  await screen.findByText('2 variantes guardadas');
  expect(sentRows(desk).at(-1)).toMatchObject({
    reason: 'Nueva lista',
    variants: [{ sku: 'OND-1' }, { sku: 'OND-2' }],
  });
});

const doubt = 'La oferta de Q90.00 no baja del precio de antes, que fue Q90.00.';

test('[PRICE-05] the grid warns of doubts about a typed offer, with the product’s end date', async () => {
  const desk = await open([variant(1, { discountEndsAt: '2026-12-20T06:00:00.000Z' }), variant(2)], {
    calls: { checkPrice: { status: 200, data: { warnings: [doubt] } } },
  });
  await desk.user.click(cell('OND-1', 3));
  await desk.user.keyboard('90{Enter}');
  expect(await screen.findByText(doubt)).toBeVisible();
  const asked = desk.sentTo('checkPrice').map(({ params, query }) => ({ ...params, ...query }));
  expect(asked).toEqual([
    { sku: 'OND-1', regularPrice: '100', salesPrice: '90', discountEndsAt: '2026-12-20T06:00:00.000Z' },
  ]);
  await desk.user.keyboard('{Control>}z{/Control}');
  expect(screen.queryByText(doubt)).toBeNull();
});

test('[PRICE-05] if the shop refuses unproven offers, a save asks for the reason and sends the rows again', async () => {
  const family = familyOf(three);
  const own = {
    'OND-1': { outcome: 'refused', fields: { reason: `${doubt} Confírmalo y escribe el motivo.` } },
  } as const;
  const desk = await open(three, {
    calls: {
      changeProductFamily: (sent) => saving(family, 'reason' in Object(sent.body) ? {} : own)(sent),
    },
  });
  await desk.user.click(cell('OND-1', 3));
  await desk.user.keyboard('90{Enter}');
  await desk.user.click(cell('OND-2', 1));
  await desk.user.keyboard('Rojo{Enter}{Control>}s{/Control}');
  const first = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  expect(first.getByText(`Color 1: ${doubt} Confírmalo y escribe el motivo.`)).toBeVisible();
  await desk.user.click(first.getByRole('button', { name: 'Cancelar' }));
  expect(
    await screen.findByText('1 variante sin guardar: cada fila dice por qué. Lo demás se guardó (1).'),
  ).toBeVisible();
  await desk.user.keyboard('{Control>}s{/Control}');
  const second = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  await desk.user.type(second.getByRole('textbox'), 'Remate');
  await desk.user.click(second.getByRole('button', { name: 'Cambiar el precio' }));
  expect(await screen.findByText('1 variante guardada')).toBeVisible();
  const offer = { sku: 'OND-1', version: 1, salesPrice: 90 };
  expect(sentRows(desk)).toEqual([
    { variants: [offer, { sku: 'OND-2', version: 1, label: 'Rojo' }] },
    { variants: [offer] },
    { variants: [offer], reason: 'Remate' },
  ]);
});

test('[PROD-25, PROD-02] unsaved cells survive a reload and a lost answer', async () => {
  const desk = await open(three, {
    calls: {
      changeProductFamily: noAnswer,
      listDeskProducts: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
    },
  });
  await desk.user.click(cell('OND-1', 1));
  await desk.user.keyboard('Rojo{Enter}');
  await desk.user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText(/No hay conexión con la tienda/)).toBeInTheDocument();
  expect(cell('OND-1', 1)).toHaveTextContent('Rojo');
  const key = Object.keys(sessionStorage).find((each) => each.includes('families.OND')) ?? '';
  const stored = sessionStorage.getItem(key) ?? '';
  expect(stored).toContain('Rojo');
  // A reload ends the page without leaving it.
  await desk.go('/productos');
  await desk.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull());
  sessionStorage.setItem(key, stored);
  await desk.go('/productos/familias/OND');
  await screen.findByRole('grid');
  expect(cell('OND-1', 1)).toHaveTextContent('Rojo');
});

test.each([
  [['catalog.read', 'catalog.edit'], 'label', 'regularPrice'],
  [['catalog.read', 'catalog.publish'], 'isPublished', 'label'],
] as const)('[PROD-25] a person with %s changes %s, and not %s', async (permissions, may, mayNot) => {
  const desk = await open(three, { permissions: [...permissions] });
  const places = { label: 1, regularPrice: 2, isPublished: 6 };
  await desk.user.dblClick(cell('OND-1', places[mayNot]));
  expect(within(cell('OND-1', places[mayNot])).queryByRole('textbox')).toBeNull();
  await desk.user.keyboard('5{Enter}');
  expect(cell('OND-1', places[mayNot])).toHaveAttribute('aria-readonly', 'true');
  if (may === 'isPublished') await desk.user.click(screen.getByRole('checkbox', { name: 'Publicado: Color 1' }));
  else {
    await desk.user.dblClick(cell('OND-1', places[may]));
    await desk.user.keyboard('{Control>}a{/Control}Rojo{Enter}');
  }
  expect(screen.getByText('1 campo sin guardar')).toBeVisible();
});

test('[PROD-25] a list of labels becomes variants, and a wrong line is named', async () => {
  const more = familyOf([...three, variant(4, { label: 'Azul' })]);
  const desk = await open(three, { calls: { addVariants: { status: 201, data: more } } });
  await desk.user.click(screen.getByRole('button', { name: 'Agregar variantes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Agregar variantes' });
  const list = within(dialog).getByRole('textbox', { name: /^Variantes nuevas/ });
  await desk.user.click(list);
  await desk.user.paste(`Azul\nVerde; ${'x'.repeat(70)}`);
  await desk.user.click(within(dialog).getByRole('button', { name: 'Agregar variantes' }));
  expect(await within(dialog).findByText(/^Línea 2: /)).toBeVisible();
  await desk.user.clear(list);
  await desk.user.paste('Azul\nVerde\tOND-V\n\n');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Agregar variantes' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'OND-4' })).toBeVisible());
  expect(desk.sentTo('addVariants')).toMatchObject([
    {
      params: { sku: 'OND-1' },
      body: {
        variants: [
          { label: 'Azul', sku: null },
          { label: 'Verde', sku: 'OND-V' },
        ],
      },
    },
  ]);
});

test('[PROD-25] a copy shows each change before the start, and leaves out unchecked variants', async () => {
  const run = {
    ...{
      id: '01a21b45-9d58-7b10-8d76-792b15967a7d',
      name: 'Copiar a variantes',
      state: 'done',
      verb: 'copy',
      total: 1,
      done: 1,
    },
    ...{ failed: 0, createdAt: '2026-11-20T15:00:00.000Z', updatedAt: '2026-11-20T15:00:00.000Z', actor: 'Marta' },
    ...{ counts: { changed: 1, equal: 0, failed: 0, waiting: 0 }, hasRows: true, actions: [] },
  } as const;
  const changes = [{ field: 'Descripción', before: 'Antes', after: 'Después' }];
  const desk = await open(three, {
    calls: {
      previewFamilyCopy: {
        status: 200,
        data: [
          { sku: 'OND-2', label: 'Color 2', changes },
          { sku: 'OND-3', label: 'Color 3', changes },
        ],
      },
      createProductRun: { status: 201, data: { ...run, actions: [] } },
      getProductRun: { status: 200, data: { ...run, actions: [] } },
      listProductRunRows: { status: 200, data: [], next: null },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  await desk.user.click(screen.getByRole('button', { name: 'Copiar a la familia' }));
  const dialog = await screen.findByRole('dialog', { name: 'Copiar a la familia' });
  expect(await within(dialog).findAllByText('Antes')).toHaveLength(2);
  await desk.user.click(within(dialog).getByRole('checkbox', { name: /^Fotos/ }));
  await desk.user.click(await within(dialog).findByRole('checkbox', { name: /^Color 3/ }));
  await desk.user.click(within(dialog).getByRole('button', { name: 'Copiar a 1 variante' }));
  await waitFor(() => expect(desk.address()).toContain('/productos/cambios/'));
  expect(desk.sentTo('createProductRun').map(({ body }) => body)).toEqual([
    { verb: 'copy', value: 'OND-1', parts: ['description', 'attributes', 'pictures'], skus: ['OND-2'] },
  ]);
});

test('[PROD-25] the page of a product lists its family, or creates a family', async () => {
  const calls: DeskCalls = {
    listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
    getHistory: { status: 200, data: [], next: null },
    getProductFamily: { status: 200, data: familyOf(three) },
    addVariants: { status: 201, data: familyOf(three) },
  };
  const desk = await openDesk('/productos/OND-B31', {
    session: sampleSession('catalogue'),
    calls: { ...calls, getDeskProduct: productAnswer(sampleProduct()) },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Agregar variantes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Agregar variantes' });
  await desk.user.type(within(dialog).getByRole('textbox', { name: /^Variantes nuevas/ }), 'Azul');
  await desk.user.click(within(dialog).getByRole('button', { name: 'Agregar variantes' }));
  await screen.findByRole('grid', { name: 'Variantes' });
  expect(desk.address()).toBe('/productos/familias/OND');
  expect(desk.sentTo('addVariants')).toMatchObject([{ params: { sku: 'OND-B31' } }]);
});

test('[PROD-25] the page of a variant links to its family and to the other variants', async () => {
  await openDesk('/productos/OND-2', {
    session: sampleSession('catalogue'),
    calls: {
      getDeskProduct: productAnswer(sampleProduct({ sku: 'OND-2', parentSku: 'OND' })),
      listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
      getHistory: { status: 200, data: [], next: null },
      getProductFamily: { status: 200, data: familyOf(three) },
    },
  });
  expect(await screen.findByRole('link', { name: 'Ver familia' })).toHaveAttribute('href', '/productos/familias/OND');
  expect(await screen.findByRole('link', { name: 'Color 1' })).toHaveAttribute('href', '/productos/OND-1');
  expect(screen.queryByRole('link', { name: 'Color 2' })).toBeNull();
});

test('[PROD-25] with 200 variants, typing into a cell renders only its row', async () => {
  const desk = await open(Array.from({ length: 200 }, (_, n) => variant(n + 1)));
  const touched = new Set<string>();
  const watch = new MutationObserver((records) => {
    for (const { target } of records) {
      const row = (target instanceof Element ? target : target.parentElement)
        ?.closest('tr')
        ?.getAttribute('aria-rowindex');
      if (row) touched.add(row);
    }
  });
  await desk.user.click(cell('OND-100', 2));
  watch.observe(screen.getByRole('grid'), { subtree: true, childList: true, attributes: true, characterData: true });
  await desk.user.keyboard('123.45');
  await waitFor(() => expect(within(cell('OND-100', 2)).getByRole('textbox')).toHaveValue('123.45'));
  watch.disconnect();
  expect([...touched]).toEqual(['101']);
});
