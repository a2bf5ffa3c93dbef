import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { type DeskCalls, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Banner = DeskAnswer<'listBanners'>['data'][number];

const wide = `/media/${'a'.repeat(32)}/1600.webp`;
const phone = `/media/${'b'.repeat(32)}/960.webp`;

const sample = (changes: Partial<Banner> = {}): Banner => ({
  id: '7',
  place: 'hero',
  picture: wide,
  phonePicture: phone,
  alt: 'Una sala',
  title: 'Semana de pantallas',
  eyebrow: '',
  text: 'De 50 a 85 pulgadas.',
  link: '/televisores',
  linkLabel: 'Ver televisores',
  note: '',
  tone: 'dark',
  startsAt: null,
  endsAt: null,
  position: 1,
  state: 'current',
  version: 2,
  ...changes,
});

const detail = (banner: Banner) => ({ status: 200, data: { ...banner, actions: ['remove'] } }) as const;
const listed = (...rows: Banner[]): DeskAnswer<'listBanners'> => ({
  status: 200,
  data: rows,
  next: null,
  total: { value: rows.length, capped: false },
});

/** jsdom opens no pictures. This stub opens each file as a picture of 3200 × 2000 pixels, and fails for HEIC. */
const fakePictures = (): unknown[][] => {
  const drawn: unknown[][] = [];
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.name.endsWith('.heic')) throw new Error('unknown format');
    return { width: 3200, height: 2000, close: () => {} };
  });
  const { getContext, toBlob } = HTMLCanvasElement.prototype;
  onTestFinished(() => {
    Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ drawImage: (...drawing: unknown[]) => drawn.push(drawing) }),
    toBlob: (use: BlobCallback) => use(new Blob(['cut'], { type: 'image/webp' })),
  });
  return drawn;
};

const open = (address: string, calls: DeskCalls) =>
  openDesk(address, {
    session: sampleSession('catalogue'),
    calls: { listBanners: listed(sample()), getHistory: { status: 200, data: [], next: null }, ...calls },
  });

const cutOf = (body: unknown): string => (body as { cut: string }).cut;

const file = (name = 'sala.jpg') => new File(['foto'], name, { type: 'image/jpeg' });
const picture = () => within(screen.getByRole('group', { name: 'Foto del banner' }));

test('[PROD-15] a dropped picture is cut for both widths and previewed, and the new banner is saved', async () => {
  const drawn = fakePictures();
  const desk = await open('/contenido/banners/+', {
    addBannerPicture: ({ body }) => ({
      status: 200,
      data: { url: cutOf(body) === 'phone' ? phone : wide, width: 1600, height: 640 },
    }),
    createBanner: { ...detail(sample()), status: 201 },
    getBanner: detail(sample()),
  });
  await screen.findByRole('textbox', { name: /^Título/ });
  await desk.user.click(screen.getByRole('button', { name: 'Crear banner' }));
  expect(await picture().findByRole('alert')).toHaveTextContent('Falta este dato.');
  fireEvent.drop(screen.getByRole('group', { name: 'Foto del banner' }), { dataTransfer: { files: [file()] } });
  const cut = within(await screen.findByRole('group', { name: 'Recorte para teléfonos' }));
  fireEvent.change(cut.getByRole('slider', { name: 'Horizontal' }), { target: { value: '1' } });
  // The cut is the right end of the picture: 2000 px high, with the aspect of 390 × 250.
  await waitFor(() =>
    expect(
      drawn
        .at(-1)
        ?.slice(1, 5)
        .map((value) => Math.round(Number(value))),
    ).toEqual([83, 0, 3117, 2000]),
  );
  await desk.user.click(picture().getByRole('button', { name: 'Usar esta foto' }));
  await waitFor(() =>
    expect(desk.sentTo('addBannerPicture').map(({ body }) => cutOf(body))).toEqual(['wide', 'phone']),
  );
  for (const [name, value] of [
    [/^Texto alternativo/, 'Una sala'],
    [/^Título/, 'Semana de pantallas'],
    [/^Enlace/, '/televisores'],
    [/^Botón/, 'Ver televisores'],
  ] as const)
    await desk.user.type(screen.getByRole('textbox', { name }), value);
  for (const [name, src] of [
    ['En un teléfono, 390 px', phone],
    ['En una computadora, 1440 px', wide],
  ] as const) {
    const shown = screen.getByRole('figure', { name });
    expect(shown).toHaveTextContent('Semana de pantallas');
    expect(shown.querySelector('img')).toHaveAttribute('src', src);
  }
  await desk.user.click(screen.getByRole('button', { name: 'Crear banner' }));
  expect(await screen.findByText('Banner creado')).toBeVisible();
  expect(desk.sentTo('createBanner').map(({ body }) => body)).toEqual([
    {
      ...{ place: 'hero', picture: wide, phonePicture: phone, alt: 'Una sala', title: 'Semana de pantallas' },
      ...{ link: '/televisores', linkLabel: 'Ver televisores', tone: 'dark' },
    },
  ]);
});

