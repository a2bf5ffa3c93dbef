import { unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import { Rail } from '@ceiba/ui/rail';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { api } from '../platform/api.ts';
import { shopNow } from '../platform/shop-time.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { cardProducts } from './card-product.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { ProductCard } from './product-card.tsx';

/** The row "Lo último que viste": current data, without products the shop no longer has. Hidden on failure. */
export default withQueries(function ViewedRail({ skus }: { skus: readonly string[] }) {
  const policy = usePolicy();
  // Takes over the reserved space (platform/early-wait.tsx), and releases it when the row disappears.
  useLayoutEffect(() => document.querySelector('.viewed')?.removeAttribute('data-kept'), []);
  const { data, isPending } = useQuery({
    queryKey: ['viewed', skus],
    queryFn: async ({ signal }) =>
      cardProducts(
        unwrap(await api('listProducts', { query: { skus: skus.join(',') } }, { signal })).products,
        shopNow(),
        policy,
      ),
  });
  if (!isPending && (data ?? []).length === 0) return null;
  return (
    <Rail id="vistos" title="Lo último que viste">
      {isPending
        ? skus.map((sku) => (
            <li key={sku}>
              <CardSkeleton />
            </li>
          ))
        : data?.map((product) => (
            <li key={product.sku}>
              <ProductCard product={product} />
            </li>
          ))}
    </Rail>
  );
});
