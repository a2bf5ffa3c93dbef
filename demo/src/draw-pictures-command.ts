// `node demo/src/draw-pictures-command.ts FOLDER`: stores the pictures of the tests' demo shop in a media folder, so that it finds
// them when it opens: `npm test` runs it beside tests that wait.
import { demoProducts } from './demo-products.ts';
import { storeFirstPictures } from './testing/stand-ins.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node demo/src/draw-pictures-command.ts FOLDER');

await storeFirstPictures(folder, demoProducts(new Date()), () => {});
