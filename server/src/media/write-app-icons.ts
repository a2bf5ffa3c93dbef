import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// `npm run app-icons -w server`, after a change of the mark: what a phone shows of the installed shop, from favicon.svg.
const art = new URL('../../../storefront/public/art/', import.meta.url);
const mark = readFileSync(new URL('favicon.svg', art), 'utf8');
/** Ground of the mark's own tile. */
const ground = '#05382f';
/** Phones cut the corners as they like: the ground reaches to the edge. */
const square = mark.replace('rx="15"', 'rx="0"');
/** Of a maskable icon only the inner four fifths are sure to be seen; the drawing shrinks around its centre. */
const maskable = square.replace('translate(8 8) scale(.75)', 'translate(13 13) scale(.59375)');

const write = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .flatten(svg === mark ? false : { background: ground })
    .png({ compressionLevel: 9, palette: true })
    .toFile(fileURLToPath(new URL(name, art)));

await write(mark, 192, 'app-icon-192.png');
await write(mark, 512, 'app-icon-512.png');
await write(square, 180, 'app-icon-180.png');
await write(maskable, 512, 'app-icon-maskable-512.png');
