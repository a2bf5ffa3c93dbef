import { unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import { priceTexts } from '@ceiba/domain/prices/price-history';
import { Drawer } from '@ceiba/ui/drawer';
import { Skeleton } from '@ceiba/ui/loading';
import { useQuery } from '@tanstack/react-query';
import { api } from '../platform/api.ts';
import { CallFailed } from '../platform/call-failed.tsx';
import { shopNow } from '../platform/shop-time.ts';
import PriceHistory from './price-history.tsx';

/** The last 90 days of a product's price, requested when the drawer opens (PRICE-04). */
export default withQueries(function HistoryDrawer(props: { sku: string; open: boolean; onClose: () => void }) {
  const { sku, open, onClose } = props;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['product-prices', sku],
    enabled: open,
    queryFn: async ({ signal }) =>
      unwrap(await api('getProductPrices', { params: { sku }, query: {} }, { signal })).data,
  });
  return (
    <Drawer open={open} onClose={onClose} title={priceTexts.history}>
      {data !== undefined && <PriceHistory prices={data} now={shopNow()} />}
      {data === undefined && error !== null && !isFetching && (
        <CallFailed error={error} title="No pudimos consultar los precios" onRetry={() => void refetch()} />
      )}
      {data === undefined && (error === null || isFetching) && (
        <div role="status" aria-label="Consultando los precios" className="grid gap-3.5">
          <Skeleton className="h-56 w-full" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
    </Drawer>
  );
});
