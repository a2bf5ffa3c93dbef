import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReencodePhoto } from './reencode-photo.ts';

const reencode = (bytes: Uint8Array) => createReencodePhoto(1)(bytes, '10.1.1.1');

const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'navy' } });

test('a photo becomes an upright WebP, without the place and the camera', async () => {
  const taken = await photo(400, 200)
    .withExif({
      IFD0: { Make: 'Telefono', Copyright: 'Lucia' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 38/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const webp = await reencode(taken);
  const found = await sharp(webp).metadata();
  expect([found.format, found.width, found.height, found.exif, found.orientation]).toEqual([
    'webp',
    200,
    400,
    undefined,
    undefined,
  ]);
});

test('a photo larger than the limit is made smaller, but a smaller photo keeps its size', async () => {
  const large = await sharp(await reencode(await photo(3_200, 1_600).png().toBuffer())).metadata();
  const small = await sharp(await reencode(await photo(32, 16).png().toBuffer())).metadata();
  expect([large.width, large.height, small.width, small.height]).toEqual([1_600, 800, 32, 16]);
});

const whole = photo(300, 300).jpeg().toBuffer();

test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['nothing', () => new Uint8Array()],
  ['text', () => Buffer.from('no picture at all')],
  ['a page that calls itself a picture', () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a WebP', () => photo(9, 9).webp().toBuffer()],
  ['a TIFF', () => photo(9, 9).tiff().toBuffer()],
  ['a GIF', () => photo(9, 9).gif().toBuffer()],
  ['half a photo', async () => (await whole).subarray(0, (await whole).length / 2)],
  ['a PNG that unpacks to 33 megapixels', () => photo(6_000, 5_500).png({ compressionLevel: 9 }).toBuffer()],
])('%s is refused', async (_, make) => {
  expect(await reencode(await make())).toBeUndefined();
});

test('the process that opens a picture does not get the shop’s environment', async () => {
  // With this NODE_OPTIONS, Node would exit immediately, and no picture would be returned.
  vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.exit(7)');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await reencode(await whole)).toBeInstanceOf(Uint8Array);
});
