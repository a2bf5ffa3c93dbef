import {
  analyzeAll,
  beginBulkLoad,
  countProducts,
  insertRows,
  lockLoading,
  readBrandIds,
  readProductIds,
} from '@ceiba/server/loading/loading.store';
import { refreshAllSearch } from '@ceiba/server/loading/refresh-search';
import type { LoadProgress } from '@ceiba/server/loading/shop-loader';
import type { Database, Tx } from '@ceiba/server/platform/database';
import type { CopiedProduct } from './copied-models.store.ts';
import { copyModels } from './copy-models.ts';
import type { DemoProduct } from './demo-product.ts';
import { demoSeed } from './demo-shop.ts';
import { rollDice } from './dice.ts';
import { type PooledPicture, readGrowth, readPicturePool, saveGrowth } from './grown-catalogue.store.ts';
import type { Leaf } from './leaves/leaf.ts';
import { leaves } from './leaves/leaves.ts';
import { makeProducts } from './make-products.ts';
import { productRows, stockRows } from './product-rows.ts';
import { slugWithSku } from './slug.ts';

interface GrowOptions {
  db: Database;
  now: Date;
  /** Products the shop has afterwards, at least. */
  products: number;
  /** Models thrown by the dice before the others are copies of them, 1 or more; the same in every run of a shop. */
  thrownModels?: number;
  onProgress?: (progress: LoadProgress) => void;
}

/** Models made and inserted at once. */
const batch = 800;
/** Pictures of a grown product: enough for a gallery, few enough for a small database. */
const mostPictures = 3;

/** Enough that a search finds as different things as it would among the dice's own. */
const usuallyThrown = 8_000;

/**
 * Adds products of the same kind as the demo shop's until there are `products`; they share the pictures of the demo shop.
 * The first thousands are thrown by the dice, each batch in its own transaction; the others are copies of them, with
 * names, numbers and prices of their own, in one. A run that was stopped goes on where it was, and while copies are made
 * the shop waits. Returns how many were added.
 */
export async function growCatalogue({
  db,
  now,
  products,
  thrownModels = usuallyThrown,
  onProgress = () => {},
}: GrowOptions): Promise<number> {
  const before = await countProducts(db.write);
  const pool = await readPicturePool(db.write);
  let count = before;
  const tell = (more: number) => onProgress({ step: 'rows', done: Math.min(count + more, products), total: products });
  for (let models = 0; count < products && models < thrownModels; tell(0)) {
    const grown = await db.transaction((tx) => growBatch(tx, pool, { now, wanted: products - count, thrownModels }));
    count += grown.products;
    models = grown.models;
  }
  if (count < products) count += await db.transaction((tx) => growByCopies(tx, { now, products, thrownModels, tell }));
  await renewSearch(db, onProgress);
  return count - before;
}

/** Also where a run before this one ended between its products and their search. */
async function renewSearch(db: Database, onProgress: (progress: LoadProgress) => void): Promise<void> {
  if ((await readGrowth(db.write)).isSearchable) return;
  await refreshAllSearch(db, {
    connections: 2,
    onProgress: (share) => onProgress({ step: 'search', done: share * 100, total: 100 }),
    finish: async (tx) => {
      const { models } = await readGrowth(tx);
      await saveGrowth(tx, { models, isSearchable: true });
    },
  });
  await analyzeAll(db.write);
}

async function growBatch(
  tx: Tx,
  pool: readonly PooledPicture[],
  { now, wanted, thrownModels }: { now: Date; wanted: number; thrownModels: number },
): Promise<{ products: number; models: number }> {
  await lockLoading(tx);
  await beginBulkLoad(tx);
  const { models: first } = await readGrowth(tx);
  const count = Math.max(0, Math.min(batch, wanted, thrownModels - first));
  const models = Array.from({ length: count }, (_, index) => first + index);
  const made = models.flatMap((number) => grownProducts(number, now));
  await insertRows(tx, 'products', productRows(made, await readBrandIds(tx)));
  const ids = await readProductIds(
    tx,
    made.map(({ sku }) => sku),
  );
  const { levels, movements } = stockRows(made, ids, now);
  await insertRows(tx, 'stock_levels', levels);
  await insertRows(tx, 'stock_movements', movements);
  await insertRows(
    tx,
    'product_images',
    made.flatMap((product) => imageRows(product, ids.get(product.sku), pool)),
  );
  const next = first + models.length;
  if (made.length > 0) await saveGrowth(tx, { models: next, isSearchable: false });
  return { products: made.length, models: next };
}

interface Copies {
  now: Date;
  /** As in `GrowOptions`. */
  products: number;
  thrownModels: number;
  tell: (copied: number) => void;
}

async function growByCopies(tx: Tx, { now, products, thrownModels, tell }: Copies): Promise<number> {
  await lockLoading(tx);
  await beginBulkLoad(tx);
  const wanted = products - (await countProducts(tx));
  if (wanted <= 0) return 0;
  const { models } = await readGrowth(tx);
  const numbers = Array.from({ length: thrownModels }, (_, number) => number);
  const copied = {
    products: numbers.flatMap((number) => grownProducts(number, now).map((product) => copiedOf(product, number))),
    // Numbers of copies that were made before are passed over, too.
    models,
    wanted,
    now,
    onRows: tell,
  };
  await saveGrowth(tx, { models: await copyModels(tx, copied), isSearchable: false });
  return wanted;
}

/** Where a product's number stands in its sku: `LLA-100015-NEG`. */
function copiedOf({ sku, parentSku }: DemoProduct, model: number): CopiedProduct {
  const base = parentSku ?? sku;
  const head = base.slice(0, base.lastIndexOf('-') + 1);
  return { sku, head, number: Number(base.slice(head.length)), tail: sku.slice(base.length), serial: model + 1 };
}

/** Leaves that grow, as often as the demo shop has models of them; gift cards do not. */
const growingLeaves: readonly Leaf[] = rollDice('crecer').shuffle(
  leaves
    .filter(({ path }) => path !== 'tarjetas-de-regalo')
    .flatMap((leaf) => Array.from({ length: leaf.models }, () => leaf)),
);

/** Model `number` of the endless catalogue after the demo shop's. */
function grownProducts(number: number, now: Date): DemoProduct[] {
  const leaf = growingLeaves[number % growingLeaves.length];
  if (leaf === undefined) return [];
  const turn = leaf.models + number;
  const making = { seed: demoSeed, now, firstNumber: 100_001, serial: () => `-${number + 1}` };
  return makeProducts(leaf, turn, making).map((product) => ({
    ...product,
    slug: slugWithSku(product),
    stock: product.stock?.slice(0, 4) ?? null,
  }));
}

/** Pictures of a product of the same leaf, of the same brand and colour when there is one. */
function imageRows(product: DemoProduct, id: number | undefined, pool: readonly PooledPicture[]) {
  const sameLeaf = pool.filter(({ path }) => path === product.categoryPath);
  const sameBrand = sameLeaf.filter(({ brand }) => brand === product.brand);
  const colour = product.attributes.find(({ code }) => code.startsWith('color'))?.value ?? null;
  const alike = sameBrand.filter((candidate) => candidate.colour === colour);
  const candidates = [alike, sameBrand, sameLeaf].find(({ length }) => length > 0) ?? [];
  const chosen = candidates[rollDice(`fotos/${product.sku}`).between(0, Math.max(0, candidates.length - 1))];
  return (chosen?.keys ?? []).slice(0, mostPictures).map((key, position) => ({
    product_id: id,
    position,
    media_key: key,
    label: position === 0 ? product.title : `${product.title}, vista ${position + 1}`,
  }));
}
