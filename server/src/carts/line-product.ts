import type { Product } from '@ceiba/contract/catalog';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { isGiftShown } from '@ceiba/domain/catalog/availability';
import { currentPrice, productDiscount } from '@ceiba/domain/catalog/discount';
import { productTags } from '@ceiba/domain/catalog/tags';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos, toQuetzales } from '@ceiba/domain/money/money';

export interface LineProductRow {
  product_id: number;
  sku: string;
  slug: string;
  title: string;
  kind: 'goods' | 'gift_card' | 'service';
  brand_id: number;
  brand_title: string;
  seller_id: number;
  seller_title: string;
  offer_id: string | null;
  is_published: boolean;
  regular_price: number | null;
  sales_price: number | null;
  flash_price: number | null;
  flash_starts_at: Date | null;
  flash_ends_at: Date | null;
  discount_ends_at: Date | null;
  is_presale: boolean;
  presale_date: string | null;
  is_dropshipping: boolean;
  is_restricted: boolean;
  internal_tags: string[];
  event_url: string | null;
  salable: number | null;
  picture_key: string | null;
  picture_label: string | null;
  categories: { id: number; title: string }[];
  gifts: { title: string; key: string | null; endDate: string | null }[];
}

/** SQL of one product as a cart line shows it; both arguments are SQL expressions. */
export const lineProductSelect = (productId: string, now: string): string => `
  select p.id as product_id, p.sku, p.slug, p.title, p.kind, p.brand_id, b.title as brand_title,
    p.seller_id, s.title as seller_title, p.offer_id, p.is_published, p.regular_price, p.sales_price,
    f.price as flash_price, f.starts_at as flash_starts_at, f.ends_at as flash_ends_at, p.discount_ends_at,
    p.is_presale, p.presale_date, p.is_dropshipping, p.is_restricted, p.internal_tags, p.event_url,
    case when p.kind = 'goods' then coalesce(t.salable, 0) end as salable,
    i.media_key as picture_key, i.label as picture_label,
    (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title) order by c.level), '[]')
       from categories own join categories c on c.id = any (own.ancestor_ids) where own.id = p.category_id) as categories,
    (select coalesce(json_agg(json_build_object('title', g.title, 'key', g.media_key, 'endDate', g.end_date) order by g.id), '[]')
       from free_gifts g where g.product_id = p.id) as gifts
  from products p
    join brands b on b.id = p.brand_id
    join sellers s on s.id = p.seller_id
    left join stock_totals t on t.product_id = p.id
    left join product_images i on i.product_id = p.id and i.position =
      (select min(position) from product_images where product_id = p.id)
    left join lateral (select price, starts_at, ends_at from flash_sales
      where product_id = p.id and starts_at <= ${now} and ends_at > ${now} order by price limit 1) f on true
  where p.id = ${productId}`;

const money = (amount: Centavos) => ({ value: toQuetzales(amount), currency: 'GTQ' as const });

export function toLineProduct(row: LineProductRow, now: Date): Product {
  const regular = row.regular_price === null ? null : centavos(row.regular_price);
  const sales = row.sales_price === null ? null : centavos(row.sales_price);
  const price = sales && currentPrice(sales, row.flash_price === null ? null : centavos(row.flash_price));
  const discount = regular && price && productDiscount(regular, price, row.flash_ends_at ?? row.discount_ends_at);
  const today = guatemalaDate(now);
  const gifts = row.gifts.filter((gift) =>
    isGiftShown({ endDate: gift.endDate === null ? null : civilDate(gift.endDate) }, today),
  );
  const isOut = !row.is_published || price === null || row.salable === 0;
  const picture = (key: string | null, label: string) => ({ url: `/media/${key ?? 'none'}/480.webp`, label });
  return {
    sku: row.sku,
    slug: row.slug,
    title: row.title,
    brand: { id: row.brand_id, title: row.brand_title, link: `/search?q=${encodeURIComponent(row.brand_title)}` },
    status: isOut ? 'OUT_OF_STOCK' : 'IN_STOCK',
    tags: productTags(
      {
        isOutOfStock: isOut,
        hasActiveFlashSale: row.flash_price !== null,
        isPresale: row.is_presale,
        isDropshipping: row.is_dropshipping,
        isVirtualGiftCard: row.kind === 'gift_card',
        hasFreeGifts: gifts.length > 0,
      },
      'detail',
    ),
    mainImage: picture(row.picture_key, row.picture_label ?? row.title),
    thumbnailImage: { url: `/media/${row.picture_key ?? 'none'}/120.webp` },
    salesPrice: price === null ? null : money(price),
    regularPrice: regular === null ? null : money(regular),
    discount: discount && {
      amountOff: toQuetzales(discount.amountOff),
      percentOff: discount.percentOff,
      expirationDate: discount.expirationDate?.toISOString() ?? null,
      displayDiscount: discount.displayDiscount,
    },
    categories: row.categories,
    salableQuantity: row.salable,
    seller: { id: row.seller_id, title: row.seller_title, offerId: row.offer_id },
    is3p: row.seller_id !== firstPartySellerId,
    dropshipping: row.is_dropshipping,
    presale: row.is_presale ? { deliveryDate: row.presale_date } : null,
    parentId: null,
    lealPoints: null,
    internalTags: row.internal_tags,
    freeProducts: gifts.map((gift) => ({
      title: gift.title,
      image: picture(gift.key, gift.title),
      endDate: gift.endDate,
    })),
    restricted: row.is_restricted,
    motorcycle: false,
    ...(row.event_url === null ? {} : { eventUrl: row.event_url }),
    flashSale: null,
    lowStock: null,
  };
}
