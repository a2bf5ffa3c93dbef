export const pictureWidths = [64, 120, 240, 480, 960] as const;

/** The largest WebP of a picture: for what reads no AVIF. */
export const widestWebp = 480;

/** Same picture at another width or format; urls outside the media store are returned as they are. */
export const pictureVariant = (url: string, width: (typeof pictureWidths)[number], format: 'avif' | 'webp'): string =>
  url.replace(/^(\/media\/[^/]+)\/\d+\.(?:avif|webp)$/, `$1/${width}.${format}`);
