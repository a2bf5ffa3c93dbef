import { insertRows } from '@ceiba/server/loading/loading.store';
import type { Tx } from '@ceiba/server/platform/database';
import type { DemoShop } from './demo-shop.ts';
import type { ProductIds } from './load-catalogue.ts';
import type { ShopPictures } from './shop-pictures.ts';

interface Loading {
  shop: DemoShop;
  pictures: ShopPictures;
  productIds: ProductIds;
}

/** Flash sales, gifts, stock offers, coupons and the content of the pages. */
export async function loadOffers(tx: Tx, { shop, pictures, productIds }: Loading): Promise<void> {
  await insertRows(
    tx,
    'flash_sales',
    shop.products.flatMap(({ sku, flashSale }) =>
      flashSale === null
        ? []
        : [
            {
              product_id: productIds.get(sku),
              price: flashSale.price,
              starts_at: flashSale.startsAt,
              ends_at: flashSale.endsAt,
            },
          ],
    ),
  );
  await insertRows(
    tx,
    'free_gifts',
    shop.products.flatMap(({ sku, gifts }) =>
      gifts.map(({ title, picture, endDate }) => ({
        product_id: productIds.get(sku),
        title,
        media_key: pictures.keyOf(picture),
        end_date: endDate,
      })),
    ),
  );
  await loadStockOffersAndCoupons(tx, shop);
  await loadContent(tx, shop, pictures);
}

async function loadStockOffersAndCoupons(tx: Tx, shop: DemoShop): Promise<void> {
  await insertRows(
    tx,
    'stock_offers',
    shop.stockOffers.map((offer) => ({
      offer_type: offer.offerType,
      offer_value: offer.offerValue,
      threshold: offer.threshold,
      starts_at: offer.startsAt,
      ends_at: offer.endsAt,
    })),
  );
  await insertRows(
    tx,
    'coupons',
    shop.coupons.map((coupon) => ({
      code: coupon.code,
      label: coupon.label,
      percent_bp: coupon.percentBasisPoints,
      amount: coupon.amount,
      cap: coupon.cap,
      minimum_subtotal: coupon.minimumSubtotal,
      starts_at: coupon.startsAt,
      ends_at: coupon.endsAt,
      total_limit: coupon.totalLimit,
      used_count: coupon.usedCount,
    })),
  );
}

async function loadContent(tx: Tx, shop: DemoShop, pictures: ShopPictures): Promise<void> {
  await insertRows(
    tx,
    'banners',
    shop.banners.map((banner, position) => ({
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
    })),
  );
  await insertRows(
    tx,
    'category_pages',
    shop.pages.map(({ slug, title, description, categoryId, blocks }) => ({
      slug,
      title,
      description,
      category_id: categoryId,
      blocks,
    })),
  );
  await insertRows(
    tx,
    'category_infos',
    shop.infos.map(({ categoryId, tagsList, installationGuide }) => ({
      category_id: categoryId,
      tags_list: tagsList,
      installation_guide: installationGuide,
    })),
  );
}
