import { withQueries } from '@ceiba/client/query-provider';
import type { Cart, CartItem } from '@ceiba/contract/carts';
import type { Product, WarrantyOption } from '@ceiba/contract/catalog';
import { panelSubtotal } from '@ceiba/domain/carts/cost-lines';
import { emptyCartTexts } from '@ceiba/domain/carts/line-removal';
import { addFailureTexts } from '@ceiba/domain/catalog/add-button';
import { shownGifts } from '@ceiba/domain/catalog/gifts';
import { fixedTags } from '@ceiba/domain/catalog/tags';
import { toQuetzales } from '@ceiba/domain/money/money';
import { isInstallmentCalculatorVisible } from '@ceiba/domain/payments/installments';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { Skeleton } from '@ceiba/ui/loading';
import { Picture } from '@ceiba/ui/picture';
import { amountOf, Price, StruckPrice } from '@ceiba/ui/price';
import { ProductTag } from '@ceiba/ui/tag';
import { Link } from 'react-router';
import { BankQuestion } from '../banks/bank-question.tsx';
import { closeAddPanel, useAddPanel } from '../carts/cart-store.ts';
import { useCart } from '../carts/use-cart.ts';
import StoresLink from '../catalog/stores-link.tsx';
import { shopNow } from '../platform/shop-time.ts';
import { cartStorageKey } from '../platform/storage-keys.ts';
import { StorageNotice } from '../platform/storage-notice.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { shownReference } from '../prices/shown-reference.ts';
import { TechSupportUpsell, useTechSupport } from '../tech-support/tech-support-upsell.tsx';
import { WarrantyOffer } from '../warranties/warranty-offer.tsx';

/** "Ya llevas los 3 que quedan": the cart already holds all the stock. Null if more units can be added. */
const allInCart = (cart: Cart | null, { sku }: Product): string | null => {
  const line = cart?.items.find((item) => item.sku === sku && item.kind === 'goods');
  if (!line || line.salableQuantity === null || line.quantity < line.salableQuantity) return null;
  return line.quantity === 1 ? 'Ya llevas el único que queda.' : `Ya llevas los ${line.quantity} que quedan.`;
};

/** The panel of a failed add (PANEL-04). `reason`: the alert's message. `held`: the cart already holds all the stock. */
function AddFailed({ reason, held }: { reason: string; held: string | null }) {
  return (
    <div role="alert" className="panel">
      <EmptyState
        heading="h3"
        title={addFailureTexts.panelTitle}
        text={addFailureTexts.panelMessage}
        art="/art/carrito-vacio.svg"
        action={
          <div className="grid justify-items-center gap-4">
            {reason !== '' && <p className="max-w-[38ch] text-sm text-ink-muted">{reason}</p>}
            {held !== null && (
              <p className="max-w-[38ch] text-sm text-ink-muted">
                {held}{' '}
                <Link to="/cart" onClick={closeAddPanel} className="link">
                  Ver mi carrito
                </Link>
              </p>
            )}
            <Button variant="outline" onClick={closeAddPanel}>
              {emptyCartTexts.link}
            </Button>
          </div>
        }
      />
    </div>
  );
}

/**
 * A `ref` callback that prevents the element from shrinking. Late content fills at least the reserved space; missing content leaves the space empty.
 * So a sheet at the foot of the window does not jump under the finger.
 */
