// Entry file of a process that opens one picture of a stranger and then ends. If the picture attacks a decoder, only this process is affected.
import { returnImageSide } from '@ceiba/domain/returns/return-window';
import sharp from 'sharp';
import { allowDecoders, openSent, type PictureType } from './picture-types.ts';

const types: readonly PictureType[] = ['jpeg', 'png'];

/** More pixels than telephones send. A larger picture is an attack. */
const maxPixels = 32_000_000;

sharp.cache(false);
sharp.concurrency(1);
allowDecoders(types);

/** Returns null if the content is neither JPEG nor PNG, or is incomplete. The copy has no metadata, such as place and camera. */
async function reencode(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await openSent(bytes, { types, maxPixels })
      .rotate()
      .resize(returnImageSide, returnImageSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

// The shop has ended, so no answer can be sent.
process.on('disconnect', () => process.exit());
process.on('error', () => process.exit());
process.once('message', (message) => {
  if (!(message instanceof Uint8Array)) throw new Error('the photo process was sent no picture');
  void reencode(message).then((webp) => process.send?.(webp));
});
process.send?.('ready');
