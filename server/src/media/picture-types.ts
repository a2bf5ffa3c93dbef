import sharp, { type Sharp } from 'sharp';

/** Accepted types of a picture that somebody sends. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif';

const startsWith = (bytes: Uint8Array, at: number, mark: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + mark.length) === mark;

/** Brands of AVIF, of one picture and of several. */
const avifBrands = ['avif', 'avis'];

/** The first box of the file names its main brand, and then all the brands that it is readable as. */
const isAvif = (bytes: Uint8Array): boolean => {
  if (!startsWith(bytes, 4, 'ftyp')) return false;
  const end = Math.min(Buffer.from(bytes).readUInt32BE(0), 256);
  for (let at = 8; at + 4 <= end; at += 4) if (avifBrands.some((brand) => startsWith(bytes, at, brand))) return true;
  return false;
};

const marks: Record<PictureType, (bytes: Uint8Array) => boolean> = {
  jpeg: (bytes) => startsWith(bytes, 0, '\xff\xd8\xff'),
  png: (bytes) => startsWith(bytes, 0, '\x89PNG\r\n\x1a\n'),
  webp: (bytes) => startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP'),
  avif: isAvif,
};

export const isSentType = (type: PictureType, bytes: Uint8Array): boolean => marks[type](bytes);

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** A photograph as iPhones store it. */
export const isHeic = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 4, 'ftyp') && !isAvif(bytes) && heicBrands.some((brand) => startsWith(bytes, 8, brand));

/** The decoders of libvips for these types. It has some thirty more, which no sent picture needs. */
const decoders: Record<PictureType | 'svg', string> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

/** Disables all other decoders in this process. `svg` is for drawings of the shop's own code. */
export const allowDecoders = (types: readonly (PictureType | 'svg')[]): void => {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: types.map((type) => decoders[type]) });
};

/**
 * Opens a picture that somebody sent. Its first bytes decide its type, whatever its name says, so that no decoder of another type
 * ever sees it.
 *
 * @throws if the picture has none of these types
 */
export const openSent = (
  bytes: Uint8Array,
  { types, maxPixels }: { types: readonly PictureType[]; maxPixels: number },
): Sharp => {
  if (!types.some((type) => marks[type](bytes))) throw new Error('no picture of a type that is taken');
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
};
