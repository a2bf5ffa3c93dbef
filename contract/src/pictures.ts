export const pictureWidths = [64, 120, 240, 480, 960] as const;

/** The width of a picture's largest WebP, for clients that cannot read AVIF. */
export const widestWebp = 480;

/** The address of the same picture in another width or format. Addresses outside the media store are returned unchanged. */
export const pictureVariant = (url: string, width: (typeof pictureWidths)[number], format: 'avif' | 'webp'): string =>
  url.replace(/^(\/media\/[^/]+)\/\d+\.(?:avif|webp)$/, `$1/${width}.${format}`);
