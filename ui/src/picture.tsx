import { pictureVariant, pictureWidths, widestWebp } from '@ceiba/contract/pictures';
import type { Image } from '@ceiba/contract/shapes';
import { preload } from 'react-dom';

const isVariable = (url: string): boolean =>
  pictureVariant(url, 240, 'avif') !== url || pictureVariant(url, 480, 'avif') !== url;

/** The file widths for a picture that is at most `width` px wide, up to the size for a high-density screen. */
const widthsFor = (width: number) =>
  pictureWidths.filter((file, index) => file * 1.6 >= width && (pictureWidths[index - 1] ?? 0) < 2 * width);

/** One WebP file for the few browsers without AVIF. */
const plainFile = (url: string, width: number): string => {
  const file = widthsFor(width).findLast((wide) => wide <= Math.min(2 * width, widestWebp));
  return pictureVariant(url, file ?? pictureWidths[0], 'webp');
};

const pictureSet = (url: string, width: number): string =>
  widthsFor(width)
    .map((file) => `${pictureVariant(url, file, 'avif')} ${file}w`)
    .join(', ');

/** Preloads a page's first picture from the head, so that it is fetched before the parser reaches its element. */
export const preloadPicture = (url: string, imageSrcSet: string, imageSizes: string): void =>
  preload(url, { as: 'image', type: 'image/avif', imageSrcSet, imageSizes, fetchPriority: 'high' });

export interface PictureProps {
  image: Image;
  /** The largest shown width in px. The picture is square. */
  width: number;
  /** The `sizes` of the picture. By default `width`. */
  sizes?: string;
  /** True for the first picture of a page, which loads immediately and with priority. */
  eager?: boolean;
  className?: string;
  /** Empty for pictures with their text beside them. */
  alt?: string;
}

/** A square product picture in AVIF with a WebP fallback. Lazy unless `eager`. */
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
