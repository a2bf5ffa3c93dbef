import { unwrap } from '@ceiba/client/call-failure';
import { readStored, type StorageArea, writeStored } from '@ceiba/client/storage';
import type { Cart } from '@ceiba/contract/carts';
import { Rail } from '@ceiba/ui/rail';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import ListEvents from '../analytics/list-events.tsx';
import { readSession } from '../auth/session-store.ts';
import { cardProducts } from '../catalog/card-product.ts';
import { CardSkeleton } from '../catalog/card-skeleton.tsx';
import { ProductCard } from '../catalog/product-card.tsx';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { shopNow } from '../platform/shop-time.ts';
import { usePolicy } from '../policies/shop-policy.ts';

const places = ['uno', 'dos', 'tres', 'cuatro', 'cinco'];

/** "Productos que te pueden gustar" (CART-16): products that go with the cart, best-sellers for an empty one. Hidden on failure (REC-05). */
export default function CartSuggestions({ cart }: { cart: Cart | null }) {
  const skus = [...new Set(cart?.items.filter((item) => !item.isDonation).map((item) => item.sku) ?? [])].sort();
  const policy = usePolicy();
  const { data, isPending, isError } = useQuery({
    queryKey: ['recommendations', skus],
    queryFn: async ({ signal }) => {
      const userId = readSession()?.id ?? '';
      const query = { skus: skus.join(','), userId, sessionId: sessionId(), clientId: clientId() };
      const { products, resultId } = unwrap(await api('getRecommendations', { query }, { signal }));
      return { products: cardProducts(products, shopNow(), policy), resultId };
    },
    // The previous row stays until the row of the changed cart has loaded.
    placeholderData: (previous) => previous,
  });
  // Rendered in slices, between which the browser handles input (record 0036).
  const isShown = useDeferredValue(!isPending) && !isPending;
  const shown = data?.products.filter((product) => !skus.includes(product.sku)) ?? [];
  if (isError || (!isPending && shown.length === 0)) return null;
  return (
    <Rail
      id="sugerencias"
      title="Productos que te pueden gustar"
      className="pt-section"
      action={data !== undefined && <ListEvents listId={data.resultId} products={data.products} />}
    >
      {!isShown
        ? places.map((place) => (
            <li key={place}>
              <CardSkeleton />
            </li>
          ))
        : shown.map((product) => (
            <li key={product.sku}>
              <ProductCard product={product} />
            </li>
          ))}
    </Rail>
  );
}

function keptId(area: StorageArea, key: string): string {
  const known = readStored(area, key);
  if (known !== null) return known;
  const fresh = newUuid();
  writeStored(area, key, fresh);
  return fresh;
}

/** The ID of this tab (DEC-57, DEC-184). */
const sessionId = (): string => keptId('session', 'ceiba.session');

/** The ID of this browser (DEC-57, DEC-184). */
const clientId = (): string => keptId('local', 'ceiba.client');
