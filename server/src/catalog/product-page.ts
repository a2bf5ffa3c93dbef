import type { GalleryImage, Product, ProductDetail } from '@ceiba/contract/catalog';
import type { Image } from '@ceiba/contract/shapes';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { ProductDetailRow, WarrantyRow } from './catalog.store.ts';
import { type DisplayContext, toImage, toProduct } from './product-card.ts';

export const toWarranty = ({ id, sku, label, amount }: WarrantyRow): ProductDetail['warranties'][number] => ({
  id: String(id),
  sku,
  label,
  amount: toQuetzales(centavos(amount)),
});

const toAttribute = ({ code, label, value, unit }: ProductDetailRow['attributes'][number]) => ({
  code,
  label,
  value: unit === null || unit === undefined || unit === '' ? value : `${value} ${unit}`,
});

const toGalleryImage = ({ key, label, width, height }: ProductDetailRow['images'][number]): GalleryImage => ({
  ...toImage(key, label),
  full: { url: `/media/${key}/1600.jpg`, width, height },
});

/** The shop's mark replaces a missing picture; it is a drawing, so it fits any size. */
const withoutPicture = (image: Image): GalleryImage => ({
  ...image,
  full: { url: image.url, width: 960, height: 960 },
});

/** The product page's data (DEC-63): the card and everything around it. */
export const toProductDetail = (row: ProductDetailRow, showing: DisplayContext, visits: Product[]): ProductDetail => {
  const contentTags = row.infos.flatMap(({ tags_list }) => tags_list);
  const product = toProduct(row, showing, 'detail', contentTags);
  const images = row.images.map(toGalleryImage);
  return {
    ...product,
    images: images.length > 0 ? images : [withoutPicture(product.mainImage)],
    description: row.description,
    attributes: row.attributes.map(toAttribute),
    breadcrumbs: row.breadcrumbs.map(({ path, ...crumb }) => ({ ...crumb, path: `/${path}` })),
    hasWarranties: row.warranties.length > 0,
    warranties: row.warranties.map(toWarranty),
    variants: row.variants.map(({ sku, slug, label, key, isOut }) => ({
      sku,
      slug,
      label,
      image: toImage(key, label),
      status: isOut ? 'OUT_OF_STOCK' : 'IN_STOCK',
    })),
    installationGuide:
      row.infos.find(({ installation_guide }) => installation_guide !== null)?.installation_guide ?? null,
    visits,
  };
};
