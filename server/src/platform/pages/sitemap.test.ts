import { once } from 'node:events';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPackedFiles, unpacked } from './sitemap.ts';

/** Returns a sitemap of 20,000 products, 2 MB. */
const textOf = (file: number): string =>
  Array.from(
    { length: 20_000 },
    (_, index) =>
      `<url><loc>https://ceiba.example/televisor-oled-${(file * 20_000 + index) * 7919}-pulgadas</loc></url>`,
  ).join('\n');

test('if two addresses request many large files, each file is built once, one file at a time', async () => {
  const file = createPackedFiles();
  let [made, running, most] = [0, 0, 0];
  const ask = (name: number, who: string) =>
    file(`productos-${name}`, who, async () => {
      made += 1;
      running += 1;
      most = Math.max(most, running);
      const text = textOf(name);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      return text;
    });
  const names = Array.from({ length: 12 }, (_, index) => index);
  const walk = async (who: string): Promise<void> => {
    for (const name of names) await ask(name, who);
  };
  await Promise.all([walk('10.0.0.1'), walk('10.0.0.2')]);
  await Promise.all([walk('10.0.0.1'), walk('10.0.0.2')]);
  expect([made, most]).toEqual([names.length, 1]);
  expect(gunzipSync(await ask(3, '10.0.0.3')).toString('utf8')).toBe(textOf(3));
});

test('after a failed attempt, a file is built for the next request', async () => {
  const file = createPackedFiles();
  await expect(file('index', '10.0.0.1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(gunzipSync(await file('index', '10.0.0.2', async () => '<xml/>')).toString('utf8')).toBe('<xml/>');
});

test('of a file that its client does not read, only the first portions are decompressed', async () => {
  const text = textOf(1);
  const stream = unpacked(gzipSync(text));
  await once(stream, 'readable');
  // In each turn, the zlib thread could add a portion if there were room.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
  expect(stream.readableLength).toBeLessThan(128 * 1024);
  const portions: Buffer[] = [];
  for await (const portion of stream) portions.push(portion);
  expect(Buffer.concat(portions).toString()).toBe(text);
});
