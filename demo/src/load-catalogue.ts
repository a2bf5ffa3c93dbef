import { insertRows, readBrandIds, readProductIds } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/database';
import { categoryByPath } from './categories.ts';
import type { DemoShop } from './demo-shop.ts';
import { productRows, stockRows } from './product-rows.ts';
import type { ShopPictures } from './shop-pictures.ts';

/** Product ids by sku. */
export type ProductIds = ReadonlyMap<string, number>;

/** Pictures, sellers, brands, categories, products with pictures and stock, companions. Returns the ids it got. */
export async function loadCatalogue(tx: Tx, shop: DemoShop, pictures: ShopPictures, now: Date): Promise<ProductIds> {
  await insertRows(
    tx,
    'media',
    pictures.stored.map(({ key, width, height }) => ({ key, width, height })),
  );
  await insertRows(
    tx,
    'sellers',
    shop.sellers.map(({ id, title, slug, leadDays }) => ({ id, title, slug, lead_days: leadDays })),
  );
  await insertRows(tx, 'brands', shop.brands);
  await insertRows(tx, 'categories', categoryRows(shop, pictures));
  await insertRows(tx, 'products', productRows(shop.products, await readBrandIds(tx)));
  const productIds = await readProductIds(
    tx,
    shop.products.map(({ sku }) => sku),
  );
  await insertRows(tx, 'product_images', imageRows(shop, pictures, productIds));
  const { levels, movements } = stockRows(shop.products, productIds, now);
  await insertRows(tx, 'stock_levels', levels);
  await insertRows(tx, 'stock_movements', movements);
  await insertRows(
    tx,
    'product_companions',
    shop.companions.map(({ sku, companionSku }) => ({
      product_id: productIds.get(sku),
      companion_id: productIds.get(companionSku),
    })),
  );
  await insertRows(
    tx,
    'warranties',
    shop.warranties.map(({ sku, label, amount, categoryPath, productSku }) => ({
      sku,
      label,
      amount,
      product_id: productSku === null ? null : productIds.get(productSku),
      category_id: categoryPath === null ? null : categoryByPath(categoryPath).id,
    })),
  );
  return productIds;
}

const categoryRows = (shop: DemoShop, pictures: ShopPictures) =>
  shop.categories.map((category) => ({
    id: category.id,
    parent_id: category.parentId,
    path: category.path,
    slug: category.slug,
    title: category.title,
    level: category.level,
    position: category.position,
    picture_key: pictures.keyOf(category.drawing),
    ancestor_ids: category.ancestorIds,
    description: category.description,
  }));

const imageRows = (shop: DemoShop, pictures: ShopPictures, productIds: ProductIds) =>
  shop.products.flatMap((product) =>
    product.pictures.map(({ drawing, label }, position) => ({
      product_id: productIds.get(product.sku),
      position,
      media_key: pictures.keyOf(drawing),
      label,
    })),
  );
