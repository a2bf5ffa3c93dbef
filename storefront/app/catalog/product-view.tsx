import { readStored } from '@ceiba/client/storage';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { Icon } from '@ceiba/ui/icon';
import { PercentBadge, PriceText, StruckText } from '@ceiba/ui/price-text';
import { ProductTag } from '@ceiba/ui/tag';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '../auth/session-store.ts';
import { defaultLocation, openLocationDrawer, useLocationStore } from '../locations/location-store.ts';
import { island } from '../platform/island.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { bankStorageKey, browserListKey } from '../platform/storage-keys.ts';
import { FulfilmentCard } from './fulfilment-card.tsx';
import type { Offer } from './offer.ts';
import type { ProductPageData } from './product-page-data.ts';
import { useOffer, useSalesPrice } from './use-offer.ts';
import { ViewedProducts } from './viewed-products.tsx';
import { rememberViewed } from './viewed-store.ts';

const LocalAvailability = lazyPart(() => import('./local-availability.tsx'));
const HistoryLink = island(() => import('../prices/history-link.tsx'), 'touched');
const StoresLink = island(() => import('./stores-link.tsx'), 'touched');

/**
 * Delivery and pickup (CAT-20). Shoppers without a place see the page's own data. For a chosen place, and for the price after a flash sale, the
 * browser asks again (CAT-15). The caller passes `stores`: this part renders again when the place is known, and would then load the link's script.
 */
function Availability({ page, stores }: { page: ProductPageData; stores: ReactNode }) {
  const { product, availability, locationLinks } = page;
  const salesPrice = useSalesPrice(page);
  const location = useLocationStore((state) => state.location) ?? null;
  if (availability.length === 0) return null;
  const isPlaceless = availability.length === 1 && !product.visit;
  const isUnchanged = location === null && salesPrice === product.salesPrice;
  const isFromPage = isPlaceless || (isUnchanged && availability.every(({ isUnknown }) => isUnknown !== true));
  const place = (
    // A chosen place renders the button again. A press that was recorded before finds the new button by its `id`.
    <button type="button" id="place" onClick={openLocationDrawer} aria-haspopup="dialog" className="place-button">
      {location === null ? locationLinks.adjust : locationLinks.change}
    </button>
  );
  const actions = isPlaceless ? [] : [place, stores];
  const pageCards = (isLoading: boolean) =>
    availability.map((card, way) => (
      <FulfilmentCard key={card.title} card={card} isLoading={isLoading} action={actions[way]} />
    ));
  return (
    <section aria-label="Entrega" className="ways">
      {isFromPage ? (
        pageCards(false)
      ) : (
        <Suspense fallback={pageCards(true)}>
          <LocalAvailability
            product={{ ...product, salesPrice }}
            location={location ?? defaultLocation}
            actions={actions}
          />
        </Suspense>
      )}
    </section>
  );
}

const SaleClock = island(() => import('./sale-clock.tsx'), 'visible');

