// Entry file of the picture process. It encodes the pictures that it gets, and stores them in the folder given as first argument.
import sharp from 'sharp';
import { importPicture } from './import-picture.ts';
import { folderMediaStore } from './media-store.ts';
import { pictureRequest } from './picture-lane.ts';
import { allowDecoders } from './picture-types.ts';

// Several pictures in parallel use the cores better than parallel lines of one picture, and nothing is read twice.
sharp.concurrency(1);
sharp.cache(false);
allowDecoders(['jpeg', 'png', 'webp', 'avif']);

const dir = process.argv[2];
if (dir === undefined) throw new Error('The picture process needs the media folder as its argument.');
const store = folderMediaStore(dir);

// The shop has ended, so no answer can be sent.
process.on('disconnect', () => process.exit());
process.on('error', () => process.exit());

process.on('message', (message) => {
  const { source, recipe, leastSide } = pictureRequest.parse(message);
  // A text is a drawing of the shop's own code. Sent files never arrive as text.
  if (typeof source === 'string') allowDecoders(['svg']);
  importPicture(store, source, recipe, leastSide).then(
    (picture) => process.send?.(picture),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.('ready');
