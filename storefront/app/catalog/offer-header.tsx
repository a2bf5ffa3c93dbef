import { Icon } from '@ceiba/ui/icon';
import { PercentBadge, PriceText, StruckText } from '@ceiba/ui/price-text';
import { ProductTag } from '@ceiba/ui/tag';
import { Link } from 'react-router';
import { CountdownLine } from './countdown.tsx';
import type { Offer } from './offer.ts';
import type { ProductPageData } from './product-page-data.ts';
import { useAfterSale, useOffer } from './use-offer.ts';

/** Tags, brand, title, seller, price, countdown and stock of a product page. */
export function OfferHeader({ page }: { page: ProductPageData }) {
  const { product, sellerPath } = page;
  const isOver = useAfterSale(page);
  const offer = useOffer(page);
  return (
    <>
      <div className="grid justify-items-start gap-1.5">
        <div className="flex flex-wrap gap-1">
          {offer.tags.map((tag) => (
            <ProductTag key={tag.id} tag={tag} />
          ))}
        </div>
        <Link to={product.brand.link} className="link mt-1.5 text-sm">
          {product.brand.title}
        </Link>
        <h1 className="text-2xl leading-tight lg:text-[2rem]">{product.title}</h1>
        <p className="text-sm text-ink-muted">
          SKU {product.sku} · Vendido por{' '}
          <Link to={sellerPath} className="link">
            {product.seller.title}
          </Link>
        </p>
      </div>
      <div className="grid gap-2.5">
        <OfferPrice offer={offer} />
        {product.flashSale !== null && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="offer-clock">
              <Icon name="zap" size="sm" />
              <CountdownLine endsAt={product.flashSale.endsAt} />
            </span>
            {!isOver && product.validUntil && <span className="text-sm text-ink-soft">{product.validUntil}</span>}
          </div>
        )}
        {product.flashSale === null && product.validUntil && (
          <p className="text-sm text-ink-soft">{product.validUntil}</p>
        )}
        {offer.lowStock !== null && (
          <p className="flex items-center gap-2 text-sm font-semibold text-on-offer-soft">
            <Icon name="flame" size="sm" />
            Solo quedan {offer.lowStock} disponibles
          </p>
        )}
      </div>
    </>
  );
}

function OfferPrice({ offer: { price, regularPrice, percent } }: { offer: Offer }) {
  if (price === null) return <p className="text-xl font-semibold text-ink-soft">Precio no disponible</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
      <PriceText text={price} offer={regularPrice !== null} className="text-4xl leading-[1.1]" />
      {regularPrice !== null && <StruckText text={regularPrice} />}
      {percent !== null && <PercentBadge text={percent} />}
    </p>
  );
}
