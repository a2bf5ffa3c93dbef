import type { Product } from '@ceiba/contract/catalog';
import { percentBadge } from '@ceiba/domain/catalog/price';
import { fixedTags, isContentTag } from '@ceiba/domain/catalog/tags';
import { formatQ } from '@ceiba/domain/money/money';
import { installmentTable, isInstallmentCalculatorVisible } from '@ceiba/domain/payments/installments';
import { pointsBannerText } from '@ceiba/domain/points/points';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { api } from '../platform/api.ts';
import type { PublicTerms } from '../policies/shop-policy.ts';

/** Price and stock texts of a product page. Computed on the server, and again in the browser once a sale has ended. */
export interface Offer {
  tags: Product['tags'];
  /** Null shows "Precio no disponible". */
  price: string | null;
  /** Null if the price is not reduced. */
  regularPrice: string | null;
  /** For example "-15%" (DEC-22). */
  percent: string | null;
  /** The lowest price before this reduction (PRICE-02). Null if no price is struck through, or if the lowest price is unknown. */
  reference: NonNullable<Product['discount']>['reference'] | null;
  lowStock: number | null;
  /** Plans for one unit. Empty if the calculator does not show (CAT-27, CAT-28). */
  installments: { plan: number; monthly: string }[];
  /** Points that a purchase earns (CAT-18). Null if it earns no points. */
  points: string | null;
}

/** The fields from which an `Offer` is computed. */
type Offered = Pick<
  Product,
  'tags' | 'status' | 'salesPrice' | 'regularPrice' | 'discount' | 'lowStock' | 'lealPoints'
>;

/** An offer with its price as a number, for further calculations. */
export interface PricedOffer extends Offer, Pick<Product, 'salesPrice'> {}

const installmentRows = (salesPrice: Product['salesPrice'], policy: PublicTerms): Offer['installments'] => {
  if (salesPrice === null || !isInstallmentCalculatorVisible(amountOf(salesPrice.value), policy)) return [];
  return installmentTable(amountOf(salesPrice.value), policy.installmentPlans).map(({ plan, monthly }) => ({
    plan,
    monthly: formatQ(monthly),
  }));
};

/** Computes the offer. `isSold`: the shop sells the product online. A product that cannot be bought here has no plans and earns no points. */
export const offerOf = (
  { tags, status, salesPrice, regularPrice, discount, lowStock, lealPoints }: Offered,
  policy: PublicTerms,
  isSold = true,
): Offer => ({
  tags,
  price: salesPrice === null ? null : shownAmount(salesPrice.value),
  regularPrice:
    salesPrice !== null && regularPrice !== null && regularPrice.value > salesPrice.value
      ? shownAmount(regularPrice.value)
      : null,
  percent: discount && percentBadge(discount),
  reference: discount?.reference ?? null,
  lowStock,
  installments: isSold && status === 'IN_STOCK' ? installmentRows(salesPrice, policy) : [],
  points: isSold && status === 'IN_STOCK' && lealPoints !== null ? pointsBannerText(lealPoints) : null,
});

/** The offer without the tag of a flash sale that has ended (CAT-15). */
export const withoutFlashTag = <O extends Offer>(offer: O): O => ({
  ...offer,
  tags: offer.tags.filter(({ id }) => id !== fixedTags.flashSale.id),
});

/**
 * Returns the offer after a flash sale (CAT-15): the current offer, or if the call fails, the known offer without its tag. Category tags do not
 * change, because only the page's data contains category tags. Rejects when aborted.
 */
export const freshOffer = async (
  sku: string,
  { known, policy }: { known: PricedOffer; policy: PublicTerms },
  signal: AbortSignal,
): Promise<PricedOffer> => {
  const answer = await api('getProductBySku', { params: { sku } }, { signal });
  if (!answer.ok) return withoutFlashTag(known);
  const fresh = offerOf(answer.value, policy);
  const { salesPrice } = answer.value;
  return withoutFlashTag({ ...fresh, salesPrice, tags: [...fresh.tags, ...known.tags.filter(isContentTag)] });
};