function growOnly(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  let width = element.offsetWidth;
  const observer = new ResizeObserver(() => {
    // A turned phone starts again without a minimum.
    if (element.offsetWidth !== width) element.style.minHeight = '';
    width = element.offsetWidth;
    element.style.minHeight = `${element.offsetHeight}px`;
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** The panel that opens after an add (PANEL-01..05): the product and the link to the cart, or the failure. */
export default withQueries(function AddPanel() {
  const { isOpen, panel } = useAddPanel();
  const { cart } = useCart();
  const service = useTechSupport(panel?.added ? panel.product : undefined);
  const line = cart?.items.find((item) => item.cartItemId === panel?.added?.cartItemId);
  const serviceLine = cart?.items.find((item) => item.sku === service?.sku);
  // The page may be older than a price change: the panel shows the price that the cart charges.
  const price = line ?? panel?.product ?? noPrice;
  return (
    <Drawer
      open={isOpen}
      onClose={closeAddPanel}
      title="Continuar comprando"
      closeMs={1000}
      back
      closeLabel="Regresar"
      footer={
        panel?.added ? <PanelFooter price={price} warranty={line?.warranties[0]} service={serviceLine} /> : undefined
      }
    >
      {panel?.added && (
        <div ref={growOnly} className="grid content-start gap-3.5">
          <p role="status" className="flex items-center gap-2 font-semibold text-success">
            <Icon name="circle-check" />
            Producto agregado
          </p>
          <StorageNotice storageKey={cartStorageKey} what="cart" />
          <PanelProduct product={panel.product} price={price} />
          {(line === undefined || line.kind === 'goods') && !panel.product.is3p && !panel.product.dropshipping && (
            <StoresLink product={panel.product} inCart={line?.quantity ?? 1} />
          )}
          <PanelBank product={panel.product} line={line} />
          <PanelGifts product={panel.product} />
          {line?.kind === 'goods' && (
            <WarrantyOffer key={panel.product.sku} product={panel.product} line={line} cartId={panel.added.cartId} />
          )}
          {service === undefined && <Skeleton className="h-[98px] rounded-lg" />}
          {service && (
            <TechSupportUpsell
              key={`${panel.product.sku} ${service.sku}`}
              service={service}
              isInCart={serviceLine !== undefined}
            />
          )}
        </div>
      )}
      {panel !== null && panel.added === null && (
        <AddFailed reason={panel.reason} held={allInCart(cart, panel.product)} />
      )}
    </Drawer>
  );
});

type PanelPrice = Pick<Product, 'salesPrice' | 'regularPrice' | 'discount'>;

const noPrice: PanelPrice = { salesPrice: null, regularPrice: null, discount: null };

function PanelProduct({ product, price }: { product: Product; price: PanelPrice }) {
  const { salesPrice, regularPrice, discount } = price;
  const isReduced = discount?.displayDiscount === true;
  return (
    <div className="flex items-start gap-3.5">
      <span className="well aspect-square w-[104px] flex-none rounded-[14px]">
        <Picture image={product.mainImage} width={104} alt="" className="w-[88%]" />
      </span>
      <div className="grid min-w-0 gap-1.5">
        <Link
          to={product.brand.link}
          onClick={closeAddPanel}
          className="inline-flex min-h-6 items-center justify-self-start text-xs text-ink-muted hover:underline"
        >
          {product.brand.title}
        </Link>
        <p className="leading-snug font-semibold">{product.title}</p>
        {product.presale !== null && (
          <p>
            <ProductTag tag={fixedTags.presale} />
          </p>
        )}
        {salesPrice !== null && (
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <Price value={salesPrice.value} offer={isReduced} className="text-xl" />
            {isReduced && regularPrice !== null && <StruckPrice value={regularPrice.value} />}
          </p>
        )}
        {isReduced && discount.reference && <p className="text-sm">{shownReference(discount.reference)}</p>}
      </div>
    </div>
  );
}

/** The monthly cost of the line, where the calculator shows (CAT-27, BANK-06). One unit is shown until the cart is known. */
function PanelBank({ product: { sku, salesPrice }, line }: { product: Product; line: CartItem | undefined }) {
  const policy = usePolicy();
  const { quantity, lineTotal } = line ?? { quantity: 1, lineTotal: salesPrice };
  const total = amountOf(lineTotal?.value ?? 0);
  if (line?.kind === 'donation' || !isInstallmentCalculatorVisible(total, policy)) return null;
  return (
    <div className="panel grid gap-3">
      <BankQuestion toPay={{ sku, quantity, version: String(total) }} total={total} plans={policy.installmentPlans} />
    </div>
  );
}

function PanelGifts({ product }: { product: Product }) {
  return shownGifts(product.freeProducts, shopNow()).map((gift) => (
    <div key={gift.title} className="panel flex items-center gap-3.5 p-3">
      <span className="well size-14 flex-none rounded-md">
        <Picture image={gift.image} width={56} alt="" className="w-[88%]" />
      </span>
      <div className="grid min-w-0 gap-1 text-sm">
        <p>
          <ProductTag tag={fixedTags.giftDetail} />
        </p>
        <p className="text-ink-soft">{gift.title}</p>
      </div>
    </div>
  ));
}

/** The panel's buttons and subtotal (PANEL-05). */
function PanelFooter({
  price,
  warranty,
  service,
}: {
  price: PanelPrice;
  warranty: WarrantyOption | undefined;
  service: PanelPrice | undefined;
}) {
  const subtotal = panelSubtotal(
    amountOf(price.salesPrice?.value ?? 0),
    service ? amountOf(service.salesPrice?.value ?? 0) : null,
    warranty === undefined ? null : amountOf(warranty.amount),
  );
  return (
    <div className="grid gap-2.5">
      <p aria-live="polite" aria-atomic="true" className="line-body">
        <span className="text-ink-soft">{subtotal.label}</span>
        <Price value={toQuetzales(subtotal.amount)} className="text-2xl" />
      </p>
      <ButtonLink to="/cart" block onClick={closeAddPanel}>
        Ir al carrito
        <Icon name="arrow-right" />
      </ButtonLink>
    </div>
  );
}
