import type { GridRow } from '@ceiba/contract/desk/product-grid';
import { maxGridPage, maxGridRows } from '@ceiba/contract/desk/product-grid-fields';
import { ok } from '@ceiba/domain/result';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { onceOptions } from '../actions/desk-action.ts';
import { useNames } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { SelectField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { productsPath, runHref } from '../products/product-looks.ts';
import { SkuGrid, skuGridRow } from '../products/sku-grid.tsx';
import { useSkuChanges } from '../products/use-sku-changes.ts';
import { listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { askedOf, gridCells } from './grid-cells.ts';

const ProductRow = skuGridRow(gridCells);

/** The products that the list handed over, at most 500. */
const chosenIn = (state: unknown): string[] => {
  const { skus = [] }: { skus?: readonly unknown[] } = Object(state);
  return skus.filter((sku): sku is string => typeof sku === 'string').slice(0, maxGridRows);
};

const pagesOf = (skus: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(skus.length / maxGridPage) }, (_, n) =>
    skus.slice(n * maxGridPage, (n + 1) * maxGridPage),
  );

const inputOf = (skus: readonly string[], place: string | undefined) => ({
  query: { skus: skus.join('\n'), ...(place !== undefined && { place }) },
});

/** "Cuadrícula": prices, shelves and publication of the products that were chosen in the list (PROD-26). */
export function Component() {
  const may = useMay();
  const skus = chosenIn(useLocation().state);
  const places = useNames(may('stock.read') ? 'store' : undefined);
  const [asked, setAsked] = useState<string>();
  const place = asked ?? places[0]?.code;
  const isWaiting = may('stock.read') && place === undefined;
  const answers = useQueries({
    queries: pagesOf(skus).map((page) => ({
      queryKey: queryKeyOf('getProductGrid', inputOf(page, place)),
      queryFn: async (): Promise<readonly GridRow[]> => {
        const read = await call('getProductGrid', inputOf(page, place));
        if (!read.ok) throw new Error(read.error.code);
        return read.value.data;
      },
      enabled: !isWaiting,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    })),
  });
  const failed = answers.filter(({ isError }) => isError);
  if (skus.length === 0)
    return (
      <>
        <PageHead title="Cuadrícula" path={productsPath} />
        <Note kind="info" isNews={false}>
          {'Elige productos en la lista y abre «Editar en cuadrícula». '}
          <Link className="link" to="/productos">
            Ir a la lista
          </Link>
        </Note>
      </>
    );
  if (failed.length > 0)
    return (
      <>
        <PageHead title="Cuadrícula" path={productsPath} />
        <Note
          kind="error"
          actions={
            <Button
              size="small"
              onClick={() => {
                for (const answer of failed) void answer.refetch();
              }}
            >
              Reintentar
            </Button>
          }
        >
          No pudimos leer los productos.
        </Note>
      </>
    );
  const read = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (read.length < answers.length)
    return (
      <>
        <PageHead title="Cuadrícula" path={productsPath} />
        <p className="text-ink-muted" role="status">
          Leyendo los productos…
        </p>
      </>
    );
  return <ProductGrid key={place} initial={read.flat()} places={places} place={place} onPlace={setAsked} />;
}

function ProductGrid({
  initial,
  places,
  place,
  onPlace,
}: {
  initial: readonly GridRow[];
  places: readonly { code: string; name: string }[];
  place: string | undefined;
  onPlace: (place: string) => void;
}) {
  const queries = useQueryClient();
  const [rows, setRows] = useState(initial);
  /** The run of the last save. */
  const [run, setRun] = useState<string>();
  const state = useSkuChanges(gridCells, {
    rows,
    send: async (changes, reason) => {
      const body = {
        rows: changes.map(askedOf),
        ...(place !== undefined && { place }),
        ...(reason !== undefined && { reason }),
      };
      const answer = await call('changeProductGrid', { body }, onceOptions());
      if (!answer.ok) return answer;
      const { run: saved, rows: now, results } = answer.value.data;
      const fresh = new Map(now.map((row) => [row.sku, row]));
      setRows((before) => before.map((row) => fresh.get(row.sku) ?? row));
      void queries.invalidateQueries({ queryKey: listKey('products') });
      if (saved !== null) setRun(saved);
      return ok({ rows: now, results });
    },
  });
  const isDirty = state.count > 0;
  return (
    <>
      <PageHead title="Cuadrícula" path={productsPath} caption={countedText(rows.length, 'producto', 'productos')} />
      <SkuGrid cells={gridCells} Row={ProductRow} rows={rows} state={state}>
        {places.length > 0 && (
          <div className="max-w-80">
            <SelectField
              label="Estantes de"
              value={place}
              disabled={isDirty}
              {...(isDirty && { hint: 'Guarda o descarta los cambios para ver otro lugar.' })}
              onChange={({ target: box }) => onPlace(box.value)}
            >
              {places.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        )}
        {state.said !== undefined && <Note kind="error">{state.said}</Note>}
        {run !== undefined && (
          <p>
            <Link className="link" to={runHref(run)}>
              Ver lo guardado, producto por producto
            </Link>
          </p>
        )}
      </SkuGrid>
    </>
  );
}
