import { unwrap } from '@ceiba/client/call-failure';
import type { Product } from '@ceiba/contract/catalog';
import { reduceUpsell, serviceSkuFor, techSupportTexts } from '@ceiba/domain/tech-support/tech-support';
import { Button } from '@ceiba/ui/button';
import { Checkbox } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { addFailure, addProduct } from '../carts/add-to-cart.ts';
import { closeAddPanel } from '../carts/cart-store.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';

/** The service for a product (TECH-01..04). Undefined while loading. Null if the product has no service. */
export function useTechSupport(product: Product | undefined): Product | null | undefined {
  const sku = product === undefined ? null : serviceSkuFor(product.categories.map(({ id }) => id));
  const { data, isPending } = useQuery({
    queryKey: ['product', sku],
    enabled: sku !== null,
    queryFn: async ({ signal }) => unwrap(await api('getProductBySku', { params: { sku: sku ?? '' } }, { signal })),
  });
  if (sku === null) return null;
  return isPending ? undefined : (data ?? null);
}

/** The states are unchecked → checked → adding → added (TECH-03, TECH-05). */
export function TechSupportUpsell({ service, isInCart }: { service: Product; isInCart: boolean }) {
  const queryClient = useQueryClient();
  const [choice, dispatch] = useReducer(reduceUpsell, 'unchecked');
  // The cart decides, because the service may have been in the cart before, or may have been removed since.
  const state = isInCart ? 'added' : choice === 'added' ? 'unchecked' : choice;
  const { mutate } = useMutation({
    scope: cartScope,
    mutationFn: () => addProduct({ product: service }),
    onSuccess: async ({ cartId, cartItemId: _, ...fields }) => {
      await takeCartFields(queryClient, cartId, fields);
      dispatch('added');
    },
    onError: (error) => {
      showAlert({ id: 'cart-alerts', type: 'Error', ...addFailure(error) });
      dispatch('failed');
    },
  });
  const price = <b className="font-semibold tabular-nums">{shownAmount(service.salesPrice?.value ?? 0)}</b>;
  if (state === 'added') {
    return (
      <div role="status" className="panel flex items-center gap-3 py-3 text-sm">
        <Icon name="circle-check" className="text-success" />
        <p className="min-w-0 flex-1">
          <b className="block font-semibold text-success">{techSupportTexts.added}</b>
          {service.title}
        </p>
        {price}
      </div>
    );
  }
  return (
    <div className="panel grid gap-1.5 py-3">
      <Checkbox
        name="techSupport"
        checked={state !== 'unchecked'}
        disabled={state === 'adding'}
        onChange={() => dispatch('toggle')}
        label={<b className="text-base font-semibold text-ink">{service.title}</b>}
        note={price}
      />
      <div className="flex flex-wrap items-center justify-between gap-2 pl-[34px] text-sm text-ink-soft">
        <Link to={techSupportTexts.link} onClick={closeAddPanel} className="link">
          Conoce más
        </Link>
        {state !== 'unchecked' && (
          <Button
            variant="tonal"
            size="sm"
            loading={state === 'adding'}
            onClick={() => {
              dispatch('add');
              mutate();
            }}
          >
            Agregar servicio
          </Button>
        )}
      </div>
    </div>
  );
}
