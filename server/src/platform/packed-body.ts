import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { type EncodedPage, encodedPage, type FinishedBody, gzipped, type PageEncoding } from './page-body.ts';

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

/** Quality 4: an eighth smaller than quality 2, which answers made for one caller have. */
const brotliQuality = 4;

/** What headers and the places in maps take. Bytes. */
const overhead = 2_048;

/**
 * A text kept as what nearly everybody asks for, in Brotli, a sixth of its size; for others it is unpacked. As gzip it is
 * kept, too, once somebody has asked for it so.
 */
export class PackedBody implements FinishedBody {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #packed: EncodedPage;
  #gzipped: Promise<EncodedPage> | undefined;

  private constructor(headers: Readonly<Record<string, string>>, packed: Buffer) {
    this.#headers = headers;
    this.#packed = encodedPage(headers, packed, 'br');
  }

  static async of(headers: Readonly<Record<string, string>>, text: string): Promise<PackedBody> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    };
    return new PackedBody(headers, await pack(text, { params }));
  }

  /** Bytes it takes at most: gzip is hardly larger than Brotli. */
  get size(): number {
    return this.#packed.body.length * 2.5 + overhead;
  }

  in(encoding: PageEncoding): EncodedPage | Promise<EncodedPage> {
    if (encoding === 'br') return this.#packed;
    const whole = unpack(this.#packed.body);
    if (encoding === 'identity') return whole.then((text) => encodedPage(this.#headers, text, encoding));
    this.#gzipped ??= whole.then(gzipped).then((body) => encodedPage(this.#headers, body, encoding));
    return this.#gzipped;
  }
}
