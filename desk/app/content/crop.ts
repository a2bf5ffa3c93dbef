import type { BannerCut } from '@ceiba/contract/desk/banners';

/** The part of a picture that a cut shows. `x` and `y`: position in the free space, from 0 to 1. `zoom`: from 1 to 3. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const centred: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The cuts of banners, with their largest size in pixels. `picture-recipe.ts` has the same widths. */
export const cutSizes: Readonly<Record<BannerCut, { label: string; width: number; height: number }>> = {
  wide: { label: 'Recorte para pantallas anchas', width: 1600, height: 640 },
  phone: { label: 'Recorte para teléfonos', width: 960, height: 616 },
  square: { label: 'Recorte cuadrado', width: 960, height: 960 },
};

interface Size {
  width: number;
  height: number;
}

/** The part of a picture that a cut shows, in pixels of the picture. */
function areaOf(picture: Size, cut: Size, { x, y, zoom }: Crop): Size & { left: number; top: number } {
  const aspect = cut.width / cut.height;
  const width = Math.min(picture.width, picture.height * aspect) / zoom;
  const height = width / aspect;
  return { left: (picture.width - width) * x, top: (picture.height - height) * y, width, height };
}

/** Draws a cut on a canvas. `width`: of the canvas, in pixels. */
function drawCut(canvas: HTMLCanvasElement, picture: ImageBitmap, cut: Size, crop: Crop, width: number): void {
  const { left, top, ...area } = areaOf(picture, cut, crop);
  canvas.width = width;
  canvas.height = Math.round((width * cut.height) / cut.width);
  canvas.getContext('2d')?.drawImage(picture, left, top, area.width, area.height, 0, 0, canvas.width, canvas.height);
}

export const showCut = (canvas: HTMLCanvasElement, picture: ImageBitmap, cut: BannerCut, crop: Crop): void =>
  drawCut(canvas, picture, cutSizes[cut], crop, 640);

/** Makes the file of a cut: a WebP, or a PNG in browsers that cannot write WebP. A small picture is not enlarged. */
export async function fileOfCut(picture: ImageBitmap, cut: BannerCut, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  const size = cutSizes[cut];
  const { width } = areaOf(picture, size, crop);
  drawCut(canvas, picture, size, crop, Math.min(size.width, Math.round(width)));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (blob === null) throw new Error('the browser could not encode the picture');
  return new File([blob], `${cut}.webp`, { type: blob.type });
}
