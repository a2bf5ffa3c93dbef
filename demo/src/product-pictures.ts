import type { DemoPicture } from './demo-product.ts';
import type { Drawing, ProductDrawing } from './illustrations/ceiba-illustrations.mjs';

/** Part of the drawing a close-up shows, as an SVG viewBox, where the middle is not the best part. */
const closeUps: Readonly<Record<string, string>> = {
  tv: '20 170 400 400',
  monitor: '40 110 420 420',
  laptop: '300 380 380 380',
  phone: '140 56 330 330',
  tablet: '60 150 400 400',
  headphones: '80 380 340 340',
  earbuds: '200 230 400 400',
  soundbar: '380 300 420 420',
  speaker: '200 250 400 400',
  smartwatch: '200 200 400 400',
  console: '380 380 400 400',
  handheld: '20 210 400 400',
  fridge: '150 40 420 420',
  minifridge: '190 190 380 380',
  washer: '150 110 430 430',
  microwave: '330 200 400 400',
  airfryer: '200 90 400 400',
  printer: '280 220 420 420',
  router: '200 420 380 380',
  stove: '150 90 430 430',
  cooktop: '90 310 400 400',
  blender: '200 420 380 380',
  mattress: '20 380 360 360',
  aircon: '400 150 380 380',
  motorcycle: '320 150 420 420',
  tyre: '90 80 400 400',
  battery: '110 180 400 400',
  streamer: '440 150 380 380',
};

/** Other corner, for the television's second close-up. */
const corner = '380 320 400 400';

const labels: Readonly<Record<string, string>> = {
  ambiente: 'en un ambiente',
  detalle: 'detalle',
  esquina: 'detalle de la esquina',
  caja: 'empaque',
  frente: 'frente',
  reverso: 'reverso',
};

/** Further pictures of a product on the front page: as many as the gallery has places. */
export const fullGallery = (views: readonly string[]): string[] =>
  [...new Set([...views, 'ambiente', 'detalle', 'caja', 'esquina'])].slice(0, 4);

/** The main picture and the wanted further views. `seed` decides the details, so all views show the same thing. */
export function productPictures(
  base: { drawing: Drawing; seed: string; brand: string; accent: string },
  title: string,
  views: readonly string[],
): DemoPicture[] {
  const main: ProductDrawing = { ...base.drawing, seed: base.seed, brand: base.brand, accent: base.accent };
  return [
    { drawing: main, label: title },
    ...views.map((view) => ({ drawing: viewOf(main, view), label: `${title}, ${labels[view] ?? view}` })),
  ];
}

function viewOf(main: ProductDrawing, view: string): ProductDrawing {
  if (view === 'esquina') return { ...main, view: 'detalle', crop: corner };
  if (view === 'detalle') return { ...main, view, crop: closeUps[main.kind] };
  return { ...main, view };
}
