import * as calls from '@ceiba/contract/content';
import { dashboardTexts } from '@ceiba/domain/content/dashboard-texts';
import { type PageBlock, readPageFile } from '@ceiba/domain/content/page-file';
import { shownText, withShopFacts } from '@ceiba/domain/help/help-facts';
import { isHelpPathShown } from '@ceiba/domain/help/help-pages';
import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import { ok } from '@ceiba/domain/result';
import { categoryIdsOf } from '../catalog/catalog.routes.ts';
import { listCategoryInfos, listProducts } from '../catalog/catalog.store.ts';
import { toProduct } from '../catalog/product-card.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Search } from '../search/search-products.ts';
import { fillPrices } from './banner-prices.ts';
import {
  type CategoryPageRow,
  listBanners,
  listCategoryPages,
  listHomeProducts,
  productsPerRow,
} from './content.store.ts';

/** The rows of the home page in their order. A row without products is omitted (DEC-20). */
const homeRows: readonly [calls.HomeRow, string][] = [
  ['flash', 'Ofertas relámpago'],
  ['best', 'Más vendidos'],
  ['new', 'Novedades'],
  ['presale', 'Preventa'],
];

const toPage = ({ slug, title, description, blocks, categoryId }: CategoryPageRow, policy: ShopTerms) => ({
  ...withShopFacts({ slug, title, description, blocks }, policy),
  categoryId,
});

/** A version of a legal text. Its text is shown exactly as buyers accepted it: names in braces are not replaced. */
function toLegalText({ slug, number, versions }: CategoryPageRow, file: string) {
  const read = readPageFile(file);
  if (!read.ok) throw new Error(`the legal text /${slug} cannot be read: line ${read.error.line}`);
  const page = slug.replace(/\/version-\d+$/, '');
  const listed = (versions ?? []).map((version) => ({
    number: version.number,
    holdsFrom: new Date(version.holdsFrom).toISOString(),
    path: `/${page}/version-${version.number}`,
  }));
  return { slug, ...read.value, categoryId: null, versions: { shown: number ?? 0, listed } };
}

const skusOf = (block: PageBlock): string[] => (block.kind === 'products' ? block.products.map(({ sku }) => sku) : []);

/** A block with the cards of its products. Products that are not on sale are omitted. */
const filled = (block: PageBlock, products: ReadonlyMap<string, ReturnType<typeof toProduct>>): calls.ContentBlock =>
  block.kind === 'products'
    ? { ...block, products: block.products.flatMap(({ sku }) => products.get(sku) ?? []) }
    : block;

export const contentRoutes = ({ db, search }: { db: Database; search: Search }): Route[] => [
  route(calls.getDashboardTexts, async () => ok({ data: dashboardTexts })),

  route(calls.getHome, async (_, context) => {
    const { now } = context;
    const [banners, products] = await Promise.all([
      listBanners(db.read, [now]).then((rows) => fillPrices(rows, (request) => search(request, context))),
      listHomeProducts(db.read, [now, productsPerRow]),
    ]);
    const byRow = Map.groupBy(products, ({ home_row }) => home_row);
    return ok({
      banners: banners.map(({ linkLabel, pictureUrl, phonePictureUrl, ...banner }) => ({
        ...banner,
        eyebrow: shownText(banner.eyebrow, context.policy),
        title: shownText(banner.title, context.policy),
        text: shownText(banner.text, context.policy),
        note: shownText(banner.note, context.policy),
        linkLabel,
        image: pictureUrl,
        phoneImage: phonePictureUrl,
      })),
      rows: homeRows.flatMap(([name, title]) => {
        const rows = byRow.get(name) ?? [];
        return rows.length === 0 ? [] : [{ name, title, products: rows.map((row) => toProduct(row, context)) }];
      }),
    });
  }),

  route(calls.listCategoryPages, async ({ query }, context) => {
    const { policy, now } = context;
    const pages = await listCategoryPages(db.read, [query.slug ?? null, now]);
    const rows = pages
      .filter(({ slug }) => isHelpPathShown(`/${slug}`, policy))
      .map((row) => (row.file === null ? toPage(row, policy) : toLegalText(row, row.file)));
    const skus = rows.flatMap(({ blocks }) => blocks.flatMap(skusOf));
    const found = skus.length === 0 ? [] : await listProducts(db.read, [[...new Set(skus)], now]);
    const products = new Map(found.map((row) => [row.sku, toProduct(row, context)]));
    return ok({ data: rows.map((page) => ({ ...page, blocks: page.blocks.map((block) => filled(block, products)) })) });
  }),

  route(calls.listCategoryInfos, async ({ query }) => {
    const rows = await listCategoryInfos(db.read, [query.categoryId ? categoryIdsOf(query.categoryId) : null]);
    return ok({
      data: rows.map(({ categoryId, tagsList, installationGuide }) => ({
        categoryId,
        tagsList,
        installationGuide,
      })),
    });
  }),
];
