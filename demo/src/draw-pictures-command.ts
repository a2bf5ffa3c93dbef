// `node demo/src/draw-pictures-command.ts FOLDER`: stores every picture of the demo shop in a media folder, so that a shop that
// opens there later finds them: `npm test` runs it beside tests that wait.
import { demoProducts } from './demo-products.ts';
import { storeShopPictures } from './shop-pictures.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node demo/src/draw-pictures-command.ts FOLDER');

await storeShopPictures(folder, demoProducts(new Date()), () => {});
