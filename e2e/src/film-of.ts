import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** Size of the camera's picture, and of a module of the code in it, in px. */
const [width, height, dots] = [640, 480, 4];

/** The grey of a label's paper, 0 to 255. Bars are black. */
const paper = 235;

/** Writes a video of a Code 128, which Chromium uses instead of a camera. Returns its path (YUV4MPEG2, without colours). */
export async function filmOf(code: string): Promise<string> {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } });
  const { symbol } = await writeBarcode(code, { format: 'Code128' });
  const picture = Buffer.alloc(width * height, paper);
  const left = Math.floor((width - symbol.width * dots) / 2);
  const top = Math.floor((height - symbol.height * dots) / 2);
  for (let y = 0; y < symbol.height * dots; y += 1)
    for (let x = 0; x < symbol.width * dots; x += 1)
      if (symbol.data[Math.floor(y / dots) * symbol.width + Math.floor(x / dots)] === 0)
        picture[(top + y) * width + left + x] = 0;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), picture, Buffer.alloc((width * height) / 2, 128)]);
  const file = join(tmpdir(), `ceiba-camera-${code}-${process.pid}.y4m`);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, frame, frame]));
  return file;
}
