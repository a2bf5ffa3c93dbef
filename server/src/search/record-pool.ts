/** Size of a key in bytes: product ID (int4) and the hash of its record (int8). See server/sql/schema/search.sql. */
export const keyBytes = 12;

/** The start of a received entry: its hash, and the part of the record before its facet values. */
const hashBytes = 8;
const headerBytes = 19;

/** Positions within an entry's words: the hash first, the facet values last. */
export const entryWords = {
  productId: 2,
  sold: 3,
  regularPrice: 4,
  price: 5,
  isInStock: 6,
  valueCount: 7,
  firstValue: 8,
} as const;

/**
 * The records of `product_search` that this process has read, about 80 bytes each. A record is used only under the hash of its
 * creation, and every match comes with its hash. Cached records therefore need no time limit and are never outdated. They are
 * stored as 32-bit words, so a search reads them directly, without unpacking thousands of records.
 */
export class RecordPool {
  #words = new Int32Array(16 * 1024);
  #used = 0;
  #count = 0;
  /**
   * Start of each product's entry, plus one. 0 is free. An open-addressing table, at most half full. A Map of as many numbers
   * takes ten times the memory, and twice that during growth.
   */
  #slots = new Int32Array(1024);

  /** In bytes. The old positions of changed records stay unused. A pool must therefore be replaced when it is too large. */
  get size(): number {
    return this.#used * 4;
  }

  /** The entries, one after the other. Existing entries keep their positions when the pool grows. */
  get words(): Int32Array {
    return this.#words;
  }

  /** Returns the position of a product's entry in `words`. -1 if it is not in the pool. */
  placeOf(productId: number): number {
    return (this.#slots[this.#slotOf(productId)] ?? 0) - 1;
  }

  /** Like `placeOf`, for the key at `at`. Also -1 if the record has changed since. */
  find(keys: Buffer, at: number): number {
    const place = this.placeOf(keys.readInt32BE(at));
    return place >= 0 &&
      keys.readInt32BE(at + 4) === this.#words[place] &&
      keys.readInt32BE(at + 8) === this.#words[place + 1]
      ? place
      : -1;
  }

  /** `entries`: hash and record of any number of products, one after the other. */
  add(entries: Buffer): void {
    // Reserves memory as if the entries consisted of headers only, which need the most.
    this.#makeRoom(Math.ceil(entries.length / (hashBytes + headerBytes)) * entryWords.firstValue);
    for (let at = 0; at < entries.length; ) at = this.#addEntry(entries, at);
  }

  /** Adds an entry. Returns the position of the next one. */
  #addEntry(entries: Buffer, at: number): number {
    const words = this.#words;
    const place = this.#used;
    const record = at + hashBytes;
    const valueCount = entries.readUInt16BE(record + 17);
    words[place] = entries.readInt32BE(at);
    words[place + 1] = entries.readInt32BE(at + 4);
    words[place + entryWords.isInStock] = entries.readUInt8(record);
    words[place + entryWords.productId] = entries.readInt32BE(record + 1);
    words[place + entryWords.sold] = entries.readInt32BE(record + 5);
    words[place + entryWords.regularPrice] = entries.readInt32BE(record + 9);
    words[place + entryWords.price] = entries.readInt32BE(record + 13);
    words[place + entryWords.valueCount] = valueCount;
    const values = record + headerBytes;
    const first = place + entryWords.firstValue;
    for (let n = 0; n < valueCount; n += 1) words[first + n] = entries.readInt32BE(values + n * 4);
    this.#used = first + valueCount;
    this.#remember(entries.readInt32BE(record + 1), place);
    return values + valueCount * 4;
  }

  /** Returns the slot of a product, or the free slot for it. */
  #slotOf(productId: number): number {
    const last = this.#slots.length - 1;
    // Fibonacci hashing spreads consecutive IDs.
    let slot = (Math.imul(productId, -1640531535) >>> 7) & last;
    for (;;) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#words[place + entryWords.productId] === productId) return slot;
      slot = (slot + 1) & last;
    }
  }

  #remember(productId: number, place: number): void {
    const slot = this.#slotOf(productId);
    if (this.#slots[slot] === 0) this.#count += 1;
    this.#slots[slot] = place + 1;
    if (this.#count * 2 <= this.#slots.length) return;
    const places = this.#slots.filter((stored) => stored > 0);
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (const stored of places)
      this.#slots[this.#slotOf(this.#words[stored - 1 + entryWords.productId] ?? 0)] = stored;
  }

  #makeRoom(count: number): void {
    if (this.#used + count <= this.#words.length) return;
    const larger = new Int32Array(2 ** Math.ceil(Math.log2(this.#used + count)));
    larger.set(this.#words);
    this.#words = larger;
  }
}
