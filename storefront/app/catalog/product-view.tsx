import { readStored } from '@ceiba/client/storage';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useSession } from '../auth/session-store.ts';
import { island } from '../platform/island.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { browserListKey } from '../wishlists/browser-list-key.ts';
import { Availability } from './availability.tsx';
import { OfferHeader } from './offer-header.tsx';
import type { ProductPageData } from './product-page-data.ts';
import { useOffer } from './use-offer.ts';
import { ViewedProducts } from './viewed-products.tsx';
import { rememberViewed } from './viewed-store.ts';

const Gallery = island(() => import('./gallery.tsx'), 'touched', 'product-gallery');
const Variants = island(() => import('./variants.tsx'), 'touched');
const InstallmentPanel = island(() => import('./installment-panel.tsx'), 'touched', 'empty:hidden');
const loadAddForm = () => import('./add-form.tsx');
const AddForm = island(loadAddForm, 'touched');
/** Asked from an account by a button, from a guest by a link: which it is must stand there before it is pressed (DEC-143). */
const SoldOutForm = island(loadAddForm, 'visible');
const CompareLine = island(() => import('../comparisons/compare-line.tsx'), 'visible', 'empty:hidden');
/** Fetched where a customer is signed in; it needs one (WISH-05). */
const SaveLine = lazyPart(() => import('../wishlists/save-line.tsx'));
/** A guest's, kept by the browser; of what it keeps already it says so at once. */
const loadBrowserSaveLine = () => import('../wishlists/browser-save-line.tsx');
const BrowserSaveLine = island(loadBrowserSaveLine, 'touched', 'until-signed-in empty:hidden');
const KeptSaveLine = lazyPart(loadBrowserSaveLine);
const ProductExtras = island(() => import('./product-extras.tsx'), 'touched', 'empty:hidden');
const PointsLine = island(() => import('./points-line.tsx'), 'touched');
const ProductInfo = island(() => import('./product-info.tsx'), 'touched', 'product-info');
const ProductRail = island(() => import('./product-rail.tsx'), 'visible', 'pt-section');
const StickyBuyBar = island(() => import('./sticky-buy-bar.tsx'), 'touched', 'product-bar');

/** CAT-13. The first picture and the offer come with the page; every other part brings its script when it is needed. */
export function ProductView({ page }: { page: ProductPageData }) {
  const { product, recommended } = page;
  const { price, regularPrice, installments, points } = useOffer(page);
  const BuyForm = isRestockOffered(product.salableQuantity) ? SoldOutForm : AddForm;
  useEffect(() => rememberViewed(product.sku), [product.sku]);
  const crumbs = product.breadcrumbs.map(({ title, path }) => ({ title, path }));
  return (
    <main id="contenido">
      <div className="wrap">
        <Breadcrumbs crumbs={[...crumbs, { title: product.title }]} />
        <div className="product-parts">
          <Gallery images={product.images} isOut={product.status === 'OUT_OF_STOCK'} />
          <div className="product-buy">
            <OfferHeader page={page} />
            {product.variants.length > 1 && <Variants product={product} />}
            {installments.length > 0 && <InstallmentPanel rows={installments} />}
            <BuyForm product={product} today={page.today} />
            <Availability page={page} />
            <CompareLine product={product} />
            <CustomerLine product={product}>
              <BrowserSaveLine product={product} />
            </CustomerLine>
            <ProductExtras product={product} />
            {points !== null && <PointsLine text={points} signUp={page.pointsSignUp} />}
          </div>
          <ProductInfo product={product} />
        </div>
        {recommended.length > 0 && (
          <ProductRail
            id="recomendados"
            title="Productos que te pueden gustar"
            products={recommended}
            resultId={page.resultId}
          />
        )}
        <ViewedProducts except={product.sku} className="pt-section" />
      </div>
      <StickyBuyBar product={product} price={price} isReduced={regularPrice !== null} />
    </main>
  );
}

/** A component of its own: who is signed in is known after the page woke up, and wakes none of its parts, nor what guests get. */
function CustomerLine({ product, children }: { product: ProductPageData['product']; children: ReactNode }) {
  const session = useSession();
  if (session)
    return (
      <Suspense>
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
