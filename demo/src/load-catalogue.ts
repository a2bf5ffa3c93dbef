import { legalPages } from '@ceiba/domain/content/legal-pages';
import { writePageFile } from '@ceiba/domain/content/page-file';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import { insertRows, readBrandIds, readProductIds } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/db/database';
import { catalogue, categoryByPath, demoCategories } from './catalogue.ts';
import { categoryInfos, categoryPages, demoBanners } from './content.ts';
import { type DemoProduct, daysAfter, inCentavos } from './demo-products.ts';
import { barcodeOf, shelvesOf } from './picking.ts';
import type { ShopPictures } from './shop-pictures.ts';

interface Loading {
  products: readonly DemoProduct[];
  pictures: ShopPictures;
  now: Date;
}

/** Product ids by sku. */
export type ProductIds = ReadonlyMap<string, number>;

/** Loads pictures, sellers, brands, categories, products with all their data, offers and texts. Returns the ids of the products. */
export async function loadCatalogue(tx: Tx, { products, pictures, now }: Loading): Promise<ProductIds> {
  await insertRows(
    tx,
    'media',
    pictures.stored.map(({ key, width, height }) => ({ key, width, height })),
  );
  await insertRows(
    tx,
    'sellers',
    catalogue.sellers.map(({ id, title, leadDays, taxRegime }) => ({
      id,
      title,
      slug: sellerSlug(title),
      lead_days: leadDays,
      tax_regime: taxRegime,
    })),
  );
  await insertRows(
    tx,
    'brands',
    catalogue.brands.map(({ title, slug }) => ({ title, slug })),
  );
  await insertRows(tx, 'categories', categoryRows(pictures));
  await insertRows(tx, 'category_attributes', declarationRows(now));
  await insertRows(tx, 'products', productRows(products, await readBrandIds(tx)));
  const ids = await readProductIds(
    tx,
    products.map(({ sku }) => sku),
  );
  await loadBelongings(tx, { products, pictures, now }, ids);
  await loadOffers(tx, now, ids);
  await loadContent(tx, pictures, now);
  return ids;
}

const isFlag = (value: string | number): boolean => value === 'Sí' || value === 'No';

/** Returns declarations of the attributes of categories with roles (ZOOM-05). Attributes without a role are filters. */
const declarationRows = (now: Date) =>
  catalogue.categories
    .filter(({ attributes }) => Object.values(attributes).some(({ role }) => role !== undefined))
    .flatMap(({ path, attributes, products }) =>
      Object.entries(attributes).map(([code, { label, unit, role, group, requiredInDays }], position) => {
        const values = products.flatMap(({ attributes: { [code]: value } }) => (value === undefined ? [] : [value]));
        const isNumber = values.every((value) => typeof value === 'number');
        return {
          category_id: categoryByPath(path).id,
          code,
          name: label,
          type: isNumber ? 'number' : values.every(isFlag) ? 'flag' : 'text',
          unit: isNumber ? (unit ?? '') : '',
          is_required: requiredInDays !== undefined,
          required_from: requiredInDays === undefined ? null : addDays(guatemalaDate(now), requiredInDays),
          is_filterable: role === undefined || role === 'diagonal',
          position,
          role: role ?? null,
          sheet_group: group ?? '',
        };
      }),
    );

const categoryRows = (pictures: ShopPictures) =>
  demoCategories.map((category) => ({
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
    needs_serial: category.needsSerial,
  }));

const productRows = (products: readonly DemoProduct[], brandIds: ReadonlyMap<string, number>) =>
  products.map((product) => ({
    sku: product.sku,
    slug: product.slug,
    parent_sku: product.parentSku,
    title: product.title,
    description: product.description,
    kind: product.kind,
    brand_id: brandIds.get(product.brand),
    seller_id: product.sellerId,
    offer_id: product.offerId,
    category_id: categoryByPath(product.categoryPath).id,
    regular_price: product.regularPrice,
    sales_price: product.salesPrice,
    discount_ends_at: product.discountEndsAt,
    is_presale: product.isPresale,
    presale_date: product.presaleDate,
    is_dropshipping: product.isDropshipping,
    is_restricted: product.isRestricted,
    is_motorcycle: product.isMotorcycle,
    internal_tags: product.internalTags,
    event_url: product.eventUrl,
    attributes: product.attributes,
    sold_count: product.soldCount,
    is_published: true,
    is_listed: product.isListed,
    created_at: product.createdAt,
    updated_at: product.createdAt,
  }));

