export const pictureWidths = [64, 120, 240, 480, 960] as const;

/** The width of a picture's largest WebP, for clients without AVIF. */
export const widestWebp = 480;

/** Returns the address of the same picture in another width or format. Does not change addresses outside the media store. */
export const pictureVariant = (url: string, width: (typeof pictureWidths)[number], format: 'avif' | 'webp'): string =>
  url.replace(/^(\/media\/[^/]+)\/\d+\.(?:avif|webp)$/, `$1/${width}.${format}`);
