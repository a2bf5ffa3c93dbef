import { productStates } from '@ceiba/contract/desk/lists/products';
import { productLabels } from '@ceiba/contract/desk/product-fields';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type ComponentType, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { SaveStrip, unsavedText } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button } from '../platform/button.tsx';
import { type CurrentCell, EditableGrid, type GridPlace } from '../platform/editable-grid.tsx';
import { momentText, moneyText, nothing } from '../platform/formats.ts';
import { type CellPlace, CheckCell, readOnlyCell, TextCell } from '../platform/grid-cell.tsx';
import type { GridAction, RowChange, RowRefusal } from '../platform/grid-changes.ts';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { productHref } from './product-looks.ts';
import { type CellColumn, isPrice, type ReadOnlyColumn, type SkuGridCells, type SkuRow } from './sku-grid-cells.ts';
import { useOfferDoubts } from './use-offer-doubts.ts';
import type { SkuChanges } from './use-sku-changes.ts';

interface RowProps<Row extends SkuRow, Cell extends string> extends CurrentCell {
  product: Row;
  row: number;
  change: RowChange<Row, Cell> | undefined;
  refusal: RowRefusal<Cell> | undefined;
  rights: ReadonlySet<Cell>;
  dispatch: (action: GridAction<Row, Cell>) => void;
}

/** Makes the row of a grid, which renders again only if it changed. */
export const skuGridRow = <Row extends SkuRow, Cell extends string>(cells: SkuGridCells<Row, Cell>) =>
  memo((props: RowProps<Row, Cell>) => <SkuGridRow cells={cells} {...props} />);

/** A product in the grid, and below it why it was not saved. */
function SkuGridRow<Row extends SkuRow, Cell extends string>({
  cells,
  ...props
}: RowProps<Row, Cell> & { cells: SkuGridCells<Row, Cell> }) {
  const { product, row, change, refusal, column: current, dispatch } = props;
  const { sku, picture } = product;
  const name = cells.nameOf(product, change?.texts ?? {});
  const placeOf = (column: number) => ({
    'data-row': row,
    'data-column': column,
    tabIndex: column === current ? 0 : -1,
  });
  const { tabIndex: skuTab, ...skuPlace } = placeOf(0);
  return (
    <>
      <tr aria-rowindex={row + 2} className="group/row">
        <th scope="row" className="sticky left-0 z-1 !bg-surface text-left font-normal" {...skuPlace}>
          <span className="flex min-w-0 items-center gap-2">
            {picture !== undefined && (
              <span className="max-lg:hidden">
                <Thumbnail src={picture} size={32} isLate />
              </span>
            )}
            <span className="grid min-w-0">
              <Link
                className="link truncate max-lg:text-xs max-lg:wrap-anywhere max-lg:whitespace-normal"
                to={productHref(sku)}
                tabIndex={skuTab}
              >
                {sku}
              </Link>
              <small className="truncate text-xs text-ink-muted lg:hidden">{name}</small>
            </span>
          </span>
        </th>
        {cells.columns.map((column, at) => {
          const place = placeOf(at + 1);
          return 'textOf' in column ? (
            <ReadOnlyCell key={column.label} {...{ column, place, product, name }} />
          ) : (
            <OpenCell key={column.label} {...props} {...{ cells, column, place, name }} />
          );
        })}
      </tr>
      {(change ?? refusal) !== undefined && (
        <RowNote onDiscard={() => dispatch({ kind: 'discard', sku })} {...{ cells, sku, change, refusal }} />
      )}
    </>
  );
}

function ReadOnlyCell<Row extends SkuRow>({
  column: { cellLook, textOf, linkOf },
  place: { tabIndex, ...place },
  product,
  name,
}: {
  column: ReadOnlyColumn<Row>;
  place: CellPlace;
  product: Row;
  name: string;
}) {
  const link = linkOf?.(product, name);
  return (
    <td className={cellLook} {...readOnlyCell} {...place} {...(link === undefined && { tabIndex })}>
      {link === undefined ? (
        textOf(product)
      ) : (
        <Link className="link" to={link.to} tabIndex={tabIndex} aria-label={link.label}>
          {link.text}
        </Link>
      )}
    </td>
  );
}

