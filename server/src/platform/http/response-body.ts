import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A response in one encoding, ready to send. */
export interface EncodedBody {
  /** Names and values alternate. Does not contain the date or headers that change with each answer. */
  headers: readonly string[];
  body: Buffer;
}

/** Returns whether a weight such as `q=0` refuses an encoding. */
const isRefused = (weight = ''): boolean => weight.trim().startsWith('q=') && Number(weight.trim().slice(2)) === 0;

/**
 * Returns the best encoding that a browser accepts. `br;q=0` means that the browser does not accept `br`. Reads each character a fixed
 * number of times.
 */
export const encodingFor = (accepted: string): Encoding => {
  if (!accepted.includes('q=0')) {
    if (accepted.includes('br')) return 'br';
    return accepted.includes('gzip') ? 'gzip' : 'identity';
  }
  let best: Encoding = 'identity';
  for (const part of accepted.split(',')) {
    const [name = '', weight] = part.split(';', 2);
    if (isRefused(weight)) continue;
    if (name.trim() === 'br') return 'br';
    if (name.trim() === 'gzip') best = 'gzip';
  }
  return best;
};

/** At most two decompressions run at the same time. libuv has four threads, which also read files, resolve names and hash passwords. */
const unpackingTurns: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let nextTurn = 0;

const unpackInTurn = (packed: Buffer): Promise<Buffer> => {
  nextTurn = (nextTurn + 1) % unpackingTurns.length;
  const unpacked = Promise.resolve(unpackingTurns[nextTurn]).then(() => decompressBrotli(packed));
  unpackingTurns[nextTurn] = unpacked.catch(() => {});
  return unpacked;
};

/** Estimated bytes for headers and map entries. */
const overhead = 4_096;

/** A finished body with its headers, in the requested encodings. Each encoding is made once, and most bodies are requested in only one encoding. */
export class ResponseBody {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #brotliQuality: number;
  readonly #made = new Map<Encoding, EncodedBody | Promise<EncodedBody>>();
  #whole: Buffer | undefined;
  /** All requests share this promise while the body is decompressed and sent. */
  #unpacking: Promise<Buffer> | undefined;
  #lastUnpacked: WeakRef<Buffer> | undefined;
  #packedLength = 0;

  constructor(headers: Readonly<Record<string, string>>, whole: Buffer, brotliQuality: number) {
    this.#headers = headers;
    this.#whole = whole;
    this.#brotliQuality = brotliQuality;
  }

  /**
   * Stores only the Brotli form, which nearly every client requests. Its size is a sixth of the body's. For other clients the body is
   * decompressed.
   */
  async pack(): Promise<this> {
    if (this.#whole?.length === 0) return this;
    const { body } = await this.in('br');
    this.#packedLength = body.length;
    this.#whole = undefined;
    this.#made.delete('identity');
    return this;
  }

  /** Upper estimate of the bytes in memory after compression, because gzip is hardly larger than Brotli. */
  get size(): number {
    return this.#packedLength * 2.5 + overhead;
  }

  /** Returns an encoding, immediately if it was made before. A redirect has nothing to compress. */
  in(wanted: Encoding): EncodedBody | Promise<EncodedBody> {
    const encoding = this.#whole?.length === 0 ? 'identity' : wanted;
    const known = this.#made.get(encoding);
    if (known !== undefined) return known;
    if (encoding === 'identity') {
      return this.#whole === undefined
        ? this.#unpacked().then((whole) => this.#encoded(whole, encoding))
        : this.#remember(encoding, this.#encoded(this.#whole, encoding));
    }
    const made = this.#compress(encoding).then((body) => this.#remember(encoding, this.#encoded(body, encoding)));
    this.#made.set(encoding, made);
    return made;
  }

  #remember(encoding: Encoding, made: EncodedBody): EncodedBody {
    this.#made.set(encoding, made);
    return made;
  }

  #encoded(body: Buffer, encoding: Encoding): EncodedBody {
    const headers = {
      ...this.#headers,
      'content-length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return { headers: Object.entries(headers).flat(), body };
  }

  async #unpacked(): Promise<Buffer> {
    const whole = this.#whole ?? this.#lastUnpacked?.deref();
    if (whole !== undefined) return whole;
    this.#unpacking ??= this.#unpack().finally(() => {
      this.#unpacking = undefined;
    });
    return this.#unpacking;
  }

  async #unpack(): Promise<Buffer> {
    const whole = await unpackInTurn((await this.in('br')).body);
    this.#lastUnpacked = new WeakRef(whole);
    return whole;
  }

  async #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const whole = await this.#unpacked();
    if (encoding === 'gzip') return compressGzip(whole, { level: 6 });
    return compressBrotli(whole, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
  }
}
