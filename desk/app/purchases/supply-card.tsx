import { Link } from 'react-router';
import { Card } from '../detail/detail-frame.tsx';
import { countText, dayText } from '../platform/formats.ts';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { costText, purchaseHref } from './purchase-looks.ts';

/** A product's ordered units, which cannot be bought before they arrive, and its average cost (BUY-04, BUY-06). */
export function SupplyCard({ sku }: { sku: string }) {
  const may = useMay();
  const mayRead = may('purchases.read') || may('stock.read') || may('costs.read');
  const supply = useDeskQuery('getProductSupply', { params: { sku } }, { enabled: mayRead, staleTime: 0 });
  const data = supply.data?.data;
  if (data === undefined || (data.onOrder === 0 && !data.showsCosts)) return null;
  return (
    <Card title="En camino">
      <dl className="facts">
        {data.purchases.map(({ number, storeName, expectedOn, units }, at) => (
          <div key={number ?? at}>
            <dt>
              {number === null ? (
                storeName
              ) : (
                <>
                  <Link className="link" to={purchaseHref(number)}>
                    {number}
                  </Link>{' '}
                  {storeName}
                </>
              )}
              {expectedOn !== null && <small className="text-ink-muted">{` · ${dayText(expectedOn)}`}</small>}
            </dt>
            <dd className="tabular-nums">{countText(units)}</dd>
          </div>
        ))}
        {data.onOrder === 0 && (
          <div>
            <dt>Unidades pedidas</dt>
            <dd>Ninguna</dd>
          </div>
        )}
        {data.showsCosts && (
          <div>
            <dt>Costo promedio</dt>
            <dd className="tabular-nums">{costText(data.averageCost)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
