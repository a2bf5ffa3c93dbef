import { pictureVariant, pictureWidths } from '@ceiba/contract/pictures';
import type { Image } from '@ceiba/contract/shapes';

type Format = 'avif' | 'webp';

const isVariable = (url: string): boolean =>
  pictureVariant(url, 240, 'avif') !== url || pictureVariant(url, 480, 'avif') !== url;

const pictureSet = (url: string, format: Format): string =>
  pictureWidths.map((width) => `${pictureVariant(url, width, format)} ${width}w`).join(', ');

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
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSet(image.url, 'avif')} sizes={sizes} />
      {img}
    </picture>
  );
}