function OpenCell<Row extends SkuRow, Cell extends string>({
  cells,
  column: { cell, label: heading },
  place,
  name,
  product,
  change,
  refusal,
  rights,
  isEditing = false,
  first,
}: Omit<RowProps<Row, Cell>, 'column'> & {
  cells: SkuGridCells<Row, Cell>;
  column: CellColumn<Cell>;
  place: CellPlace;
  name: string;
}) {
  const typed = change?.texts[cell];
  const text = typed ?? cells.savedText(change?.base ?? product, cell);
  const isTyped = typed !== undefined;
  const label = `${heading}: ${name}`;
  if (cell === 'isPublished') {
    const isChecked = text === 'true';
    const state = isChecked ? 'published' : product.state === 'published' ? 'draft' : product.state;
    return (
      <CheckCell words={productStates[state]} mayChange={rights.has(cell)} {...{ place, label, isChecked, isTyped }} />
    );
  }
  const wrong = isTyped ? (cells.cellFault(cell, typed) ?? undefined) : undefined;
  const shown = isPrice(cell) && wrong === undefined ? moneyText(Number(text)) : text;
  return (
    <TextCell
      shown={text === '' ? <span className="text-ink-muted">{nothing}</span> : shown}
      fault={wrong ?? refusal?.fields[cell]}
      mayType={rights.has(cell) && cells.isOpen(product, cell)}
      isAmount={isPrice(cell)}
      {...{ place, label, text, isTyped, isEditing, first }}
    />
  );
}

/** Why a row was not saved, but for the messages that its cells show. */
function refusalTexts<Row extends SkuRow, Cell extends string>(
  { columns, savedText }: SkuGridCells<Row, Cell>,
  change: RowChange<Row, Cell> | undefined,
  { fields, conflict }: RowRefusal<Cell>,
): string[] {
  const texts: string[] = [];
  if (conflict !== undefined && change !== undefined) {
    const { by, at } = conflict;
    texts.push(
      `${by ?? 'Alguien más'} cambió esta fila${at === null ? '' : ` (${momentText(at)})`}. Lo que escribiste sigue aquí: guarda otra vez para dejarlo.`,
    );
    // Lists the other person's values for the cells that this person edited too.
    for (const { cell, label } of columns)
      if (cell !== undefined && conflict.cells.includes(cell) && change.texts[cell] !== undefined)
        texts.push(`${label} guardado: ${savedText(change.base, cell) || nothing}.`);
  }
  for (const [field, text] of Object.entries(fields)) {
    if (columns.some(({ cell }) => cell === field && cell !== 'isPublished')) continue;
    // Another field of the product, such as its pictures.
    const label = productLabels[field.split('.')[0] ?? ''];
    texts.push(label === undefined ? text : `${label}: ${text}`);
  }
  return texts;
}