/** Loads pictures, companions, flash sales and gifts of products, and their stock with its movements. */
async function loadBelongings(tx: Tx, { products, pictures, now }: Loading, ids: ProductIds): Promise<void> {
  const each = <R>(rowsOf: (product: DemoProduct, id: number | undefined) => R[]): R[] =>
    products.flatMap((product) => rowsOf(product, ids.get(product.sku)));
  await insertRows(
    tx,
    'product_images',
    each((product, id) =>
      product.pictures.map(({ drawing, label }, position) => ({
        product_id: id,
        position,
        media_key: pictures.keyOf(drawing),
        label,
      })),
    ),
  );
  await insertRows(
    tx,
    'product_codes',
    products.flatMap(({ sku, kind }, at) =>
      kind === 'goods' ? [{ code: barcodeOf(at), product_id: ids.get(sku) }] : [],
    ),
  );
  const shelves = shelvesOf(products);
  const levels = each(({ sku, stock }, id) =>
    (stock ?? []).map(({ storeCode, quantity }) => ({
      product_id: id,
      store_code: storeCode,
      quantity,
      shelf: shelves.get(sku) ?? null,
    })),
  );
  await insertRows(tx, 'stock_levels', levels);
  await insertRows(
    tx,
    'stock_movements',
    levels
      .filter(({ quantity }) => quantity > 0)
      .map(({ quantity, shelf: _, ...place }) => ({ ...place, delta: quantity, reason: 'initial', created_at: now })),
  );
  await insertRows(
    tx,
    'product_companions',
    each(({ companions }, id) => companions.map((sku) => ({ product_id: id, companion_id: ids.get(sku) }))),
  );
  await insertRows(
    tx,
    'visits',
    each(({ visit }, id) =>
      visit === null
        ? []
        : [
            {
              product_id: id,
              days: visit.days,
              coverage: visit.coverage,
              fit_category: categoryByPath(visit.category).id,
              fit_code: visit.attribute,
              fit_from: visit.from ?? null,
              fit_to: visit.to ?? null,
            },
          ],
    ),
  );
  await insertRows(
    tx,
    'flash_sales',
    each(({ flashSale: sale }, id) =>
      sale === null ? [] : [{ product_id: id, price: sale.price, starts_at: sale.startsAt, ends_at: sale.endsAt }],
    ),
  );
  await insertRows(
    tx,
    'free_gifts',
    each(({ gifts }, id) =>
      gifts.map(({ title, picture, endDate }) => ({
        product_id: id,
        title,
        media_key: pictures.keyOf(picture),
        end_date: endDate,
      })),
    ),
  );
}

/** Loads warranties, offers of low stock, and coupons. */
async function loadOffers(tx: Tx, now: Date, ids: ProductIds): Promise<void> {
  const amountOf = (price: number | undefined) => (price === undefined ? null : inCentavos(price));
  const momentOf = (days: number | undefined) => (days === undefined ? null : daysAfter(now, days));
  await insertRows(
    tx,
    'warranties',
    catalogue.warranties.map((warranty) => ({
      sku: warranty.sku,
      label: warranty.label,
      amount: inCentavos(warranty.price),
      product_id: 'product' in warranty ? ids.get(warranty.product) : null,
      category_id: 'category' in warranty ? categoryByPath(warranty.category).id : null,
    })),
  );
  await insertRows(
    tx,
    'stock_offers',
    catalogue.stockOffers.map((offer) => ({
      offer_type: 'sku' in offer ? 'By SKU' : 'By Category ID',
      offer_value: 'sku' in offer ? offer.sku : categoryByPath(offer.category).id,
      threshold: offer.threshold,
      starts_at: daysAfter(now, offer.startsInDays),
      ends_at: daysAfter(now, offer.endsInDays),
    })),
  );
  await insertRows(
    tx,
    'coupons',
    catalogue.coupons.map((coupon) => ({
      code: coupon.code,
      label: coupon.label,
      percent_bp: coupon.percent === undefined ? null : coupon.percent * 100,
      amount: amountOf(coupon.amount),
      cap: amountOf(coupon.cap),
      minimum_subtotal: inCentavos(coupon.minimumSubtotal ?? 0),
      starts_at: momentOf(coupon.startsInDays),
      ends_at: momentOf(coupon.endsInDays),
      total_limit: coupon.totalLimit ?? null,
      used_count: 0,
    })),
  );
}

/** Returns a text without the conditions for a shop's offers, because the demo has all offers and a version is shown as written. */
const plainWords = (text: string): string => text.replace(/\{\w+:([^|{}]*)(?:\|[^{}]*)?\}/g, '$1');

async function loadContent(tx: Tx, pictures: ShopPictures, now: Date): Promise<void> {
  await insertRows(
    tx,
    'banners',
    demoBanners.map((banner, position) => ({
      place: banner.place,
      position,
      eyebrow: banner.eyebrow,
      title: banner.title,
      text: banner.text,
      link: banner.link,
      link_label: banner.linkLabel,
      note: banner.note,
      picture_url: pictures.bannerUrl(banner),
      tone: banner.tone,
      alt: banner.alt,
      starts_at: banner.startsInDays === undefined ? null : daysAfter(now, banner.startsInDays),
    })),
  );
  await insertRows(
    tx,
    'category_pages',
    categoryPages.map(({ categoryId, startsInDays, ...page }) => ({
      ...page,
      category_id: categoryId,
      starts_at: startsInDays === undefined ? null : daysAfter(now, startsInDays),
    })),
  );
  const legal = Object.values(legalPages).map(({ path }) => path.slice(1));
  await insertRows(
    tx,
    'legal_versions',
    categoryPages
      .filter(({ slug }) => legal.includes(slug))
      .map((page) => ({ page: page.slug, holds_from: daysAfter(now, -90), text: plainWords(writePageFile(page)) })),
  );
  await insertRows(
    tx,
    'category_infos',
    categoryInfos.map(({ categoryId, tagsList, installationGuide }) => ({
      category_id: categoryId,
      tags_list: tagsList,
      installation_guide: installationGuide,
    })),
  );
}
