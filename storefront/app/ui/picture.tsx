import { pictureVariant, pictureWidths } from '@ceiba/contract/pictures';
import type { Image } from '@ceiba/contract/shapes';
import { preload } from 'react-dom';

type Format = 'avif' | 'webp';

const isVariable = (url: string): boolean =>
  pictureVariant(url, 240, 'avif') !== url || pictureVariant(url, 480, 'avif') !== url;

const pictureSet = (url: string, format: Format): string =>
  pictureWidths.map((width) => `${pictureVariant(url, width, format)} ${width}w`).join(', ');

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

/** A product picture in AVIF with WebP behind it, square, lazy unless `eager`. */
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
      src={image.url}
      {...(isVariable(image.url) ? { srcSet: pictureSet(image.url, 'webp'), sizes } : {})}
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
  if (eager) preloadPicture(image.url, pictureSet(image.url, 'avif'), sizes);
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSet(image.url, 'avif')} sizes={sizes} />
      {img}
    </picture>
  );
}
