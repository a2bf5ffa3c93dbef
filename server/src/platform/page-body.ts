import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type PageEncoding = 'br' | 'gzip' | 'identity';

/** A page in one encoding, as it leaves. */
export interface EncodedPage {
  /** Names and values in turn; all but the date. */
  headers: readonly string[];
  body: Buffer;
}

/** Finished bytes, in any encoding somebody asks for. */
export interface FinishedBody {
  /** Bytes it takes at most. */
  readonly size: number;
  /** At once when it was made before. */
  in(wanted: PageEncoding): EncodedPage | Promise<EncodedPage>;
}

/** A body with all the headers it leaves with. */
export const encodedPage = (
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  encoding: PageEncoding,
): EncodedPage => ({
  headers: Object.entries({
    ...headers,
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }).flat(),
  body,
});

export const gzipped = (body: Buffer): Promise<Buffer> => compressGzip(body, { level: 6 });

/** Whether `br;q=0` and the like refuse an encoding. */
const isRefused = (weight = ''): boolean => weight.trim().startsWith('q=') && Number(weight.trim().slice(2)) === 0;

/** The best encoding a browser takes; `br;q=0` refuses one. Reads each character a fixed number of times. */
export const encodingFor = (accepted: string): PageEncoding => {
  if (!accepted.includes('q=0')) {
    if (accepted.includes('br')) return 'br';
    return accepted.includes('gzip') ? 'gzip' : 'identity';
  }
  let best: PageEncoding = 'identity';
  for (const part of accepted.split(',')) {
    const [name = '', weight] = part.split(';', 2);
    if (isRefused(weight)) continue;
    if (name.trim() === 'br') return 'br';
    if (name.trim() === 'gzip') best = 'gzip';
  }
  return best;
};

/** What of the whole size all encodings together may come to, and what headers take. */
const growth = 1.5;
const overhead = 4_096;

/** A page's bytes in the encodings somebody has asked for: each is made once, hardly anybody asks for more than one. */
export class PageBody implements FinishedBody {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #html: Buffer;
  readonly #brotliQuality: number;
  readonly #made = new Map<PageEncoding, EncodedPage | Promise<EncodedPage>>();

  constructor(headers: Readonly<Record<string, string>>, html: Buffer, brotliQuality: number) {
    this.#headers = headers;
    this.#html = html;
    this.#brotliQuality = brotliQuality;
  }

  /** Bytes it takes at most. */
  get size(): number {
    return this.#html.length * growth + overhead;
  }

  /** At once when it was made before. A redirection has nothing to compress. */
  in(wanted: PageEncoding): EncodedPage | Promise<EncodedPage> {
    const encoding = this.#html.length === 0 ? 'identity' : wanted;
    const known = this.#made.get(encoding);
    if (known !== undefined) return known;
    const made = encoding === 'identity' ? encodedPage(this.#headers, this.#html, encoding) : this.#compress(encoding);
    this.#made.set(encoding, made);
    return made;
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<EncodedPage> {
    const body =
      encoding === 'gzip'
        ? await gzipped(this.#html)
        : await compressBrotli(this.#html, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality,
              [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            },
          });
    const made = encodedPage(this.#headers, body, encoding);
    this.#made.set(encoding, made);
    return made;
  }
}
