import type { DeskProduct } from '@ceiba/contract/desk/products';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { draftKeyOf } from '../session/draft-keys.ts';
import { type DeskCalls, noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { productAnswer, samplePicture, sampleProduct } from '../testing/sample-product.ts';

beforeEach(() => sessionStorage.clear());

const row = (changes: object = {}): DeskAnswer<'listDeskProducts'>['data'][number] => ({
  sku: 'OND-B31',
  title: 'Barra de sonido Onda 3.1',
  picture: '/media/1/64.webp',
  brand: 'Onda',
  category: 'Barras de sonido',
  family: null,
  price: 1099,
  regularPrice: 1299,
  stock: 0,
  state: 'published',
  plan: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  ...changes,
});

const page = (...rows: ReturnType<typeof row>[]): DeskAnswer<'listDeskProducts'> => ({
  status: 200,
  data: rows,
  next: null,
  total: { value: rows.length, capped: false },
});

const names = ({ query: { kind } }: { query: Record<string, string> }): DeskAnswer<'listNames'> => ({
  status: 200,
  data:
    kind === 'categoryPath'
      ? [
          { code: 'audio/barras', name: 'Audio › Barras de sonido' },
          { code: 'audio/bocinas', name: 'Audio › Bocinas' },
        ]
      : kind === 'brand'
        ? [{ code: '1', name: 'Onda' }]
        : [{ code: '1', name: 'Ceiba' }],
});

/** Opens a product's page. Its calls answer with the product `now`. */
const open = async (
  product: DeskProduct = sampleProduct(),
  {
    calls = {},
    session = sampleSession('catalogue'),
    width,
  }: { calls?: DeskCalls; session?: ReturnType<typeof sampleSession>; width?: number } = {},
) => {
  const desk = await openDesk(`/productos/${product.sku}`, {
    session,
    ...(width !== undefined && { width }),
    calls: {
      getDeskProduct: productAnswer(product),
      listProductAttributes: { status: 200, data: { declared: [], usual: [{ label: 'Potencia', unit: 'W' }] } },
      listNames: names,
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });
  await screen.findByRole('textbox', { name: /^Nombre/ });
  return desk;
};

const save = () => screen.getByRole('button', { name: /^Guardar/ });

const draftKey = draftKeyOf(sampleSession().user.id, 'products.OND-B31');

test('the list shows picture, price, stock and state, and links to products and to the form of a new one', async () => {
  const desk = await openDesk('/productos', {
    session: sampleSession('catalogue'),
    calls: {
      listDeskProducts: page(
        row(),
        row({ sku: 'SIN', title: 'Sin precio', price: null, regularPrice: null, stock: null, state: 'draft' }),
      ),
    },
  });
  await screen.findByText('Q1,099.00');
  const [, first, second] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getByText('Q1,099.00')).toBeVisible();
  expect(within(first as HTMLElement).getByText('Q1,299.00')).toBeVisible();
  expect(within(first as HTMLElement).getByText('Agotado')).toBeVisible();
  expect(within(first as HTMLElement).getByText('Publicado')).toBeVisible();
  expect(within(second as HTMLElement).getByText('Borrador')).toBeVisible();
  expect(screen.getByRole('link', { name: /Barra de sonido/ })).toHaveAttribute('href', '/productos/OND-B31');
  await desk.user.click(screen.getByRole('link', { name: 'Borradores' }));
  await waitFor(() => expect(desk.sentTo('listDeskProducts').at(-1)?.query).toEqual({ state: 'draft' }));
  expect(screen.getByRole('link', { name: 'Nuevo producto' })).toHaveAttribute('href', '/productos/+');
});

test('[PROD-27] the page of a new product opens after name, category and brand are saved', async () => {
  const newProduct = sampleProduct({ sku: 'P-1001' });
  const desk = await openDesk('/productos/+', {
    session: sampleSession('catalogue'),
    calls: {
      createProduct: productAnswer(newProduct) as DeskAnswer<'createProduct'>,
      getDeskProduct: productAnswer(newProduct),
      listNames: names,
      listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  const name = await screen.findByRole('textbox', { name: /^Nombre/ });
  const create = screen.getByRole('button', { name: 'Crear producto' });
  await desk.user.click(create);
  await waitFor(() => expect(name).toHaveAccessibleDescription('Falta este dato.'));
  await desk.user.type(name, 'Barra de sonido Onda 3.1');
  await screen.findByRole('option', { name: 'Audio › Bocinas' });
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /^Categoría/ }), 'Audio › Bocinas');
  await desk.user.type(screen.getByRole('combobox', { name: /^Marca/ }), 'Onda');
  await desk.user.type(screen.getByRole('textbox', { name: 'Precio' }), 'Q1,299');
  await desk.user.click(create);
  expect(await screen.findByRole('heading', { name: newProduct.title })).toBeVisible();
  expect(desk.address()).toBe('/productos/P-1001');
  expect(desk.sentTo('createProduct').map(({ body }) => body)).toEqual([
    { title: 'Barra de sonido Onda 3.1', category: 'audio/bocinas', brand: 'Onda', regularPrice: 1299 },
  ]);
});

test('[PROD-27] the list of unknown codes fills its code into the short form, and the new product has the code', async () => {
  const newProduct = sampleProduct({ sku: 'P-1002' });
  const code = '7401000000099';
  const desk = await openDesk('/codigos/sin-producto', {
    session: sampleSession('catalogue'),
    calls: {
      listUnknownCodes: {
        status: 200,
        data: [
          {
            ...{ code, storeCode: '', scans: 2, lastBy: 'Rosa' },
            ...{ firstAt: '2026-11-27T16:00:00.000Z', lastAt: '2026-11-27T16:00:00.000Z' },
          },
        ],
      },
      createProduct: productAnswer(newProduct) as DeskAnswer<'createProduct'>,
      getDeskProduct: productAnswer(newProduct),
      listNames: names,
      listProductAttributes: { status: 200, data: { declared: [], usual: [] } },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  await desk.user.click(await screen.findByRole('link', { name: `Crear producto con ${code}` }));
  expect(await screen.findByRole('textbox', { name: 'Código de barras' })).toHaveValue(code);
  await desk.user.type(screen.getByRole('textbox', { name: /^Nombre/ }), 'Barra Onda');
  await screen.findByRole('option', { name: 'Audio › Bocinas' });
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /^Categoría/ }), 'Audio › Bocinas');
  await desk.user.type(screen.getByRole('combobox', { name: /^Marca/ }), 'Onda');
  await desk.user.click(screen.getByRole('button', { name: 'Crear producto' }));
  expect(await screen.findByRole('heading', { name: newProduct.title })).toBeVisible();
  expect(desk.sentTo('createProduct').map(({ body }) => body)).toEqual([
    { title: 'Barra Onda', category: 'audio/bocinas', brand: 'Onda', code },
  ]);
});

test('the field of a presale date that has passed shows an error', async () => {
  await open(sampleProduct({ isPresale: true, presaleDate: '2020-01-15' }));
  expect(screen.getByLabelText('Se entrega desde')).toHaveAccessibleDescription(
    'Esa fecha ya pasó: cámbiala, o quita la preventa.',
  );
});

test('a filter whose range ends before its start shows an error, and is not applied', async () => {
  const desk = await openDesk('/productos', {
    session: sampleSession('catalogue'),
    calls: { listDeskProducts: page(row()) },
  });
  await screen.findByText('Q1,099.00');
  await desk.user.click(screen.getByRole('button', { name: 'Filtrar' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Filtrar' }));
  const to = panel.getByRole('textbox', { name: 'Hasta' });
  await desk.user.type(panel.getByRole('textbox', { name: 'Desde' }), '1,000');
  await desk.user.type(to, '200');
  await desk.user.click(panel.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(to).toHaveAccessibleDescription('Debe ser igual o mayor que «Desde».'));
  expect(to).toHaveFocus();
  expect(desk.address()).not.toContain('priceFrom');
  await desk.user.type(to, '0');
  await desk.user.click(panel.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(desk.address()).toContain('priceFrom=1000&priceTo=2000'));
});

test('values typed into the form of a new product survive a reload', async () => {
  const key = draftKeyOf(sampleSession('catalogue').user.id, 'products.+');
  const desk = await open();
  await desk.go('/productos/+?sku=7401234567893');
  await screen.findByRole('button', { name: 'Crear producto' });
  const name = await screen.findByRole('textbox', { name: /^Nombre/ });
  expect(screen.getByRole('textbox', { name: 'Código' })).toHaveValue('7401234567893');
  await desk.user.type(name, 'Bocina');
  await waitFor(() => expect(sessionStorage.getItem(key)).toContain('Bocina'));
  // A reload ends the page without leaving it.
  const storedDraft = sessionStorage.getItem(key) ?? '';
  await desk.go('/productos/OND-B31');
  await desk.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await screen.findByRole('heading', { name: 'Barra de sonido Onda 3.1' });
  expect(sessionStorage.getItem(key)).toBeNull();
  sessionStorage.setItem(key, storedDraft);
  await desk.go('/productos/+');
  await screen.findByRole('button', { name: 'Crear producto' });
  expect(screen.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Bocina');
});

test('a save sends only changed values, and values typed during the save stay', async () => {
  let answer = (_product: DeskProduct): void => {};
  const desk = await open(sampleProduct(), {
    calls: {
      changeProduct: () =>
        new Promise((resolve) => {
          answer = (product) => resolve(productAnswer(product));
        }),
    },
  });
  const name = screen.getByRole('textbox', { name: /^Nombre/ });
  await desk.user.clear(name);
  await desk.user.type(name, 'Barra Onda');
  await desk.user.click(screen.getByRole('button', { name: 'Potencia' }));
  await desk.user.type(
    within(screen.getByRole('group', { name: 'Potencia' })).getByRole('textbox', { name: 'Valor' }),
    '40',
  );
  await desk.user.click(save());
  await waitFor(() => expect(desk.sentTo('changeProduct')).toHaveLength(1));
  await desk.user.type(name, ' negra');
  const attributes = [
    { label: 'Color', value: 'Negro', unit: null },
    { label: 'Potencia', value: '40', unit: 'W' },
  ];
  answer(
    sampleProduct({ title: 'Barra Onda', version: 4, attributes: attributes.map((each) => ({ code: 'x', ...each })) }),
  );
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeProduct')[0]?.body).toEqual({ version: 3, title: 'Barra Onda', attributes });
  expect(name).toHaveValue('Barra Onda negra');
  expect(screen.getByText('1 campo sin guardar')).toBeVisible();
});

test('[PRICE-05] the editor warns of doubts about the typed offer', async () => {
  const doubt = 'La oferta de Q1,299.00 no baja del precio de antes, que fue Q999.00.';
  const desk = await open(sampleProduct(), { calls: { checkPrice: { status: 200, data: { warnings: [doubt] } } } });
  await desk.user.type(screen.getByRole('textbox', { name: 'Precio de oferta' }), '1200');
  expect(await screen.findByText(doubt)).toBeVisible();
  expect(desk.sentTo('checkPrice').at(-1)?.query).toMatchObject({ salesPrice: '1200' });
});

test('[PRICE-05] the editor asks for the reason of an offer that the shop refuses without one', async () => {
  const doubt = 'La oferta de Q1,200.00 no baja del precio de antes, que fue Q999.00.';
  const question = `${doubt} Confírmalo y escribe el motivo.`;
  const desk = await open(sampleProduct(), {
    calls: {
      checkPrice: { status: 200, data: { warnings: [doubt] } },
      changeProduct: ({ body }) =>
        'reason' in Object(body)
          ? productAnswer(sampleProduct({ salesPrice: 1_200, version: 4 }))
          : refusal('VALIDATION_ERROR', { fields: { reason: question } }),
    },
  });
  await desk.user.type(screen.getByRole('textbox', { name: 'Precio de oferta' }), '1200');
  await desk.user.click(save());
  const dialog = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  expect(dialog.getByText(question)).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Fin de temporada');
  await desk.user.click(dialog.getByRole('button', { name: 'Cambiar el precio' }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeProduct').at(-1)?.body).toMatchObject({ salesPrice: 1_200, reason: 'Fin de temporada' });
});

test('[PROD-10] a large price change is saved only with a reason', async () => {
  const question = 'Lo que paga el cliente baja 100 %, de Q1,299.00 a Q1.00. Confírmalo y escribe el motivo.';
  const desk = await open(sampleProduct(), {
    calls: {
      checkPrice: { status: 200, data: { warnings: [] } },
      changeProduct: ({ body }) =>
        'reason' in Object(body)
          ? productAnswer(sampleProduct({ salesPrice: 1, version: 4 }))
          : refusal('VALIDATION_ERROR', { fields: { reason: question } }),
    },
  });
  await desk.user.type(screen.getByRole('textbox', { name: 'Precio de oferta' }), '1');
  expect(screen.getByText(/baja 100 %, de Q1,299.00 a Q1.00. Al guardar se pide el motivo/)).toBeVisible();
  await desk.user.click(save());
  const first = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  expect(first.getByText(question)).toBeVisible();
  await desk.user.click(first.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText('1 campo sin guardar')).toBeVisible();
  await desk.user.click(save());
  const second = within(await screen.findByRole('dialog', { name: '¿Cambiar así el precio?' }));
  await desk.user.click(second.getByRole('button', { name: 'Cambiar el precio' }));
  expect(await second.findByText('Falta este dato.')).toBeVisible();
  await desk.user.type(second.getByRole('textbox', { name: /^Motivo/ }), 'Remate');
  await desk.user.click(second.getByRole('button', { name: 'Cambiar el precio' }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeProduct').map(({ body }) => body)).toEqual([
    { version: 3, salesPrice: 1 },
    { version: 3, salesPrice: 1 },
    { version: 3, salesPrice: 1, reason: 'Remate' },
  ]);
});

test('unsaved work survives a reload, but not leaving the page', async () => {
  const first = await open();
  const name = screen.getByRole('textbox', { name: /^Nombre/ });
  await first.user.clear(name);
  await first.user.type(name, 'Barra mía');
  await waitFor(() => expect(sessionStorage.getItem(draftKey)).toContain('Barra mía'));
  // A reload ends the page without leaving it.
  const storedDraft = sessionStorage.getItem(draftKey) ?? '';
  await first.go('/productos/+');
  await first.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await screen.findByRole('button', { name: 'Crear producto' });
  expect(sessionStorage.getItem(draftKey)).toBeNull();
  sessionStorage.setItem(draftKey, storedDraft);
  await first.go('/productos/OND-B31');
  expect(await screen.findByDisplayValue('Barra mía')).toBeVisible();
  expect(screen.getByText('1 campo sin guardar')).toBeVisible();
});

test('unsaved work of another person is deleted, and signing out deletes all unsaved work', async () => {
  const others = draftKeyOf('01a21b45-9d58-7b10-8d76-792b15967a00', 'products.OND-B31');
  const draft = JSON.stringify({ base: sampleProduct(), values: { title: 'Barra ajena' } });
  sessionStorage.setItem(others, draft);
  onTestFinished(() => sessionStorage.clear());
  const desk = await open(sampleProduct(), { calls: { endStaffSession: null } });
  expect(await screen.findByRole('textbox', { name: /^Nombre/ })).not.toHaveValue('Barra ajena');
  expect(sessionStorage.getItem(others)).toBeNull();

  sessionStorage.setItem(draftKeyOf(sampleSession().user.id, 'products.OTRO'), draft);
  await desk.user.click(screen.getByRole('button', { name: /Marta Xicará/ }));
  await desk.user.click(await screen.findByRole('menuitem', { name: 'Cerrar sesión' }));
  await screen.findByRole('heading', { name: 'Ingresa al escritorio' });
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('[OFF-21] after a save in another tab, the dialog shows both names, and typed values stay', async () => {
  let now = sampleProduct();
  const desk = await open(now, {
    calls: {
      getDeskProduct: () => productAnswer(now),
      changeProduct: () => {
        now = sampleProduct({ title: 'Barra de otra persona', version: 4 });
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
    },
  });
  const name = screen.getByRole('textbox', { name: /^Nombre/ });
  await desk.user.clear(name);
  await desk.user.type(name, 'Barra mía');
  await desk.user.click(save());
  const conflict = within(await screen.findByRole('alertdialog', { name: 'Alguien más cambió este registro' }));
  expect(conflict.getByRole('row', { name: /Nombre .*Barra de otra persona .*Barra mía Elige una/ })).toBeVisible();
  expect(name).toHaveValue('Barra mía');
});

test('missing data are listed with links to their fields, and prevent the publication', async () => {
  const faults = [
    { field: 'pictures', text: 'Agrega al menos una foto.', isBlocking: true },
    { field: 'regularPrice', text: 'Escribe el precio.', isBlocking: true },
    { field: 'description', text: 'Escribe la descripción.', isBlocking: false },
  ];
  const desk = await open(sampleProduct({ faults, regularPrice: null }), {
    calls: {
      publishProduct: refusal(
        'PRODUCT_NOT_READY',
        { fields: { regularPrice: 'Escribe el precio.' } },
        'Al producto le falta algo para estar a la venta.',
      ),
    },
  });
  await desk.user.click(screen.getByRole('button', { name: 'Precio' }));
  expect(screen.getByRole('textbox', { name: 'Precio' })).toHaveFocus();
  await desk.user.click(screen.getByRole('button', { name: 'Descripción' }));
  expect(screen.getByRole('textbox', { name: 'Descripción' })).toHaveFocus();
  expect(screen.getByText('Aviso: no impide publicar.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByText(/Publicar: .*Escribe el precio\./)).toBeVisible();
});

test('a publication can be undone, but a product with unsaved changes cannot be published', async () => {
  let now = sampleProduct({ faults: [], pictures: [samplePicture('1')] });
  const set = (changes: Partial<DeskProduct>) => () => {
    now = { ...now, ...changes, version: now.version + 1 };
    return productAnswer(now);
  };
  const desk = await open(now, {
    calls: {
      publishProduct: set({ state: 'published', actions: ['unpublish', 'archive', 'duplicate'] }),
      unpublishProduct: set({ state: 'draft', actions: ['publish', 'archive', 'duplicate'] }),
    },
  });
  const name = screen.getByRole('textbox', { name: /^Nombre/ });
  await desk.user.type(name, '!');
  expect(screen.getByRole('button', { name: 'Publicar' })).toHaveAccessibleDescription('Guarda los cambios primero.');
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await desk.user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByRole('link', { name: 'Ver en la tienda' })).toHaveAttribute('href', `/${now.slug}`);
  await desk.user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('button', { name: 'Publicar' })).toBeVisible();
  expect(desk.sentTo('unpublishProduct').map(({ body }) => body)).toEqual([{ version: 4 }]);
});

test('[OFF-08] a person who may only read sees the product, but cannot change it', async () => {
  const session = { ...sampleSession('catalogue'), permissions: ['catalog.read' as const] };
  await open(sampleProduct({ actions: [], pictures: [samplePicture('1')] }), { session });
  for (const field of screen.getAllByRole('textbox')) expect(field).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
  expect(screen.queryByLabelText('Agregar fotos')).toBeNull();
});

/** Replaces `XMLHttpRequest`: reports half of the progress once, then sends through the test's network. */
const stubUploads = (): void => {
  class StubRequest {
    upload: { onprogress?: (event: object) => void } = {};
    status = 0;
    responseText = '';
    onload = (): void => {};
    onerror = (): void => {};
    #call: [string, RequestInit] = ['', {}];
    readonly #headers: Record<string, string> = {};
    open(method: string, url: string): void {
      this.#call = [url, { method }];
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    async send(body: FormData): Promise<void> {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      try {
        const answer = await fetch(this.#call[0], { ...this.#call[1], body, headers: this.#headers });
        this.status = answer.status;
        this.responseText = await answer.text();
        this.onload();
      } catch {
        this.onerror();
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
};

const file = (name: string): File => new File(['x'], name, { type: 'image/jpeg' });

test('pictures are sent one by one, a refused picture shows advice, and a retry adds no second copy', async () => {
  let now = sampleProduct();
  const add = (digit: string) => () => {
    now = { ...now, pictures: [...now.pictures, samplePicture(digit)], picturesVersion: now.picturesVersion + 1 };
    return productAnswer(now);
  };
  const heic = 'Es una foto HEIC. Guárdala como JPG y súbela de nuevo.';
  const answers = [
    add('1'),
    () => refusal('PICTURE_INVALID', { fields: { pictures: heic } }, heic),
    () => noAnswer,
    add('2'),
  ];
  const desk = await open(now, { calls: { addProductPicture: () => answers.shift()?.() ?? noAnswer } });
  stubUploads();
  const input = screen.getByLabelText('Agregar fotos');
  fireEvent.change(input, { target: { files: [file('frente.jpg'), file('IMG_1.heic'), file('lado.jpg')] } });
  expect(screen.getByRole('progressbar', { name: 'Subiendo lado.jpg' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Foto principal: Vista 1' })).toBeVisible();
  expect(await screen.findByText(heic)).toBeVisible();
  await desk.user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('button', { name: 'Foto 2: Vista 2' })).toBeVisible();
  const keys = desk.sentTo('addProductPicture').map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe(keys[3]);
  await desk.user.click(screen.getByRole('button', { name: 'Quitar IMG_1.heic' }));
  expect(screen.queryByText(heic)).toBeNull();
});

test('pictures can be ordered by keyboard, named and removed, also during a save', async () => {
  let now = sampleProduct({ pictures: ['1', '2', '3'].map(samplePicture) });
  const desk = await open(now, {
    calls: {
      changeProductPictures: ({ body }) => {
        const { pictures } = body as { pictures: { key: string; label: string }[] };
        const shown = pictures.map(({ key, label }) => ({ ...samplePicture(key[0] ?? ''), label }));
        now = { ...now, pictures: shown, picturesVersion: now.picturesVersion + 1 };
        return productAnswer(now);
      },
    },
  });
  const labels = () =>
    screen.getAllByRole('button', { name: /^Foto (principal|\d)/ }).map((each) => each.getAttribute('aria-label'));
  screen.getByRole('button', { name: 'Foto 3: Vista 3' }).focus();
  await desk.user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await waitFor(() => expect(labels()).toEqual(['Foto principal: Vista 1', 'Foto 2: Vista 3', 'Foto 3: Vista 2']));
  await desk.user.click(screen.getByRole('button', { name: 'Mover antes la foto 2' }));
  await waitFor(() => expect(labels()[0]).toBe('Foto principal: Vista 3'));
  const text = screen.getByRole('textbox', { name: 'Texto alternativo de la foto 1' });
  await desk.user.clear(text);
  await desk.user.tab();
  expect(text).toHaveAccessibleDescription('Falta este dato.');
  await desk.user.type(text, 'Barra de frente');
  await desk.user.tab();
  await waitFor(() => expect(labels()[0]).toBe('Foto principal: Barra de frente'));
  await desk.user.click(screen.getByRole('button', { name: 'Quitar la foto 3' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(labels()).toHaveLength(3);
  await desk.user.click(screen.getByRole('button', { name: 'Quitar la foto 3' }));
  const confirmation = await screen.findByRole('alertdialog', { name: '¿Quitar esta foto?' });
  await desk.user.click(within(confirmation).getByRole('button', { name: 'Quitar foto' }));
  await waitFor(() => expect(now.pictures.map(({ label }) => label)).toEqual(['Barra de frente', 'Vista 1']));
  const versions = desk.sentTo('changeProductPictures').map(({ body }) => (body as { version: number }).version);
  expect(versions).toEqual(versions.map((_, at) => at + 1));
});

test('on a phone, pictures can come from its camera', async () => {
  await open(sampleProduct(), { width: 390 });
  const camera = screen.getByLabelText('Tomar foto');
  expect(camera).toHaveAttribute('capture', 'environment');
  expect(camera).not.toHaveAttribute('multiple');
});

test('[PROD-04] a draft has a preview link to open or to copy', async () => {
  const path = `/barra-de-sonido?preview=1abc.${'x'.repeat(43)}`;
  const answer = { status: 200 as const, data: { path, expiresAt: '2026-12-01T06:00:00.000Z' } };
  let isDown = true;
  const desk = await open(sampleProduct(), {
    calls: { getPreviewLink: () => (isDown ? refusal('NOT_READY') : answer) },
  });
  await desk.user.click(screen.getByRole('button', { name: 'Vista previa' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Vista previa' }));
  const again = await dialog.findByRole('button', { name: 'Reintentar' });
  isDown = false;
  await desk.user.click(again);
  expect(await dialog.findByText(`${location.origin}${path}`)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Abrir vista previa' })).toHaveAttribute('href', path);
  await desk.user.click(dialog.getByRole('button', { name: 'Copiar enlace' }));
  expect(await dialog.findByText('Copiado')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${path}`);
});

test('[PROD-04] a product on sale links to its page in the shop, and has no preview', async () => {
  await open(sampleProduct({ state: 'published', actions: [] }));
  expect(screen.getByRole('link', { name: 'Ver en la tienda' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Vista previa' })).toBeNull();
});

const entry = (changes: object): DeskAnswer<'getHistory'>['data'][number] => ({
  id: '1',
  at: '2026-11-20T15:00:00.000Z',
  actor: { kind: 'staff', id: 'u', name: 'Marta Xicará' },
  requestId: null,
  operation: 'changeProduct',
  entity: 'products',
  entityId: 'OND-B31',
  before: {},
  after: {},
  reason: null,
  ...changes,
});

test('[PROD-05] the history restores the values from before a change, and sends the version that the page shows', async () => {
  const lines = [{ label: 'Color', value: 'Blanco', unit: null }];
  let now = sampleProduct();
  const desk = await open(now, {
    calls: {
      getDeskProduct: () => productAnswer(now),
      getHistory: {
        status: 200,
        data: [
          entry({ before: { title: 'Barra Onda', attributes: lines }, after: { title: now.title, attributes: [] } }),
        ],
        next: null,
      },
      changeProduct: ({ body }) => {
        const { version } = body as { version: number };
        if (version !== now.version) return refusal('VERSION_CONFLICT', { changedBy: 'Otra' });
        now = { ...now, title: 'Barra Onda', version: now.version + 1 };
        return productAnswer(now);
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cambió el producto' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Color: Blanco')).toBeVisible();
  now = { ...now, version: 7 };
  await desk.user.click(dialog.getByRole('button', { name: 'Volver a estos valores' }));
  expect(await dialog.findByText(/^Otra lo cambió antes/)).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Volver a estos valores' }));
  expect(await screen.findByRole('heading', { name: 'Barra Onda' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(desk.sentTo('changeProduct').map(({ body }) => body)).toEqual([
    { version: 3, title: 'Barra Onda', attributes: lines },
    { version: 7, title: 'Barra Onda', attributes: lines },
  ]);
});

test('[PROD-05] unchanged values, prices without permission and values of old rows cannot be restored', async () => {
  const session = sampleSession('catalogue');
  const permissions = session.permissions.filter((each) => each !== 'prices.edit');
  const desk = await open(sampleProduct(), {
    session: { ...session, permissions },
    calls: {
      getHistory: {
        status: 200,
        data: [
          entry({
            before: {
              regularPrice: 900,
              title: 'Barra de sonido Onda 3.1',
              attributes: ['Color: Rojo'],
              state: 'published',
            },
            after: { regularPrice: 1299, title: 'Otra', attributes: [], state: 'draft' },
          }),
        ],
        next: null,
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cambió el producto' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Color: Rojo')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /^Volver a/ })).toBeNull();
});

test('[PROD-01] a publication is planned in a dialog, shown on the page and in the list, and canceled', async () => {
  const plan = { id: '7', state: 'published' as const, at: '2026-12-03T14:00:00.000Z', by: 'Marta Xicará' };
  const draft = sampleProduct({ actions: ['publish', 'plan'] });
  const desk = await open(draft, {
    calls: {
      planProduct: productAnswer({ ...draft, plans: [plan] }),
      cancelProductPlan: productAnswer(draft),
      listDeskProducts: page(row({ sku: 'OND-B31', state: 'draft', plan })),
    },
  });
  await desk.user.click(screen.getByRole('button', { name: 'Planear fecha' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Planear fecha' }));
  expect(dialog.getByText(/^Agrega al menos una foto\. Si en ese momento le falta algo, no se publica/)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: /^Qué hacer/ })).toHaveValue('published');
  fireEvent.change(dialog.getByLabelText(/^Cuándo/), { target: { value: '2026-12-03T08:00' } });
  await desk.user.click(dialog.getByRole('button', { name: 'Planear' }));
  expect(await screen.findByText(/^Publicar: 3 de diciembre de 2026/)).toBeVisible();
  expect(desk.sentTo('planProduct').map(({ body }) => body)).toEqual([{ state: 'published', at: plan.at }]);
  await desk.user.click(screen.getByRole('button', { name: /^Cancelar «Publicar/ }));
  await waitFor(() => expect(screen.queryByText(/^Publicar: /)).toBeNull());
  expect(desk.sentTo('cancelProductPlan').map(({ body }) => body)).toEqual([{ planId: '7' }]);
  await desk.user.click(screen.getAllByRole('link', { name: 'Productos' })[0] as HTMLElement);
  expect(await screen.findByText(/^Publicar: 3 dic/)).toBeVisible();
});

test('[PROD-01] a refused time shows at its field, and canceling an applied plan shows an error', async () => {
  const plan = { id: '7', state: 'draft' as const, at: '2026-12-03T14:00:00.000Z', by: 'Marta Xicará' };
  const product = sampleProduct({ state: 'published', actions: ['plan'], plans: [plan] });
  const desk = await open(product, {
    calls: {
      planProduct: () => refusal('VALIDATION_ERROR', { fields: { at: 'Esa fecha ya pasó.' } }),
      cancelProductPlan: () => refusal('NOT_FOUND', {}, 'No existe.'),
    },
  });
  await desk.user.click(screen.getByRole('button', { name: 'Planear fecha' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Planear fecha' }));
  const at = dialog.getByLabelText(/^Cuándo/);
  fireEvent.change(at, { target: { value: '2020-12-03T08:00' } });
  await desk.user.click(dialog.getByRole('button', { name: 'Planear' }));
  await waitFor(() => expect(at).toHaveAccessibleDescription('Esa fecha ya pasó.'));
  await desk.user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await desk.user.click(screen.getByRole('button', { name: /^Cancelar «Quitar de la venta/ }));
  expect(await screen.findByText('No existe.')).toBeVisible();
});

test('if categories fail to load, the form of a new product can load the categories again', async () => {
  let isDown = true;
  const desk = await openDesk('/productos/+', {
    session: sampleSession('catalogue'),
    calls: {
      listNames: (request) =>
        isDown && request.query.kind === 'categoryPath' ? refusal('NOT_READY') : names({ query: { ...request.query } }),
    },
  });
  expect(await screen.findByText('No pudimos leer las categorías.')).toBeVisible();
  isDown = false;
  await desk.user.type(screen.getByRole('textbox', { name: /^Nombre/ }), 'Barra');
  await desk.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('option', { name: 'Audio › Bocinas' })).toBeInTheDocument();
  expect(screen.queryByText('No pudimos leer las categorías.')).toBeNull();
  expect(screen.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Barra');
});
