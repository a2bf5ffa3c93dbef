import { pictureVariant, pictureWidths, widestWebp } from '@ceiba/contract/pictures';
import type { Image } from '@ceiba/contract/shapes';
import { preload } from 'react-dom';

const isVariable = (url: string): boolean =>
  pictureVariant(url, 240, 'avif') !== url || pictureVariant(url, 480, 'avif') !== url;

/** The files worth offering for a picture of at most `width` px: none much smaller, up to what a sharp screen wants. */
const widthsFor = (width: number) =>
  pictureWidths.filter((file, index) => file * 1.6 >= width && (pictureWidths[index - 1] ?? 0) < 2 * width);

/** For the few browsers without AVIF, in one file. */
const plainFile = (url: string, width: number): string => {
  const file = widthsFor(width).findLast((wide) => wide <= Math.min(2 * width, widestWebp));
  return pictureVariant(url, file ?? pictureWidths[0], 'webp');
};

const pictureSet = (url: string, width: number): string =>
  widthsFor(width)
    .map((file) => `${pictureVariant(url, file, 'avif')} ${file}w`)
    .join(', ');

/** Has the head name a page's first picture, so that it is fetched before its place in the page has been read. */
export const preloadPicture = (url: string, imageSrcSet: string, imageSizes: string): void =>
  preload(url, { as: 'image', type: 'image/avif', imageSrcSet, imageSizes, fetchPriority: 'high' });

export interface PictureProps {
  image: Image;
  /** Largest shown width in px; square. */
  width: number;
  /** The `sizes` of the picture; defaults to `width`. */
  sizes?: string;
  /** The first picture of a page: loads at once and first. */
  eager?: boolean;
  className?: string;
  /** Empty for pictures whose text stands beside them. */
  alt?: string;
}

/** A product picture in AVIF with a WebP behind it, square, lazy unless `eager`. */
export function Picture({
  image,
  width,
  sizes = `${width}px`,
  eager = false,
  className,
  alt = image.label,
}: PictureProps) {
  const img = (
    <img
      src={plainFile(image.url, width)}
      alt={alt}
      width={width}
      height={width}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'auto' : 'async'}
      {...(eager ? { fetchPriority: 'high' as const } : {})}
      className={className}
    />
  );
  if (!isVariable(image.url)) return img;
  if (eager) preloadPicture(image.url, pictureSet(image.url, width), sizes);
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSet(image.url, width)} sizes={sizes} />
      {img}
    </picture>
  );
}
