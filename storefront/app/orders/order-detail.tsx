import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { Product } from '@ceiba/contract/catalog';
import type { Order } from '@ceiba/contract/order-shapes';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { listedProductsLimit } from '@ceiba/domain/catalog/product-list';
import { formatTypedPhone, phonePrefix } from '@ceiba/domain/customers/phone';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { buyAgain } from '@ceiba/domain/orders/buy-again';
import { isCanceledOrUndelivered, orderSubtitle, orderTitle } from '@ceiba/domain/orders/order';
import { AlertBox } from '@ceiba/ui/alert';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addFailure, addProduct } from '../carts/add-to-cart.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { useShopData } from '../platform/shop-data.ts';
import type { ShownOrder } from './customer-orders.ts';
import { LostOrderAlert } from './lost-order-alert.tsx';
import { OrderCosts } from './order-costs.tsx';
import { OrderShipments, OrderStatusTag } from './order-shipments.tsx';

type OrderedProduct = Order['products'][number];

/** The products of an order that were added to the cart again. Names the products with missing units, and the reasons. */
interface BoughtAgain {
  /** Units. */
  added: number;
  left: { id: string; name: string; why: string }[];
}

/** The current products with these SKUs. */
async function productsNow(skus: readonly string[]): Promise<ReadonlyMap<string, Product>> {
  const parts: string[][] = [];
  for (let at = 0; at < skus.length; at += listedProductsLimit) parts.push(skus.slice(at, at + listedProductsLimit));
  const answers = await Promise.all(parts.map((part) => api('listProducts', { query: { skus: part.join(',') } })));
  return new Map(answers.flatMap((answer) => unwrap(answer).products).map((product) => [product.sku, product]));
}

const asProductNow = (product: Product) => ({
  isOutOfStock: product.status === 'OUT_OF_STOCK',
  hasPrice: product.salesPrice !== null,
  isMotorcycle: product.motorcycle,
  isThirdParty: product.is3p,
  offerId: product.seller.offerId,
  isGiftCard: product.internalTags.includes(giftCardTag),
  salableQuantity: product.salableQuantity,
});

/** Adds units of a product. Returns the number of added units, and the reason why units are missing. */
async function addAgain(
  queryClient: QueryClient,
  { quantityOrdered }: OrderedProduct,
  product: Product | null,
  isMotorcycleSaleOn: boolean,
): Promise<{ quantity: number; why: string | null }> {
  const unitsToBuy = buyAgain(quantityOrdered, product && asProductNow(product), isMotorcycleSaleOn);
  if (unitsToBuy.quantity === 0 || product === null) return unitsToBuy;
  try {
    const { cartId, cartItemId: _, ...fields } = await addProduct({ product, quantity: unitsToBuy.quantity });
    await takeCartFields(queryClient, cartId, fields);
    return unitsToBuy;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { title, message } = addFailure(error);
    return { quantity: 0, why: message === '' ? `${title}.` : message };
  }
}

/**
 * Adds an order's products to the cart again, one after the other in the cart's queue (CART-24). A refused product does not stop the others. Fails
 * only if the products cannot be loaded.
 */
function useBuyAgain(order: Pick<Order, 'products'>) {
  const queryClient = useQueryClient();
  const { flags } = useShopData();
  return useMutation({
    scope: cartScope,
    mutationFn: async (): Promise<BoughtAgain> => {
      const now = await productsNow([...new Set(order.products.map(({ productSku }) => productSku))]);
      const outcome: BoughtAgain = { added: 0, left: [] };
      for (const line of order.products) {
        const product = now.get(line.productSku) ?? null;
        const { quantity, why } = await addAgain(queryClient, line, product, flags.motorcycleAddToCart);
        outcome.added += quantity;
        if (why !== null) outcome.left.push({ id: line.id, name: line.productName, why });
      }
      return outcome;
    },
  });
}

const failed = { title: 'No pudimos volver a agregar tus productos', message: 'Intenta de nuevo en un momento.' };

/** "Volver a comprar", with its result below. */
function BuyAgainBox({ order }: { order: Pick<Order, 'products'> }) {
  const { mutate, isPending, data, error } = useBuyAgain(order);
  const failure = error && failureWords(error, failed);
  return (
    <div className="grid gap-3">
      <Button variant="tonal" block loading={isPending} onClick={() => mutate()} icon={<Icon name="rotate-ccw" />}>
        Volver a comprar
      </Button>
      <div role="status" className="grid gap-3 empty:hidden">
        {data !== undefined && !isPending && <Outcome outcome={data} />}
        {failure !== null && !isPending && (
          <AlertBox type="Error" title={failure.title}>
            {failure.message}
          </AlertBox>
        )}
      </div>
    </div>
  );
}

