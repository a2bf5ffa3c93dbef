import * as calls from '@ceiba/contract/content';
import { dashboardTexts } from '@ceiba/domain/content/dashboard-texts';
import { shownText, withShopFacts } from '@ceiba/domain/help/help-facts';
import { isHelpPathShown } from '@ceiba/domain/help/help-pages';
import { ok } from '@ceiba/domain/result';
import { categoryIdsOf } from '../catalog/catalog.routes.ts';
import { listCategoryInfos } from '../catalog/catalog.store.ts';
import { toProduct } from '../catalog/product-card.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Search } from '../search/search-products.ts';
import { fillPrices } from './banner-prices.ts';
import { listBanners, listCategoryPages, listHomeProducts, productsPerRow } from './content.store.ts';

/** DEC-20: in this order; a row without products is not there. */
const homeRows: readonly [calls.HomeRow, string][] = [
  ['flash', 'Ofertas relámpago'],
  ['best', 'Más vendidos'],
  ['new', 'Novedades'],
  ['presale', 'Preventa'],
];

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

  route(calls.listCategoryPages, async ({ query }, { policy }) => {
    const pages = await listCategoryPages(db.read, [query.slug ?? null]);
    const rows = pages.filter(({ slug }) => isHelpPathShown(`/${slug}`, policy));
    return ok({
      data: rows.map(({ categoryId, ...page }) => ({ ...withShopFacts(page, policy), categoryId })),
    });
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
