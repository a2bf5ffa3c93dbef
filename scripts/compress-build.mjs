// Writes .br and .gz files next to every text file of the storefront's and the desk's build, once, at the highest quality.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './environment.mjs';

const folders = [join(root, 'storefront', 'build', 'client'), join(root, 'desk', 'build')];
const read = (folder) => readdir(folder, { recursive: true, withFileTypes: true });
const entries = (await Promise.all(folders.map(read))).flat();
const files = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|html|txt|wasm)$/.test(entry.name));
await Promise.all(
  files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }),
);