/** The note below a changed row: the reason why it was not saved, or the warnings about its prices. */
function RowNote<Row extends SkuRow, Cell extends string>({
  cells,
  sku,
  change,
  refusal,
  onDiscard,
}: Pick<RowProps<Row, Cell>, 'change' | 'refusal'> & {
  cells: SkuGridCells<Row, Cell>;
  sku: string;
  onDiscard: () => void;
}) {
  const warning = change && cells.priceWarning(change.base, change.texts);
  const doubts = useOfferDoubts(sku, change === undefined ? null : cells.offerOf(change.base, change.texts));
  const warnings = [...(warning === undefined ? [] : [`${warning} Al guardar se pide el motivo.`]), ...doubts];
  const refusals = refusal === undefined ? [] : refusalTexts(cells, change, refusal);
  const isRefused = refusals.length > 0;
  if (!isRefused && warnings.length === 0) return null;
  return (
    <tr>
      <td
        colSpan={cells.columns.length + 1}
        className={cx(
          '!h-auto !overflow-visible py-1.5 !whitespace-normal',
          isRefused ? '!bg-danger-soft text-on-danger-soft' : '!bg-warning-soft text-on-warning-soft',
        )}
      >
        <span
          className="sticky left-4 flex max-w-[min(100%,48rem)] flex-wrap items-center gap-2 max-lg:max-w-[calc(100vw-5rem)]"
          role={isRefused ? 'alert' : undefined}
        >
          <DeskIcon name={isRefused ? 'circle-alert' : 'triangle-alert'} className="flex-none" />
          <span className="min-w-0 flex-1">{(isRefused ? refusals : warnings).join(' ')}</span>
          {isRefused && (
            <Button size="small" onClick={onDiscard}>
              Descartar fila
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Products as a grid, below the notes of its page, and the strip that saves its unsaved cells. */
export function SkuGrid<Row extends SkuRow, Cell extends string>({
  cells,
  Row,
  rows,
  state,
  children,
}: {
  cells: SkuGridCells<Row, Cell>;
  Row: ComponentType<RowProps<Row, Cell>>;
  rows: readonly Row[];
  state: SkuChanges<Row, Cell>;
  children: ReactNode;
}) {
  const { columns, savedText } = cells;
  const { changes, refusals, rights, count, isSending, target, dispatch } = state;
  const cellAt = ({ row, column }: GridPlace): { row: Row; cell: Cell } | undefined => {
    const [product, cell] = [rows[row], columns[column - 1]?.cell];
    if (product === undefined || cell === undefined) return undefined;
    return rights.has(cell) && cells.isOpen(product, cell) ? { row: product, cell } : undefined;
  };
  const textAt = ({ row, column: at }: GridPlace): string => {
    const [product, column] = [rows[row], columns[at - 1]];
    if (product === undefined || column === undefined) return product?.sku ?? '';
    if ('textOf' in column) return column.textOf(product);
    const change = changes.get(product.sku);
    return change?.texts[column.cell] ?? savedText(change?.base ?? product, column.cell);
  };
  const columnOf = (of: string): number => columns.findIndex(({ cell }) => cell === of) + 1;
  const targetRow = target === undefined ? -1 : rows.findIndex(({ sku }) => sku === target.sku);
  return (
    <>
      <div className="stack">
        {children}
        <section className="card overflow-hidden">
          <EditableGrid
            region={cells.region}
            label={cells.label}
            rows={rows.length}
            columns={columns.length + 1}
            start={columns.findIndex(({ cell }) => cell !== undefined) + 1}
            isToggle={(column) => columns[column - 1]?.cell === 'isPublished'}
            mayChange={(place) => cellAt(place) !== undefined}
            textAt={textAt}
            onEdits={(edits) =>
              dispatch({
                kind: 'type',
                edits: edits.flatMap(({ text, ...place }) => {
                  const found = cellAt(place);
                  return found === undefined ? [] : [{ ...found, text }];
                }),
              })
            }
            onUndo={() => dispatch({ kind: 'undo' })}
            target={target}
            targetPlace={
              target === undefined || targetRow < 0 ? undefined : { row: targetRow, column: columnOf(target.cell) }
            }
            look={cells.look}
            head={
              <>
                <th scope="col" className="sticky left-0 z-1 w-44 max-lg:w-36">
                  Código
                </th>
                {columns.map(({ label, look }) => (
                  <th key={label} scope="col" className={look}>
                    {label}
                  </th>
                ))}
              </>
            }
            renderRow={(row, current) => {
              const product = rows[row];
              return (
                product !== undefined && (
                  <Row
                    key={product.sku}
                    change={changes.get(product.sku)}
                    refusal={refusals.get(product.sku)}
                    {...{ product, row, rights, dispatch }}
                    {...current}
                  />
                )
              );
            }}
          />
        </section>
        {rights.size > 0 && (
          <p className="text-xs text-ink-muted max-lg:hidden">
            Flechas: moverse. Enter o una letra: escribir. Tab: siguiente. Esc: dejar como estaba. Ctrl V: pegar una
            columna. Ctrl D: repetir hacia abajo. Ctrl Z: deshacer.
          </p>
        )}
      </div>
      <SaveStrip
        text={unsavedText(count)}
        isShown={count > 0 || isSending}
        isSending={isSending}
        onDiscard={state.discardAll}
        onSave={() => void state.save()}
      />
      <LeaveGuard isDirty={count > 0} />
      {state.dialog}
    </>
  );
}
