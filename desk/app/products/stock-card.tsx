import { stockFields } from '@ceiba/contract/desk/stock-fields';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button } from '../platform/button.tsx';
import { countText } from '../platform/formats.ts';
import { FailureNote, Note } from '../platform/notes.tsx';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { MovementList } from '../stock/movement-list.tsx';
import { stockId } from './product-looks.ts';

type Stock = DeskAnswer<'getProductStock'>['data'];

/** "Existencias" of a product: its units at each place, and a button to add or take units (PROD-18). */
export function StockCard({ sku, onMoved }: { sku: string; onMoved: () => void }) {
  const may = useMay();
  const mayRead = may('stock.read') || may('stock.move');
  const params = { sku };
  const stock = useDeskQuery('getProductStock', { params }, { enabled: mayRead, staleTime: 0 });
  const queries = useQueryClient();
  const [isMoving, setIsMoving] = useState(false);
  const data = stock.data?.data;
  // The grid of a family links to this card, which shows after the page has loaded.
  const { hash } = useLocation();
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown && hash === `#${stockId}`) document.getElementById(stockId)?.scrollIntoView({ block: 'center' });
  }, [isShown, hash]);
  if (!mayRead) return null;
  const keep = (moved: Stock): void => {
    queries.setQueryData(queryKeyOf('getProductStock', { params }), { status: 200, data: moved });
    onMoved();
  };
  return (
    <Card
      id={stockId}
      title="Existencias"
      actions={
        data !== undefined &&
        data.mayMove.length > 0 && (
          <Button size="small" icon="plus" onClick={() => setIsMoving(true)}>
            Ajustar
          </Button>
        )
      }
    >
      {data === undefined ? (
        stock.error ? (
          <FailureNote error={stock.error} onRetry={() => void stock.refetch()} />
        ) : (
          <span className="skeleton w-3/5" aria-hidden="true" />
        )
      ) : (
        <Levels sku={sku} stock={data} />
      )}
      {isMoving && data !== undefined && (
        <MoveDialog sku={sku} stock={data} onMoved={keep} onClose={() => setIsMoving(false)} />
      )}
    </Card>
  );
}

function Levels({ sku, stock: { hasStock, places, movements } }: { sku: string; stock: Stock }) {
  if (!hasStock) return <p className="text-ink-muted">No lleva existencias: se vende siempre.</p>;
  const stocked = places.filter(({ onHand, salable, inTransit }) => onHand > 0 || salable > 0 || inTransit > 0);
  const total = stocked.reduce((sum, { salable }) => sum + salable, 0);
  return (
    <>
      {total === 0 && <Note kind="warning">Sin unidades para vender: en la tienda sale agotado.</Note>}
      {stocked.length > 0 && (
        <dl className="facts">
          {stocked.map(({ storeCode, name, salable, claimed, presale, inTransit }) => (
            <div key={storeCode}>
              <dt>{name}</dt>
              <dd className="tabular-nums">
                {countText(salable)}
                {claimed > 0 && <small className="text-ink-muted"> · {countText(claimed)} en órdenes</small>}
                {presale > 0 && (
                  <small className="text-ink-muted"> · {countText(presale)} de preventa por llegar</small>
                )}
                {inTransit > 0 && <small className="text-ink-muted"> · {countText(inTransit)} en traslado</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {movements.length > 0 && (
        <details>
          <summary className="link">Últimos movimientos</summary>
          <MovementList label="Últimos movimientos" movements={movements} />
          <Link className="link" to={`/inventario/${encodeURIComponent(sku)}`}>
            {`¿Por qué hay ${countText(total)}?`}
          </Link>
          <HistoryButton entity="stock" entityId={sku} of="las existencias" />
        </details>
      )}
    </>
  );
}

/** "Ajustar existencias": a difference with its reason, never an absolute level. */
function MoveDialog({
  sku,
  stock,
  onMoved,
  onClose,
}: {
  sku: string;
  stock: Stock;
  onMoved: (stock: Stock) => void;
  onClose: () => void;
}) {
  const own = stock.places.filter(({ storeCode }) => stock.mayMove.includes(storeCode));
  const { units, reason, note } = stockFields;
  return (
    <FieldDialog
      title="Ajustar existencias"
      text="Se suma o se resta a lo que hay, y queda en el historial."
      button="Guardar movimiento"
      fields={{
        storeCode: {
          kind: 'option',
          label: 'Lugar',
          options: own.map(({ storeCode, name, salable }) => [storeCode, `${name} (${countText(salable)})`] as const),
        },
        units,
        reason,
        note,
      }}
      send={(body, options) => call('moveProductStock', { params: { sku }, body }, options)}
      lands={{ STOCK_WOULD_BE_NEGATIVE: 'units' }}
      done="Existencias ajustadas"
      onDone={({ data }) => onMoved(data)}
      onClose={onClose}
    />
  );
}
