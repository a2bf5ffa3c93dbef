import { unwrap } from '@ceiba/client/call-failure';
import { thresholdField } from '@ceiba/contract/desk/stock-fields';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { HistoryButton } from '../detail/history-card.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { countText } from '../platform/formats.ts';
import { FailureNote, Note } from '../platform/notes.tsx';
import { Table } from '../platform/table.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call, type DeskAnswer, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { movementsHref } from './export-movements.tsx';
import { MovementList } from './movement-list.tsx';

type Stock = DeskAnswer<'getProductStock'>['data'];

/** The stock of a product at each place, and all its movements (PROD-19, BUY-10). The address has a SKU or a code. */
export function Component() {
  const { sku = '' } = useParams();
  const stock = useDeskQuery('getProductStock', { params: { sku } }, { staleTime: 0 });
  return <Loaded query={stock}>{({ data }) => <StockPage key={data.sku} stock={data} asked={sku} />}</Loaded>;
}

function StockPage({ stock, asked }: { stock: Stock; asked: string }) {
  const may = useMay();
  const { sku, title, hasStock, places } = stock;
  const stocked = places.filter(
    ({ onHand, salable, inTransit, onOrder }) => onHand > 0 || salable > 0 || inTransit > 0 || onOrder > 0,
  );
  const total = places.reduce((sum, { salable }) => sum + salable, 0);
  const [place, setPlace] = useState<string>();
  return (
    <>
      <PageHead
        title={title}
        caption={sku}
        path={[{ label: 'Por agotarse', to: '/inventario' }]}
        actions={may('catalog.read') && <ButtonLink to={`/productos/${sku}`}>Ver el producto</ButtonLink>}
      />
      {!hasStock ? (
        <Note kind="info">No lleva existencias: se vende siempre.</Note>
      ) : (
        <div className="stack">
          {total === 0 && <Note kind="warning">Sin unidades para vender: en la tienda sale agotado.</Note>}
          <Card title="Existencias por lugar" actions={<Threshold stock={stock} asked={asked} />} isBare>
            {stocked.length === 0 ? (
              <p className="p-4 text-ink-muted">Ningún lugar tiene unidades.</p>
            ) : (
              <Table
                label="Existencias por lugar"
                texts={['Lugar']}
                numbers={['En el lugar', 'En órdenes', 'Para vender', 'En traslado', 'En camino']}
              >
                {stocked.map(({ storeCode, name, onHand, claimed, salable, presale, inTransit, onOrder }) => (
                  <tr key={storeCode}>
                    <td>
                      {name}
                      {presale > 0 && <small>{` ${countText(presale)} de preventa por llegar`}</small>}
                    </td>
                    {[
                      ['onHand', onHand],
                      ['claimed', claimed],
                      ['salable', salable],
                      ['inTransit', inTransit],
                      ['onOrder', onOrder],
                    ].map(([column, units]) => (
                      <td key={column} className="text-right tabular-nums">
                        {countText(Number(units))}
                      </td>
                    ))}
                  </tr>
                ))}
              </Table>
            )}
          </Card>
          <Card
            title={`¿Por qué hay ${countText(total)}?`}
            actions={
              <>
                <DownloadLink href={movementsHref({ sku, place: place ?? null })}>Exportar CSV</DownloadLink>
                <HistoryButton entity="stock" entityId={sku} of="las existencias" />
              </>
            }
            isBare
          >
            <fieldset className="flex flex-wrap gap-2 px-4 pt-3" aria-label="Movimientos de">
              {[undefined, ...places.map(({ storeCode }) => storeCode)].map((code) => (
                <Button
                  key={code ?? 'all'}
                  size="small"
                  look={code === place ? 'primary' : 'outline'}
                  aria-pressed={code === place}
                  onClick={() => setPlace(code)}
                >
                  {places.find(({ storeCode }) => storeCode === code)?.name ?? 'Todos los lugares'}
                </Button>
              ))}
            </fieldset>
            <Movements sku={sku} storeCode={place} />
          </Card>
        </div>
      )}
    </>
  );
}

function Movements({ sku, storeCode }: { sku: string; storeCode: string | undefined }) {
  const pages = useInfiniteQuery({
    queryKey: [...callKey('listProductMovements'), sku, storeCode ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(storeCode !== undefined && { storeCode }),
        ...(pageParam !== undefined && { before: pageParam }),
      };
      return unwrap(await call('listProductMovements', { params: { sku }, query }, { signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  if (pages.data === undefined)
    return pages.error ? (
      <FailureNote error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <span className="skeleton m-4 w-3/5" role="status" aria-label="Cargando…" />
    );
  const movements = pages.data.pages.flatMap(({ data }) => data);
  if (movements.length === 0) return <p className="p-4 text-ink-muted">Nada por aquí</p>;
  return (
    <>
      <MovementList label="Movimientos" movements={movements} />
      {pages.hasNextPage && (
        <p className="p-4">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Ver anteriores
          </Button>
        </p>
      )}
    </>
  );
}

/** The number of units at which the product is listed as about to run out, with a button that changes it. */
function Threshold({ stock: { sku, threshold }, asked }: { stock: Stock; asked: string }) {
  const may = useMay();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const own = threshold?.of === 'product' ? String(threshold.units) : '';
  const text =
    threshold === null
      ? 'Sin aviso'
      : `Avisa en ${countText(threshold.units)}${threshold.of === 'category' ? ', por su categoría' : ''}`;
  if (!may('catalog.edit') && !may('stock.move')) return <span className="text-xs text-ink-muted">{text}</span>;
  return (
    <>
      <Button size="small" look="ghost" icon="bell" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <FieldDialog
          title="Aviso de existencias"
          text="El producto sale en «Por agotarse» cuando le quedan estas unidades para vender."
          button="Guardar aviso"
          fields={{ units: { ...thresholdField, value: own } }}
          send={(body, options) => call('setProductThreshold', { params: { sku }, body }, options)}
          done="Aviso guardado"
          onDone={() =>
            void queries.invalidateQueries({ queryKey: queryKeyOf('getProductStock', { params: { sku: asked } }) })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
