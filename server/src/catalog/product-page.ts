import type { GalleryImage, Product, ProductDetail } from '@ceiba/contract/catalog';
import type { Image } from '@ceiba/contract/shapes';
import { energyCostText, factText, sizeOf } from '@ceiba/domain/catalog/product-facts';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { ProductDetailRow, WarrantyRow } from './catalog.store.ts';
import { type DisplayContext, toImage, toProduct } from './product-card.ts';

export const toWarranty = ({ id, sku, label, amount }: WarrantyRow): ProductDetail['warranties'][number] => ({
  id: String(id),
  sku,
  label,
  amount: toQuetzales(centavos(amount)),
});

/** Returns a row of the sheet. A measure is shown in cm or kg, whatever unit the desk uses (ZOOM-05). */
function toAttribute(
  { code, label, value, unit }: ProductDetailRow['attributes'][number],
  sheet: ProductDetailRow['sheet'],
) {
  const [role = '', group = ''] = sheet[code] ?? [];
  const size = sizeOf(role, value, unit ?? '');
  return {
    code,
    label,
    value: factText(role, value, unit ?? ''),
    ...(role && { role }),
    ...(group && { group }),
    ...(size !== undefined && { size }),
  };
}

/** The facts of a product: its rows, its missing roles, and the cost of its energy. */
function sheetOf({ attributes, sheet }: ProductDetailRow, policy: DetailContext['policy']) {
  const held = new Set(attributes.map(({ code }) => sheet[code]?.[0]));
  const consumption = attributes.find(({ code }) => sheet[code]?.[0] === 'energia-consumo');
  return {
    attributes: attributes.map((attribute) => toAttribute(attribute, sheet)),
    missingRoles: Object.values(sheet).flatMap(([role]) => (role === '' || held.has(role) ? [] : [role])),
    energyCost: energyCostText(consumption?.value, policy),
  };
}

/** The context of a product page. The page's facts quote the shop's tariff of energy. */
interface DetailContext extends DisplayContext {
  policy: DisplayContext['policy'] & Pick<ShopPolicy, 'energyTariff' | 'energyTariffDay'>;
}

const toGalleryImage = ({ key, label, width, height }: ProductDetailRow['images'][number]): GalleryImage => ({
  ...toImage(key, label),
  full: { url: `/media/${key}/1600.jpg`, width, height },
});

/** The shop's mark replaces a missing picture. The mark is a drawing, so it fits any size. */
const withoutPicture = (image: Image): GalleryImage => ({
  ...image,
  full: { url: image.url, width: 960, height: 960 },
});

/** The product page's data (DEC-63): the card and all other parts of the page. */
export const toProductDetail = (row: ProductDetailRow, showing: DetailContext, visits: Product[]): ProductDetail => {
  const contentTags = row.infos.flatMap(({ tags_list }) => tags_list);
  const product = toProduct(row, showing, 'detail', contentTags);
  const images = row.images.map(toGalleryImage);
  return {
    ...product,
    images: images.length > 0 ? images : [withoutPicture(product.mainImage)],
    description: row.description,
    ...sheetOf(row, showing.policy),
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
