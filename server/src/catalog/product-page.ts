import type { ProductDetail } from '@ceiba/contract/catalog';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { ProductDetailRow, WarrantyRow } from './catalog.store.ts';
import { toImage, toProduct } from './product-card.ts';

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

/** The product page's data (DEC-63): the card and all that stands around it. */
export const toProductDetail = (row: ProductDetailRow, now: Date): ProductDetail => {
  const contentTags = row.infos.flatMap(({ tags_list }) => tags_list);
  const product = toProduct(row, now, 'detail', contentTags);
  const images = row.images.map(({ key, label }) => toImage(key, label));
  return {
    ...product,
    images: images.length > 0 ? images : [product.mainImage],
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
  };
};
