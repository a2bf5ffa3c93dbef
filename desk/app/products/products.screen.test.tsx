import type { DeskProduct } from '@ceiba/contract/desk/products';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
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
  price: 1099,
  regularPrice: 1299,
  stock: 0,
  state: 'published',
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

/** The page of a product whose calls answer `now`. */
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
      listProductAttributes: { status: 200, data: [{ label: 'Potencia', unit: 'W' }] },
      listNames: names,
      getHistory: { status: 200, data: [], next: null },
      ...calls,
    },
  });
  await screen.findByRole('textbox', { name: /^Nombre/ });
  return desk;
};

const save = () => screen.getByRole('button', { name: /^Guardar/ });

test('the list shows picture, price, stock and state, and leads to a product and to the form of a new one', async () => {
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

test('a new product needs a name, a category and a brand; then its page opens', async () => {
  const made = sampleProduct({ sku: 'P-1001' });
  const desk = await openDesk('/productos/+', {
    session: sampleSession('catalogue'),
    calls: {
      createProduct: productAnswer(made) as DeskAnswer<'createProduct'>,
      getDeskProduct: productAnswer(made),
      listNames: names,
      listProductAttributes: { status: 200, data: [] },
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
  expect(await screen.findByRole('heading', { name: made.title })).toBeVisible();
  expect(desk.address()).toBe('/productos/P-1001');
  expect(desk.sentTo('createProduct').map(({ body }) => body)).toEqual([
    { title: 'Barra de sonido Onda 3.1', category: 'audio/bocinas', brand: 'Onda', regularPrice: 1299 },
  ]);
});

test('a presale whose day is over says so at its field', async () => {
  await open(sampleProduct({ isPresale: true, presaleDate: '2020-01-15' }));
  expect(screen.getByLabelText('Se entrega desde')).toHaveAccessibleDescription(
    'Esa fecha ya pasó: cámbiala, o quita la preventa.',
  );
});

test('a filter whose range ends before it begins says so, and is not applied', async () => {
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

test('what is typed into the form of a new product survives a reload', async () => {
  const key = 'ceiba.desk.draft.products.+';
  const desk = await open();
  await desk.go('/productos/+?sku=7401234567893');
  await screen.findByRole('button', { name: 'Crear producto' });
  const name = await screen.findByRole('textbox', { name: /^Nombre/ });
  expect(screen.getByRole('textbox', { name: 'Código' })).toHaveValue('7401234567893');
  await desk.user.type(name, 'Bocina');
  await waitFor(() => expect(sessionStorage.getItem(key)).toContain('Bocina'));
  // A reload ends the page without leaving it.
  const kept = sessionStorage.getItem(key) ?? '';
  await desk.go('/productos/OND-B31');
  await desk.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await screen.findByRole('heading', { name: 'Barra de sonido Onda 3.1' });
  expect(sessionStorage.getItem(key)).toBeNull();
  sessionStorage.setItem(key, kept);
  await desk.go('/productos/+');
  await screen.findByRole('button', { name: 'Crear producto' });
  expect(screen.getByRole('textbox', { name: /^Nombre/ })).toHaveValue('Bocina');
});

test('saving sends only what changed, and what is typed meanwhile stays', async () => {
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

test('[PROD-10] a large change of a price is asked for its reason; without one nothing is saved', async () => {
  const question = 'Lo que paga el cliente baja 100 %, de Q1,299.00 a Q1.00. Confírmalo y escribe el motivo.';
  const desk = await open(sampleProduct(), {
    calls: {
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

test('unsaved work survives a reload, and whoever leaves the page gives it up', async () => {
  const first = await open();
  const name = screen.getByRole('textbox', { name: /^Nombre/ });
  await first.user.clear(name);
  await first.user.type(name, 'Barra mía');
  await waitFor(() => expect(sessionStorage.getItem('ceiba.desk.draft.products.OND-B31')).toContain('Barra mía'));
  // A reload ends the page without leaving it.
  const kept = sessionStorage.getItem('ceiba.desk.draft.products.OND-B31') ?? '';
  await first.go('/productos/+');
  await first.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  await screen.findByRole('button', { name: 'Crear producto' });
  expect(sessionStorage.getItem('ceiba.desk.draft.products.OND-B31')).toBeNull();
  sessionStorage.setItem('ceiba.desk.draft.products.OND-B31', kept);
  await first.go('/productos/OND-B31');
  expect(await screen.findByDisplayValue('Barra mía')).toBeVisible();
  expect(screen.getByText('1 campo sin guardar')).toBeVisible();
});

test('[OFF-21] two tabs: the dialog shows both names, and what was typed stays', async () => {
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

test('what a product lacks is listed, leads to its field, and refuses its publication in words', async () => {
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

test('publishing offers to undo it, and a dirty form waits for its save', async () => {
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

test('[OFF-08] a person who may only read sees the product, and can change nothing', async () => {
  const session = { ...sampleSession('catalogue'), permissions: ['catalog.read' as const] };
  await open(sampleProduct({ actions: [], pictures: [samplePicture('1')] }), { session });
  for (const field of screen.getAllByRole('textbox')) expect(field).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Publicar' })).toBeNull();
  expect(screen.queryByLabelText('Agregar fotos')).toBeNull();
});

/** Replaces the browser's uploads: reports half of the progress, and sends through the desk's network. */
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

test('several pictures are sent at once: a bad one says what to do and spoils no other; a lost one is sent again once', async () => {
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

test('pictures are ordered by keyboard, get their texts and are removed; changes made meanwhile follow from the new version', async () => {
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
  const sure = await screen.findByRole('alertdialog', { name: '¿Quitar esta foto?' });
  await desk.user.click(within(sure).getByRole('button', { name: 'Quitar foto' }));
  await waitFor(() => expect(now.pictures.map(({ label }) => label)).toEqual(['Barra de frente', 'Vista 1']));
  const versions = desk.sentTo('changeProductPictures').map(({ body }) => (body as { version: number }).version);
  expect(versions).toEqual(versions.map((_, at) => at + 1));
});

test('a phone offers its camera', async () => {
  await open(sampleProduct(), { width: 390 });
  const camera = screen.getByLabelText('Tomar foto');
  expect(camera).toHaveAttribute('capture', 'environment');
  expect(camera).not.toHaveAttribute('multiple');
});