function Outcome({ outcome: { added, left } }: { outcome: BoughtAgain }) {
  return (
    <>
      {added > 0 && (
        <AlertBox
          type="Success"
          title={added === 1 ? 'Agregamos 1 producto a tu carrito' : `Agregamos ${added} productos a tu carrito`}
        >
          <ButtonLink to="/cart" size="sm" variant="light" className="mt-2">
            Ver carrito
          </ButtonLink>
        </AlertBox>
      )}
      {left.length > 0 && (
        <AlertBox type="Warning" title="Esto no se pudo agregar completo">
          <ul className="mt-1 grid gap-1">
            {left.map(({ id, name, why }) => (
              <li key={id}>
                <b className="font-semibold">{name}</b>: {why}
              </li>
            ))}
          </ul>
        </AlertBox>
      )}
    </>
  );
}

/** One of the customer's orders: shipments, costs, payment and invoice (HIST-03 to HIST-06, APP-34). */
export function OrderDetail({ shown: { order, tracking } }: { shown: ShownOrder }) {
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-3xl leading-tight">
            <span className="max-lg:hidden">{orderTitle(order.number, false)}</span>
            <span className="lg:hidden">{orderTitle(order.number, true)}</span>
          </h1>
          <OrderStatusTag status={order.status} />
        </div>
        <p className="mt-2 flex items-center gap-2 text-ink-soft">
          {!isCanceledOrUndelivered(order.status) && <Icon name="circle-check" className="flex-none text-success" />}
          {orderSubtitle(order.orderDate, order.status)}
        </p>
      </div>
      <LostOrderAlert order={order} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_320px] lg:items-start lg:gap-6 min-[1700px]:grid-cols-[minmax(0,1fr)_420px]">
        <OrderShipments
          order={order}
          tracking={tracking}
          actions={(subOrderId) => <ReturnLink order={order} subOrderId={subOrderId} />}
        />
        <OrderCosts order={order} place={<Place delivery={order.delivery} />}>
          <Billing address={order.billingAddress} />
          <BuyAgainBox order={order} />
        </OrderCosts>
      </div>
    </>
  );
}

/** A link to return products of a shipment, while any of them can be returned (DEC-142). */
function ReturnLink({ order, subOrderId }: { order: Order; subOrderId: string }) {
  const products = order.products.filter((product) => product.subOrderId === subOrderId);
  const product = products.find(({ returnable }) => returnable !== null);
  if (product?.returnable == null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border pt-4">
      <ButtonLink
        to={`/dashboard/returns?${new URLSearchParams({ order: order.number, sku: product.productSku })}`}
        variant="tonal"
        size="sm"
        icon={<Icon name="rotate-ccw" size="sm" />}
      >
        Solicitar devolución
      </ButtonLink>
      <span className="text-sm text-ink-soft">Hasta el {formatDateText(product.returnable.until)}</span>
    </div>
  );
}

/** The store or address of the delivery, and its recipient. */
function Place({ delivery }: { delivery: Order['delivery'] }) {
  if (delivery === null) return null;
  const { store, street, city, region, zone, receiver, phone, extras } = delivery;
  const address = [street.join(' ').trim(), zone, city].filter((part) => part !== '').join(', ');
  const lines = [
    store ?? '',
    address,
    region === city ? '' : region,
    `Recibe ${receiver}, ${phonePrefix} ${formatTypedPhone(phone)}`,
    extras,
  ];
  return <Lines lines={lines} />;
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines
    .filter((line) => line !== '')
    .map((line) => (
      <span key={line} className="block text-ink-soft">
        {line}
      </span>
    ));

/** The recipient and address of the invoice. Renders nothing for an order without an invoice. */
function Billing({ address: { name, nit, documentType, street, city, region } }: { address: Order['billingAddress'] }) {
  const identity = documentType === 'CF' ? documentType : `${documentType} ${nit}`;
  const lines = [name, identity, street.join(' ').trim(), [city, region].filter((part) => part !== '').join(', ')];
  return (
    <div className="flex items-start gap-2.5">
      <Icon name="receipt-text" className="flex-none" />
      <p className="min-w-0 wrap-anywhere">
        <b className="block font-semibold">Facturación</b>
        <Lines lines={lines} />
      </p>
    </div>
  );
}
