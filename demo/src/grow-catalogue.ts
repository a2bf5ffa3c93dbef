import {
  analyzeAll,
  beginBulkLoad,
  countProducts,
  insertRows,
  lockLoading,
  readBrandIds,
  readProductIds,
  refreshSearch,
} from '@ceiba/server/loading/loading.store';
import type { LoadProgress } from '@ceiba/server/loading/shop-loader';
import type { Database, Tx } from '@ceiba/server/platform/database';
import type { DemoProduct } from './demo-product.ts';
import { demoSeed } from './demo-shop.ts';
import { rollDice } from './dice.ts';
import { type PooledPicture, readGrownModels, readPicturePool, saveGrownModels } from './grown-catalogue.store.ts';
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
  onProgress?: (progress: LoadProgress) => void;
}

/** Models made and inserted at once. */
const batch = 800;
/** Pictures of a grown product: enough for a gallery, few enough for a small database. */
const mostPictures = 3;

/**
 * Adds products of the same kind as the demo shop's until there are `products`, each batch in its own transaction; they
 * share the pictures of the demo shop. A run that was stopped goes on where it was. Returns how many were added.
 */
export async function growCatalogue({ db, now, products, onProgress = () => {} }: GrowOptions): Promise<number> {
  const before = await countProducts(db.write);
  const pool = await readPicturePool(db.write);
  let count = before;
  while (count < products) {
    count += await db.transaction((tx) => growBatch(tx, pool, { now, wanted: products - count }));
    onProgress({ step: 'rows', done: Math.min(count, products), total: products });
  }
  if (count > before) {
    onProgress({ step: 'search', done: 0, total: 1 });
    await db.transaction(refreshSearch);
    await analyzeAll(db.write);
  }
  return count - before;
}

async function growBatch(
  tx: Tx,
  pool: readonly PooledPicture[],
  { now, wanted }: { now: Date; wanted: number },
): Promise<number> {
  await lockLoading(tx);
  await beginBulkLoad(tx);
  const first = await readGrownModels(tx);
  const models = Array.from({ length: Math.min(batch, wanted) }, (_, index) => first + index);
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
  await saveGrownModels(tx, first + models.length);
  return made.length;
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
