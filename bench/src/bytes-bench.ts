import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { atMost, type BenchResult } from './result.ts';

const kilobytes = (bytes: number): number => bytes / 1000;

const textOf = async (url: string): Promise<string> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
};

/** Scripts that a page's markup names: module scripts, preloads, and the imports of its inline scripts. */
const scriptsOfPage = (html: string): string[] =>
  [...html.matchAll(/["'](\/assets\/[^"'\s]+\.js)["']/g)].map((match) => match[1] ?? '');

/** Static imports of a built module; what it imports on demand is loaded by what a shopper does, not by the page. */
const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js|\/assets\/[^"']+\.js)["']/g)].map(
    (match) => match[1] ?? '',
  );

/** Every script a browser loads for a page, with its bytes after gzip. */
export const scriptsLoadedBy = async (origin: string, path: string): Promise<Map<string, number>> => {
  const loaded = new Map<string, number>();
  const queue = scriptsOfPage(await textOf(`${origin}${path}`)).map((script) => new URL(script, origin).href);
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (loaded.has(url)) continue;
    const code = await textOf(url);
    loaded.set(url, gzipSync(code, { level: 9 }).length);
    for (const imported of importsOf(code)) queue.push(new URL(imported, url).href);
  }
  return loaded;
};

const benchScripts = async (origin: string, name: string, path: string): Promise<BenchResult> => {
  const loaded = await scriptsLoadedBy(origin, path);
  const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
  const largest = [...loaded].sort(([, a], [, b]) => b - a).slice(0, 4);
  const list = largest.map(([url, bytes]) => `${url.split('/').at(-1)} ${kilobytes(bytes).toFixed(1)}`).join(', ');
  return atMost(`bytes-js-${name}`, kilobytes(total), 130, `kB gzip in ${loaded.size} files; largest: ${list}`);
};

/** What a browser has to load before a page works. Bytes do not depend on the machine: these bars are hard. */
export const benchBytes = async (origin: string, productPath: string): Promise<BenchResult[]> => {
  const html = Buffer.from(await textOf(`${origin}${productPath}`));
  const packed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  const detail = `kB brotli as sent, ${kilobytes(html.length).toFixed(0)} kB of HTML`;
  return [
    await benchScripts(origin, 'home', '/'),
    await benchScripts(origin, 'product', productPath),
    atMost('bytes-html-product', kilobytes(packed.length), 20, detail),
  ];
};
