import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { api, unwrap } from '../platform/api.ts';
import { withQueries } from '../platform/query-provider.tsx';
import { usePolicy } from '../policies/shop-policy.ts';
import { Rail } from '../ui/rail.tsx';
import { cardProducts } from './card-product.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { ProductCard } from './product-card.tsx';

/** The row "Lo último que viste": as the products are now, without those the shop no longer has; hidden on failure. */
export default withQueries(function ViewedRail({ skus }: { skus: readonly string[] }) {
  const policy = usePolicy();
  // The row takes the place that was kept for it (platform/early-wait.tsx), and gives it back where it goes.
  useLayoutEffect(() => document.querySelector('.viewed')?.removeAttribute('data-kept'), []);
  const { data, isPending } = useQuery({
    queryKey: ['viewed', skus],
    queryFn: async ({ signal }) =>
      cardProducts(
        unwrap(await api('listProducts', { query: { skus: skus.join(',') } }, { signal })).products,
        new Date(),
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
