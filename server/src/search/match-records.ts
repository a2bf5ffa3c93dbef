import { headerBytes, recordLength } from './record-pool.ts';

/**
 * Matches as typed columns, unpacked from `product_search.record` (migration 0010). One number per match and column, so
 * that counting facets over thousands of them costs less than asking the database to.
 */
export interface Matches {
  count: number;
  productId: Int32Array;
  /** How well it matches: 1 what the product is, 2 its title, 3 its category or attributes, 4 its description or one word. */
  tier: Uint8Array;
  isInStock: Uint8Array;
  sold: Int32Array;
  /** Centavos; 0 = no price. */
  regularPrice: Int32Array;
  /** Centavos; a running flash sale's where there is one. */
  price: Int32Array;
  /** Facet value ids of match i: `values[firstValue[i]]` up to `firstValue[i + 1]`; its own category first. */
  firstValue: Int32Array;
  values: Int32Array;
}

const emptyMatches = (count: number, values: number): Matches => ({
  count,
  productId: new Int32Array(count),
  tier: new Uint8Array(count),
  isInStock: new Uint8Array(count),
  sold: new Int32Array(count),
  regularPrice: new Int32Array(count),
  price: new Int32Array(count),
  firstValue: new Int32Array(count + 1),
  values: new Int32Array(values),
});

/** A match found: which tier it belongs to, and where its record is in the pool; -1 = gone from the shop meanwhile. */
export interface MatchPlaces {
  tier: Uint8Array;
  place: Int32Array;
}

/** `flashPrices` are the running flash sales in centavos by product. */
export function unpackMatches(
  { tier, place }: MatchPlaces,
  bytes: Buffer,
  flashPrices: ReadonlyMap<number, number>,
): Matches {
  let count = 0;
  let values = 0;
  for (const at of place) {
    if (at < 0) continue;
    count += 1;
    values += (recordLength(bytes, at) - headerBytes) / 4;
  }
  const matches = emptyMatches(count, values);
  let row = 0;
  let value = 0;
  for (const [index, at] of place.entries()) {
    if (at < 0) continue;
    matches.tier[row] = tier[index] ?? 0;
    matches.isInStock[row] = bytes.readUInt8(at);
    matches.productId[row] = bytes.readInt32BE(at + 1);
    matches.sold[row] = bytes.readInt32BE(at + 5);
    matches.regularPrice[row] = bytes.readInt32BE(at + 9);
    matches.price[row] = bytes.readInt32BE(at + 13);
    matches.firstValue[row] = value;
    const end = at + recordLength(bytes, at);
    for (let next = at + headerBytes; next < end; next += 4) {
      matches.values[value] = bytes.readInt32BE(next);
      value += 1;
    }
    row += 1;
  }
  matches.firstValue[row] = value;
  applyFlashPrices(matches, flashPrices);
  return matches;
}

/** A flash sale counts only where it is the lower price (DEC-27). */
function applyFlashPrices({ count, productId, price }: Matches, flashPrices: ReadonlyMap<number, number>): void {
  if (flashPrices.size === 0) return;
  for (let row = 0; row < count; row += 1) {
    const flash = flashPrices.get(productId[row] ?? 0);
    const usual = price[row] ?? 0;
    if (flash !== undefined && flash < usual) price[row] = flash;
  }
}
