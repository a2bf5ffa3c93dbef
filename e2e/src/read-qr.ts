import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Size of a module in px, as in a camera's picture from close by. */
const dots = 8;

/**
 * Reads the text of a QR code that the shop draws (`storefront/app/platform/qr-code.tsx`), as a camera does. Undefined if it
 * cannot be read.
 */
export async function readQr(code: Locator): Promise<string | undefined> {
  const [size = 0] = ((await code.getAttribute('viewBox')) ?? '').split(' ').slice(2).map(Number);
  const path = (await code.locator('path').last().getAttribute('d')) ?? '';
  const width = size * dots;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1/g))
    for (let row = Number(y) * dots; row < (Number(y) + 1) * dots; row += 1)
      for (let column = Number(x) * dots; column < (Number(x) + 1) * dots; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } });
  const picture = { data, width, height: width, colorSpace: 'srgb' as const };
  const [found] = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], { formats: ['QRCode'] });
  return found?.text;
}
