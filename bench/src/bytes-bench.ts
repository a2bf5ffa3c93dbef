import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Visit, visitInBrowser } from './browser-visit.ts';
import { atMost, type BenchResult } from './result.ts';

const kilobytes = (bytes: number): number => bytes / 1000;

const textOf = async (url: string): Promise<string> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
};

const benchScripts = async (name: string, { scripts }: Visit): Promise<BenchResult> => {
  const sizes: [url: string, bytes: number][] = [];
  for (const url of scripts) sizes.push([url, gzipSync(await textOf(url), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  const largest = sizes.sort(([, a], [, b]) => b - a).slice(0, 5);
  const list = largest.map(([url, bytes]) => `${url.split('/').at(-1)} ${kilobytes(bytes).toFixed(1)}`).join(', ');
  return atMost(`bytes-js-${name}`, kilobytes(total), 130, `kB gzip in ${sizes.length} files; largest: ${list}`);
};

/** Google's bound of a good page; ours are meant to have none at all. */
const shiftBar = 0.1;

/**
 * What a browser has to load before a page works: every script it asks for, those loaded on demand while the page wakes
 * up included. Bytes do not depend on the machine: these bars are hard.
 */
export const benchBytes = async (browser: string, origin: string, productPath: string): Promise<BenchResult[]> => {
  const home = await visitInBrowser(browser, `${origin}/`);
  const product = await visitInBrowser(browser, `${origin}${productPath}`);
  const html = Buffer.from(await textOf(`${origin}${productPath}`));
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  const detail = `kB brotli as sent, ${kilobytes(html.length).toFixed(0)} kB of HTML`;
  return [
    await benchScripts('home', home),
    await benchScripts('product', product),
    atMost('bytes-html-product', kilobytes(packed.length), 20, detail),
    atMost('layout-shift-home', home.layoutShift, shiftBar, 'cumulative, phone of 390 × 844'),
    atMost('layout-shift-product', product.layoutShift, shiftBar, 'cumulative, phone of 390 × 844'),
  ];
};
