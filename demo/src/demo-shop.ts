import type { CategoryPage } from '@ceiba/contract/content';
import { demoBrands } from './brands.ts';
import { buildCatalogue, type CatalogueOptions } from './build-catalogue.ts';
import { type DemoCategory, demoCategories } from './categories.ts';
import { companionsOf } from './companions.ts';
import { type DemoBanner, demoBanners } from './content/banners.ts';
import { categoryInfos, type DemoCategoryInfo } from './content/category-infos.ts';
import { categoryPages } from './content/category-pages.ts';
import { type DemoCoupon, demoCoupons } from './coupons.ts';
import type { DemoProduct } from './demo-product.ts';
import { type DemoDepartment, type DemoStore, demoStores, readDepartments } from './places.ts';
import { type DemoSeller, demoSellers } from './sellers.ts';
import { type DemoStockOffer, stockOffers } from './stock.ts';
import { type DemoWarranty, demoWarranties } from './warranties.ts';

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
export const demoSeed = 'ceiba';

/** DEC-161. Pure: the same options give the same shop. */
export function buildDemoShop(options: CatalogueOptions): DemoShop {
  const products = buildCatalogue(options);
  const skus = new Set(products.map(({ sku }) => sku));
  return {
    departments: readDepartments(),
    stores: demoStores,
    sellers: demoSellers,
    brands: demoBrands,
    categories: demoCategories,
    products,
    companions: companionsOf(products),
    warranties: demoWarranties.filter(({ productSku }) => productSku === null || skus.has(productSku)),
    stockOffers: stockOffers(options.now, skus),
    coupons: demoCoupons(options.now),
    banners: demoBanners,
    pages: categoryPages(),
    infos: categoryInfos(),
  };
}
