// Entry file of the process that makes the picture for links in chats, and then ends. The shop itself decodes no picture.
import sharp from 'sharp';
import { allowDecoders } from './picture-types.ts';

sharp.cache(false);
sharp.concurrency(1);
allowDecoders(['jpeg', 'png', 'webp', 'svg']);

/** Pixels that chats and social pages expect. */
const size = { width: 1_200, height: 630 } as const;

const preview = (bytes: Uint8Array): Promise<Uint8Array | null> =>
  sharp(bytes, { density: 144, failOn: 'error', pages: 1 })
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null);

// The shop has ended, so no process waits for an answer.
process.on('disconnect', () => process.exit());
process.on('error', () => process.exit());
process.once('message', (message) => {
  if (!(message instanceof Uint8Array)) throw new Error('the preview process was sent no picture');
  void preview(message).then((jpeg) => process.send?.(jpeg));
});
process.send?.('ready');
