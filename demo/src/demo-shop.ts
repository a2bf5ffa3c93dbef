import type { CategoryPage } from '@ceiba/contract/content';
import { DEMO_BRANDS } from './brands.ts';
import { buildCatalogue, type CatalogueOptions } from './build-catalogue.ts';
import { DEMO_CATEGORIES, type DemoCategory } from './categories.ts';
import { companionsOf } from './companions.ts';
import { type DemoBanner, demoBanners } from './content/banners.ts';
import { categoryInfos, type DemoCategoryInfo } from './content/category-infos.ts';
import { categoryPages } from './content/category-pages.ts';
import { type DemoCoupon, demoCoupons } from './coupons.ts';
import type { DemoProduct } from './demo-product.ts';
import { DEMO_STORES, type DemoDepartment, type DemoStore, readDepartments } from './places.ts';
import { DEMO_SELLERS, type DemoSeller } from './sellers.ts';
import { type DemoStockOffer, stockOffers } from './stock.ts';
import { DEMO_WARRANTIES, type DemoWarranty } from './warranties.ts';

/** Everything a fresh shop is filled with. */
export interface DemoShop {
  departments: readonly DemoDepartment[];
  stores: readonly DemoStore[];
  sellers: readonly DemoSeller[];
  brands: readonly { title: string; slug: string }[];
  categories: readonly DemoCategory[];
  products: readonly DemoProduct[];
  companions: readonly { sku: string; companionSku: string }[];
  warranties: readonly DemoWarranty[];
  stockOffers: readonly DemoStockOffer[];
  coupons: readonly DemoCoupon[];
  banners: readonly DemoBanner[];
  pages: readonly CategoryPage[];
  infos: readonly DemoCategoryInfo[];
}

/** The seed every shop gets unless asked otherwise. */
export const DEMO_SEED = 'ceiba';

/** DEC-161. Pure: the same options give the same shop. */
export function buildDemoShop(options: CatalogueOptions): DemoShop {
  const products = buildCatalogue(options);
  const skus = new Set(products.map(({ sku }) => sku));
  return {
    departments: readDepartments(),
    stores: DEMO_STORES,
    sellers: DEMO_SELLERS,
    brands: DEMO_BRANDS,
    categories: DEMO_CATEGORIES,
    products,
    companions: companionsOf(products),
    warranties: DEMO_WARRANTIES.filter(({ productSku }) => productSku === null || skus.has(productSku)),
    stockOffers: stockOffers(options.now, skus),
    coupons: demoCoupons(options.now),
    banners: demoBanners(products),
    pages: categoryPages(),
    infos: categoryInfos(),
  };
}
