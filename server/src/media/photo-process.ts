// Entry of the process that opens one picture of a stranger and ends: what its bytes do to a decoder stays in here.
import { returnImageSide } from '@ceiba/domain/returns/return-window';
import sharp from 'sharp';

/** More than telephones send; what unpacks to more is made to hurt. */
const mostPixels = 32_000_000;

sharp.cache(false);
sharp.concurrency(1);

const isJpeg = ([first, second, third]: Uint8Array): boolean => first === 0xff && second === 0xd8 && third === 0xff;

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const isPng = (bytes: Uint8Array): boolean => pngMark.every((byte, index) => bytes[index] === byte);

/** Null: its content is neither JPEG nor PNG. Without whatever else it told (where it was taken, with what). */
async function reencode(bytes: Uint8Array): Promise<Uint8Array | null> {
  // Told by the first bytes, so that no decoder of another format ever sees them.
  if (!isJpeg(bytes) && !isPng(bytes)) return null;
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (format !== 'jpeg' && format !== 'png') return null;
    return await picture
      .rotate()
      .resize(returnImageSide, returnImageSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

// Whoever asked has the answer, or is gone.
process.on('disconnect', () => process.exit());
process.once('message', (message) => {
  if (!(message instanceof Uint8Array)) throw new Error('the photo process was sent no picture');
  void reencode(message).then((webp) => process.send?.(webp));
});