/** Tags, brand, title, seller, price, countdown and stock of a product page. */
function OfferHeader({ page }: { page: ProductPageData }) {
  const { product, sellerPath } = page;
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
        <HistoryLink product={product} offer={offer} />
        {product.flashSale !== null && <SaleClock page={page} />}
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

const Gallery = island(() => import('./gallery.tsx'), 'touched', 'product-gallery');
const Variants = island(() => import('./variants.tsx'), 'touched');
const InstallmentPanel = island(
  () => import('./installment-panel.tsx'),
  'touched',
  'empty:hidden',
  () => readStored('local', bankStorageKey) !== null,
);
const loadAddForm = () => import('./add-form.tsx');
const AddForm = island(loadAddForm, 'touched');
/** A customer asks by a button, a guest by a link (DEC-143). The right one must be rendered before the first press. */
const SoldOutForm = island(loadAddForm, 'visible');
const CompareLine = island(() => import('../comparisons/compare-line.tsx'), 'visible', 'product-action empty:hidden');
const AskLine = island(() => import('./ask-line.tsx'), 'touched', 'contents');
/** Fetched only for signed-in customers, because wishlists need an account (WISH-05). */
const SaveLine = lazyPart(() => import('../wishlists/save-line.tsx'));
/** A guest's list, stored in the browser. Shows immediately whether the list already contains the product. */
const loadBrowserSaveLine = () => import('../wishlists/browser-save-line.tsx');
const BrowserSaveLine = island(loadBrowserSaveLine, 'touched', 'until-signed-in contents');
const KeptSaveLine = lazyPart(loadBrowserSaveLine);
const ProductExtras = island(() => import('./product-extras.tsx'), 'touched', 'empty:hidden');
const ProductCare = island(() => import('./product-care.tsx'), 'touched', 'empty:hidden');
const loadVisits = () => import('./visit-offers.tsx');
const VisitOffers = island(loadVisits, 'touched', 'empty:hidden');
/** The page's services that are available at the shopper's chosen place. */
const PlacedVisits = lazyPart(loadVisits);
const PointsLine = island(() => import('./points-line.tsx'), 'touched');
const ProductInfo = island(() => import('./product-info.tsx'), 'touched', 'product-info');
const ProductRail = island(() => import('./product-rail.tsx'), 'visible', 'pt-section');
const StickyBuyBar = island(() => import('./sticky-buy-bar.tsx'), 'touched', 'product-bar');

/** The product page (CAT-13). The first picture and the offer need no script; every other part loads its script when needed. */
export function ProductView({ page }: { page: ProductPageData }) {
  const { product, recommended } = page;
  const { price, regularPrice, installments, points } = useOffer(page);
  // Only the browser knows whether the visit is available at the chosen place.
  const BuyForm = product.visit || isRestockOffered(product.salableQuantity) ? SoldOutForm : AddForm;
  useEffect(() => {
    if (!page.previewNote) rememberViewed(product.sku);
  }, [page.previewNote, product.sku]);
  const crumbs = product.breadcrumbs.map(({ title, path }) => ({ title, path }));
  return (
    <main id="contenido">
      <div className="wrap">
        <Breadcrumbs crumbs={[...crumbs, { title: product.title }]} />
        {page.previewNote && (
          <p role="note" className="mb-4 bg-maiz-50 p-4 font-semibold">
            {page.previewNote}
          </p>
        )}
        <div className="product-parts">
          <Gallery images={product.images} isOut={product.status === 'OUT_OF_STOCK'} />
          <div className="product-buy">
            <OfferHeader page={page} />
            {product.variants.length > 1 && <Variants product={product} />}
            {installments.length > 0 && <InstallmentPanel page={page} rows={installments} />}
            <BuyForm product={product} today={page.today} />
            <Availability
              page={page}
              stores={!product.is3p && !product.dropshipping && <StoresLink product={product} />}
            />
            <div className="product-actions">
              <CustomerLine product={product}>
                <BrowserSaveLine product={product} />
              </CustomerLine>
              <CompareLine product={product} />
              <AskLine product={product} />
            </div>
            <ProductExtras product={product} />
            <div className="care">
              <ProductCare product={product} />
              {product.visits.length > 0 && (
                <Placed product={product}>
                  <VisitOffers product={product} />
                </Placed>
              )}
            </div>
            {points !== null && <PointsLine text={points} signUp={page.pointsSignUp} />}
          </div>
          <ProductInfo product={product} />
        </div>
        {recommended.length > 0 && (
          <ProductRail
            id="recomendados"
            title={page.recommendedTitle}
            products={recommended}
            resultId={page.resultId}
          />
        )}
        <ViewedProducts except={product.sku} className="pt-section" />
      </div>
      {!product.visit && <StickyBuyBar product={product} price={price} isReduced={regularPrice !== null} />}
    </main>
  );
}

/** Like `CustomerLine`: the part does not hydrate until a place is chosen. */
function Placed({ product, children }: { product: ProductPageData['product']; children: ReactNode }) {
  if (!useLocationStore((state) => state.location)) return children;
  return (
    <Suspense fallback={children}>
      <PlacedVisits product={product} />
    </Suspense>
  );
}

/** A separate component: the session is known only after hydration, and must not re-render the page's parts or the guest's content. */
function CustomerLine({ product, children }: { product: ProductPageData['product']; children: ReactNode }) {
  const session = useSession();
  if (session)
    return (
      <Suspense fallback={<div className="product-action" />}>
        <SaveLine product={product} />
      </Suspense>
    );
  const isKept = session === null && readStored('local', browserListKey)?.includes(JSON.stringify(product.sku));
  if (!isKept) return children;
  return (
    <Suspense fallback={children}>
      <KeptSaveLine product={product} />
    </Suspense>
  );
}
