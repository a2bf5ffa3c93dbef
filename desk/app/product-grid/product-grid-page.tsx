import type { GridRow } from '@ceiba/contract/desk/product-grid';
import { maxGridPage, maxGridRows } from '@ceiba/contract/desk/product-grid-fields';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SaveStrip, unsavedText } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { useNames } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { EditableGrid, type GridPlace } from '../platform/editable-grid.tsx';
import { SelectField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { usePriceReason } from '../products/price-reason.tsx';
import { productsPath, runHref } from '../products/product-looks.ts';
import { listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { type Cell, cellLabels, cellRights, cells, columns, isCell, isPrice, savedText } from './grid-cells.ts';
import { isOpenCell, ProductGridRow } from './product-grid-row.tsx';
import { useGridChanges } from './use-grid-changes.ts';

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

const headLook = (name: (typeof columns)[number]): string | undefined => {
  if (isCell(name) && isPrice(name)) return 'w-34 text-right';
  return name === 'shelf' ? 'w-30' : name === 'isPublished' ? 'w-30' : undefined;
};

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
  const may = useMay();
  const queries = useQueryClient();
  const [rows, setRows] = useState(initial);
  const [presses, setPresses] = useState(0);
  const [target, setTarget] = useState<{ sku: string; cell: Cell }>();
  const [rights] = useState(() => {
    const own = Object.fromEntries(cells.map((cell) => [cell, cellRights[cell].every(may)])) as Record<Cell, boolean>;
    return { ...own, shelf: own.shelf && place !== undefined };
  });
  const { askReason, dialog } = usePriceReason();
  const { changes, refusals, isSending, said, run, dispatch, save, discardAll } = useGridChanges({
    ...{ rows, place, askReason },
    onRows: (now) => {
      const fresh = new Map(now.map((row) => [row.sku, row]));
      setRows((before) => before.map((row) => fresh.get(row.sku) ?? row));
      void queries.invalidateQueries({ queryKey: listKey('products') });
    },
    onFault: (fault) => setTarget({ ...fault }),
  });
  useShortcuts({
    '$mod+s': (event) => {
      event.preventDefault();
      setPresses((count) => count + 1);
    },
  });
  // The grid has saved the text of an open cell by the next render.
  const saveTyped = useEffectEvent(() => void save());
  useEffect(() => {
    if (presses > 0) saveTyped();
  }, [presses]);
  const count = [...changes.values()].reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
  const isDirty = count > 0;
  const cellAt = ({ row, column }: GridPlace): { row: GridRow; cell: Cell } | undefined => {
    const [product, name] = [rows[row], columns[column]];
    if (product === undefined || name === undefined || !isCell(name)) return undefined;
    return isOpenCell(name, product, rights) ? { row: product, cell: name } : undefined;
  };
  const textAt = ({ row, column }: GridPlace): string => {
    const [product, name] = [rows[row], columns[column]];
    if (product === undefined || name === undefined) return '';
    if (!isCell(name)) return product[name];
    const change = changes.get(product.sku);
    return change?.texts[name] ?? savedText(change?.base ?? product, name);
  };
  const targetRow = target === undefined ? -1 : rows.findIndex(({ sku }) => sku === target.sku);
  return (
    <>
      <PageHead title="Cuadrícula" path={productsPath} caption={countedText(rows.length, 'producto', 'productos')} />
      <div className="stack">
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
        {said !== undefined && <Note kind="error">{said}</Note>}
        {run !== undefined && (
          <p>
            <Link className="link" to={runHref(run)}>
              Ver lo guardado, producto por producto
            </Link>
          </p>
        )}
        <section className="card overflow-hidden">
          <EditableGrid
            region="Cuadrícula de productos"
            label="Productos"
            rows={rows.length}
            columns={columns.length}
            start={columns.indexOf('regularPrice')}
            isToggle={(column) => columns[column] === 'isPublished'}
            mayChange={(at) => cellAt(at) !== undefined}
            textAt={textAt}
            onEdits={(edits) =>
              dispatch({
                kind: 'type',
                edits: edits.flatMap(({ text, ...at }) => {
                  const found = cellAt(at);
                  return found === undefined ? [] : [{ ...found, text }];
                }),
              })
            }
            onUndo={() => dispatch({ kind: 'undo' })}
            target={target}
            targetPlace={
              target === undefined || targetRow < 0
                ? undefined
                : { row: targetRow, column: columns.indexOf(target.cell) }
            }
            look="data-table min-w-[960px] max-lg:min-w-[720px]"
            head={
              <>
                <th scope="col" className="sticky left-0 z-1 w-44 max-lg:w-36">
                  Código
                </th>
                <th scope="col">Producto</th>
                {cells.map((name) => (
                  <th key={name} scope="col" className={headLook(name)}>
                    {cellLabels[name]}
                  </th>
                ))}
              </>
            }
            renderRow={(row, current) => {
              const product = rows[row];
              return (
                product !== undefined && (
                  <ProductGridRow
                    key={product.sku}
                    product={product}
                    row={row}
                    change={changes.get(product.sku)}
                    refusal={refusals.get(product.sku)}
                    rights={rights}
                    dispatch={dispatch}
                    {...current}
                  />
                )
              );
            }}
          />
        </section>
        <p className="text-xs text-ink-muted max-lg:hidden">
          Flechas: moverse. Enter o una letra: escribir. Tab: siguiente. Esc: dejar como estaba. Ctrl V: pegar una
          columna. Ctrl D: repetir hacia abajo. Ctrl Z: deshacer.
        </p>
      </div>
      <SaveStrip
        text={unsavedText(count)}
        isShown={isDirty || isSending}
        isSending={isSending}
        onDiscard={discardAll}
        onSave={() => void save()}
      />
      <LeaveGuard isDirty={isDirty} />
      {dialog}
    </>
  );
}
