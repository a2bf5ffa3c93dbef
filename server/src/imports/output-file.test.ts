import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutput, writeOutput } from './output-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-output-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const opened = async (path: string) => {
  const output = await openOutput('errors', path);
  if (!output.ok) throw new Error(output.error.text);
  return output.value;
};

test('an existing file stays until output is written, because it may be the input file', async () => {
  const path = join(folder, 'precios.csv');
  await writeFile(path, 'sku,precio\nTV,499.00\nRADIO,99.00\n', { mode: 0o644 });
  const output = await opened(path);
  expect(await readFile(path, 'utf8')).toContain('RADIO');
  // From now on only the operator can read it.
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await output.write('sku,Error\n');
  await output.write('TV,no existe\n');
  await output.close();
  expect(await readFile(path, 'utf8')).toBe('sku,Error\nTV,no existe\n');
});

test('if nothing is written, the file is empty', async () => {
  const path = join(folder, 'sin-errores.csv');
  await writeFile(path, 'de antes');
  await (await opened(path)).close();
  expect(await readFile(path, 'utf8')).toBe('');
});

test('an interruption before any output leaves the file unchanged', async () => {
  const path = join(folder, 'marcas.csv');
  await writeFile(path, 'marca\nVolcán\n');
  const work = writeOutput(await opened(path), () => Promise.reject(new Error('the connection is lost')));
  await expect(work).rejects.toThrow('the connection is lost');
  expect(await readFile(path, 'utf8')).toBe('marca\nVolcán\n');
});