test('[PROD-15] a file that is not a picture and a link without a page show their errors', async () => {
  fakePictures();
  const heic = 'Es una foto HEIC. Guárdala como JPG y súbela de nuevo.';
  const desk = await open('/contenido/banners/7', {
    getBanner: detail(sample()),
    addBannerPicture: () => refusal('PICTURE_INVALID', { fields: { pictures: heic } }, heic),
    changeBanner: () => refusal('VALIDATION_ERROR', { fields: { link: 'No hay ninguna página en esa dirección.' } }),
  });
  const link = await screen.findByRole('textbox', { name: /^Enlace/ });
  await desk.user.upload(picture().getByLabelText('Cambiar foto'), file('sala.heic'));
  expect(await picture().findByRole('alert')).toHaveTextContent(heic);
  await desk.user.clear(link);
  await desk.user.type(link, '/no-hay');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() => expect(link).toHaveAccessibleDescription('No hay ninguna página en esa dirección.'));
  expect(link).toHaveFocus();
});

test('[PROD-15] a file above 15 MB is not sent', async () => {
  fakePictures();
  const desk = await open('/contenido/banners/7', { getBanner: detail(sample()) });
  await screen.findByRole('textbox', { name: /^Enlace/ });
  const large = Object.defineProperty(file(), 'size', { value: 15_000_001 });
  await desk.user.upload(picture().getByLabelText('Cambiar foto'), large);
  expect(await picture().findByRole('alert')).toHaveTextContent('Pesa más de 15 MB');
  expect(desk.sentTo('addBannerPicture')).toEqual([]);
});

const inOrder = ['Uno', 'Dos', 'Tres'].map((title, at) => sample({ id: String(at + 1), title, position: at + 1 }));

test('[PROD-15] banners are ordered by keyboard, buttons and drag, and the focus follows', async () => {
  let rows = inOrder;
  const desk = await open('/contenido/banners', {
    listBanners: () => listed(...rows),
    orderBanners: ({ body }) => {
      const { banners } = body as { banners: string[] };
      rows = banners.map((id, at) => ({ ...(inOrder.find((each) => each.id === id) as Banner), position: at + 1 }));
      return { status: 200, data: rows.map(({ id, position }) => ({ id, position })) };
    },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Ordenar' }));
  const list = await screen.findByRole('list', { name: 'Principal' });
  const titles = () =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Uno', 'Dos', 'Tres']);
  within(list).getByRole('button', { name: 'Mover Uno, lugar 1 de 3' }).focus();
  await desk.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await screen.findByText('Uno: lugar 2 de 3.')).toBeInTheDocument();
  expect(titles()).toEqual(['Dos', 'Uno', 'Tres']);
  expect(within(list).getByRole('button', { name: 'Mover Uno, lugar 2 de 3' })).toHaveFocus();
  await desk.user.click(within(list).getByRole('button', { name: 'Subir Tres' }));
  expect(await screen.findByText('Tres: lugar 2 de 3.')).toBeInTheDocument();
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  const [first, , last] = within(list).getAllByRole('listitem');
  fireEvent.dragStart(last as HTMLElement, { dataTransfer });
  fireEvent.drop(first as HTMLElement, { dataTransfer });
  expect(await screen.findByText('Uno: lugar 1 de 3.')).toBeInTheDocument();
  expect(desk.sentTo('orderBanners').map(({ body }) => body)).toEqual([
    { place: 'hero', before: ['1', '2', '3'], banners: ['2', '1', '3'] },
    { place: 'hero', before: ['2', '1', '3'], banners: ['2', '3', '1'] },
    { place: 'hero', before: ['2', '3', '1'], banners: ['1', '2', '3'] },
  ]);
});

test('[PROD-15] after a conflict over the order, the page says so and reads the order again', async () => {
  let rows = inOrder;
  const desk = await open('/contenido/banners/orden', {
    listBanners: () => listed(...rows),
    orderBanners: () => {
      rows = inOrder.toReversed();
      return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Bajar Uno' }));
  expect(await screen.findByText(/^El orden no se guardó\. Brenda Coc lo cambió antes/)).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByRole('link', { name: /^(?:Uno|Dos|Tres)$/ }).map(({ textContent }) => textContent)).toEqual([
      'Tres',
      'Dos',
      'Uno',
    ]),
  );
});

test('[PROD-15] without banners, the page links to the form of a first banner', async () => {
  await open('/contenido/banners/orden', { listBanners: listed() });
  expect(await screen.findByText('Todavía no hay banners')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nuevo banner' })).toHaveAttribute('href', '/contenido/banners/+');
});
