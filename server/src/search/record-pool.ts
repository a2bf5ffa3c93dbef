/** Bytes of a key: product id (int4) and the hash of its record (int8); migration 0010. */
export const keyBytes = 12;
const hashBytes = 8;
/** Of a record, before its facet values; where it holds the product id, and the number of values. */
export const headerBytes = 19;
const idAt = 1;
const valueCountAt = 17;

/** Bytes of the record at `at`. */
export const recordLength = (bytes: Buffer, at: number): number =>
  headerBytes + bytes.readUInt16BE(at + valueCountAt) * 4;

/**
 * Records of `product_search` this process has seen, about 70 bytes each. A record is used only under the hash it was
 * made with, which comes with every match: what is remembered needs no time limit and is never out of date.
 */
export class RecordPool {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #places = new Map<number, number>();

  /** Changed records leave their old place unused: a pool is to be replaced when it has grown too large. */
  get size(): number {
    return this.#used;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Where in `bytes` the record of a product begins; -1: it is not here. */
  placeOf(productId: number): number {
    return this.#places.get(productId) ?? -1;
  }

  /** The same for the key at `at`: -1 also when the record has changed since. */
  find(keys: Buffer, at: number): number {
    const place = this.#places.get(keys.readInt32BE(at)) ?? -1;
    return place >= 0 &&
      keys.readInt32BE(at + 4) === this.#bytes.readInt32BE(place - hashBytes) &&
      keys.readInt32BE(at + 8) === this.#bytes.readInt32BE(place - hashBytes + 4)
      ? place
      : -1;
  }

  /** `entries`: hash and record of any number of products, one after the other. */
  add(entries: Buffer): void {
    this.#makeRoom(entries.length);
    entries.copy(this.#bytes, this.#used);
    const end = this.#used + entries.length;
    while (this.#used < end) {
      const place = this.#used + hashBytes;
      this.#places.set(this.#bytes.readInt32BE(place + idAt), place);
      this.#used = place + recordLength(this.#bytes, place);
    }
  }

  #makeRoom(length: number): void {
    if (this.#used + length <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 ** Math.ceil(Math.log2(this.#used + length)));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}
