import { unwrap } from '@ceiba/client/call-failure';
import type { CartItem } from '@ceiba/contract/carts';
import type { Product, WarrantyOption } from '@ceiba/contract/catalog';
import {
  clearWarrantyLabel,
  lowestWarrantyText,
  reduceWarranty,
  type WarrantyChoice,
  warrantyFailureText,
} from '@ceiba/domain/warranties/warranty';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { showAlert } from '../alerts/notices.ts';
import { type Added, addFailure, addProduct } from '../carts/add-to-cart.ts';
import { callCart } from '../carts/cart-call.ts';
import { moveAddedLine, openAddPanel } from '../carts/cart-store.ts';
import { cartScope, refreshCart, takeCartFields } from '../carts/use-cart.ts';
import { useChangeLine } from '../carts/use-change-line.ts';
import { api } from '../platform/api.ts';
import { useShopData } from '../platform/shop-data.ts';

interface LineForWarranty {
  cartId: string;
  cartItemId: string;
  product: Product;
  quantity: number;
  /** SKU of the warranty. */
  warranty: string;
}

/** Removes the line and adds the product again with the warranty, or without a refused warranty (WAR-07). */
async function replaceLine({ cartId, cartItemId, product, quantity, warranty }: LineForWarranty): Promise<Added> {
  const body = { cartItemId, quantity: 0 };
  unwrap(await callCart((id) => api('changeCartProduct', { params: { id }, body }), { of: cartId }));
  try {
    return await addProduct({ product, quantity, warranty });
  } catch (refusal) {
    const restored = await addProduct({ product, quantity }).catch((error: Error) =>
      Promise.reject(new LineLost(error)),
    );
    moveAddedLine(restored);
    throw refusal;
  }
}

/** The line could not be added again, so the product is no longer in the cart. `cause` has the reason. */
class LineLost extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** Adds a warranty to a line of the cart. `onSettled` receives whether it was added. */
function useAddWarranty(onSettled: (isAdded: boolean) => void): { add: (line: LineForWarranty) => void } {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    scope: cartScope,
    mutationFn: replaceLine,
    onSuccess: async ({ cartId, cartItemId, ...fields }) => {
      await takeCartFields(queryClient, cartId, fields);
      moveAddedLine({ cartId, cartItemId });
      onSettled(true);
    },
    onError: async (error, { cartId, product }) => {
      const failure = addFailure(error instanceof LineLost ? error.cause : error);
      showAlert({ id: 'warranty-alert', type: 'Error', ...failure });
      if (error instanceof LineLost) openAddPanel({ product, added: null, reason: failure.message });
      onSettled(false);
      await refreshCart(queryClient, cartId);
    },
  });
  return { add: mutation.mutate };
}

interface OfferProps {
  product: Product;
  /** The product's line of the cart, with its warranty. */
  line: CartItem;
  cartId: string;
}

/** The extended warranty beside a product that was just added (WAR-04..11, PANEL-03). Renders nothing without a warranty. */
export function WarrantyOffer({ product, line, cartId }: OfferProps) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['warranties', product.sku],
    queryFn: async ({ signal }) =>
      unwrap(await api('getProductWarranties', { params: { sku: product.sku } }, { signal })),
  });
  const [chosen] = line.warranties;
  if (chosen !== undefined) return <ChosenWarranty line={line} warranty={chosen} />;
  if (isError) return <AlertBox type="Error" role="alert" title={warrantyFailureText} />;
  // Most products have no warranty. The panel never shrinks, so reserved space would stay blank.
  return isPending || data.length === 0 ? null : (
    <WarrantyOptions options={data} product={product} line={line} cartId={cartId} />
  );
}

function WarrantyOptions({ options, product, line, cartId }: OfferProps & { options: readonly WarrantyOption[] }) {
  const { flags } = useShopData();
  const [choice, dispatch] = useReducer(reduceWarranty, { state: 'none' } satisfies WarrantyChoice);
  const { add } = useAddWarranty((isAdded) => dispatch({ type: isAdded ? 'added' : 'failed' }));
  const submit = () => {
    if (choice.state !== 'selected') return;
    dispatch({ type: 'add' });
    add({ cartId, cartItemId: line.cartItemId, product, quantity: line.quantity, warranty: choice.sku });
  };
  const isAdding = choice.state === 'adding';
  return (
    <fieldset disabled={isAdding} className="panel grid gap-2.5">
      <legend className="sr-only">Garantía extendida</legend>
      <div className="flex items-start gap-2">
        <Icon name="shield-check" size="lg" />
        <div>
          <h3 className="font-sans text-base font-semibold tracking-normal">Garantía extendida</h3>
          <p className="text-sm text-ink-soft">
            {lowestWarrantyText(options.map(({ amount }) => ({ amount: amountOf(amount) })))}
          </p>
        </div>
      </div>
      {options.map(({ sku, label, amount }) => (
        <RadioCard
          key={sku}
          name="warranty"
          value={sku}
          title={<span className="font-normal">{label}</span>}
          aside={<b className="font-semibold tabular-nums">{shownAmount(amount)}</b>}
          checked={choice.state !== 'none' && choice.sku === sku}
          onChange={() => dispatch({ type: 'select', sku })}
          className="px-3.5! py-2.5!"
        />
      ))}
      {choice.state !== 'none' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {flags.warrantyImmediateRemoval && !isAdding ? (
            <button
              type="button"
              onClick={() => dispatch({ type: 'clear' })}
              className="min-h-touch text-sm font-semibold text-ink-soft underline-offset-3 hover:underline"
            >
              {clearWarrantyLabel}
            </button>
          ) : (
            <span />
          )}
          <Button variant="tonal" size="sm" loading={isAdding} onClick={submit}>
            Agregar garantía
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The chosen warranty with its removal (WAR-08, WAR-09). */
function ChosenWarranty({ line, warranty }: { line: CartItem; warranty: CartItem['warranties'][number] }) {
  const changes = useChangeLine();
  return (
    <div className="panel flex items-center gap-3 py-2.5 text-sm">
      <Icon name="shield-check" className="text-success" />
      <span className="min-w-0 flex-1">{warranty.title}</span>
      <b className="font-semibold tabular-nums">{shownAmount(warranty.amount)}</b>
      <IconButton
        label="Eliminar garantía"
        disabled={changes.isWarrantyPending(line.cartItemId)}
        onClick={() => changes.change({ item: line, quantity: 0, warranty: warranty.sku })}
      >
        <Icon name="trash-2" />
      </IconButton>
    </div>
  );
}
