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

const headerBytes = 19;

const countRecords = (tiers: readonly Buffer[]): { records: number; values: number } => {
  let records = 0;
  let values = 0;
  for (const tier of tiers) {
    for (let at = 0; at < tier.length; ) {
      const own = tier.readUInt16BE(at + 17);
      records += 1;
      values += own;
      at += headerBytes + own * 4;
    }
  }
  return { records, values };
};

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

/** `tiers[0]` holds the records of tier 1, and so on; `flashPrices` the running flash sales in centavos by product. */
export function unpackMatches(tiers: readonly Buffer[], flashPrices: ReadonlyMap<number, number>): Matches {
  const { records, values } = countRecords(tiers);
  const matches = emptyMatches(records, values);
  let row = 0;
  let value = 0;
  for (const [index, tier] of tiers.entries()) {
    for (let at = 0; at < tier.length; row += 1) {
      matches.tier[row] = index + 1;
      matches.isInStock[row] = tier.readUInt8(at);
      matches.productId[row] = tier.readInt32BE(at + 1);
      matches.sold[row] = tier.readInt32BE(at + 5);
      matches.regularPrice[row] = tier.readInt32BE(at + 9);
      matches.price[row] = tier.readInt32BE(at + 13);
      matches.firstValue[row] = value;
      const end = at + headerBytes + tier.readUInt16BE(at + 17) * 4;
      for (at += headerBytes; at < end; at += 4) {
        matches.values[value] = tier.readInt32BE(at);
        value += 1;
      }
    }
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
