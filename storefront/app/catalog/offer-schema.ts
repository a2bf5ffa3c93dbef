import type { ProductDetail } from '@ceiba/contract/catalog';
import type { HelpTables } from '@ceiba/contract/help';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { amountOf } from '@ceiba/ui/price';
import { isDigital, isVirtualGiftCard } from './card-product.ts';

type Deliveries = HelpTables['deliveries'];

/** Schema.org terms of returns. The shop's days are business days, so at least that many days pass. Gift cards cannot be returned (DEC-142). */
const returns = (product: ProductDetail, { returnDays }: PublicPolicy) =>
  isVirtualGiftCard(product)
    ? {}
    : {
        hasMerchantReturnPolicy: {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: 'GT',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: returnDays,
        },
      };

/** True for goods that the shop sends from its own stock now. The table of deliveries has times only for these goods. */
const isSentByShop = (product: ProductDetail): boolean =>
  !product.is3p &&
  !product.dropshipping &&
  !product.restricted &&
  !product.motorcycle &&
  product.presale === null &&
  !isDigital(product);

/** Cost and business days of a delivery, from the table of `/ayuda/entregas` (HELP-07). Departments with the same terms share an entry. */
function shipping(product: ProductDetail, deliveries: Deliveries, policy: PublicPolicy) {
  if (product.salesPrice === null || !isSentByShop(product) || deliveries.length === 0) return {};
  const deliveryBase = amountOf(product.salesPrice.value);
  const groups = Map.groupBy(deliveries, ({ regionId, businessDays }) => {
    const fee = deliveryFee({ deliveryType: 'delivery', regionId, deliveryBase, isDigitalOnly: false }, policy);
    return `${(fee / 100).toFixed(2)} ${businessDays}`;
  });
  const shippingDetails = [...groups].map(([terms, departments]) => {
    const [value = '', days = ''] = terms.split(' ');
    return {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value, currency: 'GTQ' },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: 'GT',
        addressRegion: departments.map(({ department }) => department),
      },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        // An order after the hour of cut-off counts for the next day (DEC-96).
        transitTime: {
          '@type': 'QuantitativeValue',
          minValue: Number(days),
          maxValue: Number(days) + 1,
          unitCode: 'DAY',
        },
      },
    };
  });
  return { shippingDetails };
}

/** schema.org Offer of a product's page; nothing without a price. */
export const offerSchema = (product: ProductDetail, url: string, deliveries: Deliveries, policy: PublicPolicy) =>
  product.salesPrice === null
    ? {}
    : {
        offers: {
          '@type': 'Offer',
          url,
          priceCurrency: product.salesPrice.currency,
          price: product.salesPrice.value.toFixed(2),
          availability: `https://schema.org/${product.status === 'OUT_OF_STOCK' ? 'OutOfStock' : product.presale ? 'PreSale' : 'InStock'}`,
          itemCondition: 'https://schema.org/NewCondition',
          seller: { '@type': 'Organization', name: product.seller.title },
          ...(product.discount?.expirationDate
            ? { priceValidUntil: product.discount.expirationDate.slice(0, 10) }
            : {}),
          ...returns(product, policy),
          ...shipping(product, deliveries, policy),
        },
      };
