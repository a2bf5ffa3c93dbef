import { productStates } from '@ceiba/contract/desk/lists/products';
import { productLabels } from '@ceiba/contract/desk/product-fields';
import type { GridRow } from '@ceiba/contract/desk/product-grid';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { memo } from 'react';
import { Link } from 'react-router';
import { Button } from '../platform/button.tsx';
import type { CurrentCell } from '../platform/editable-grid.tsx';
import { momentText, moneyText, nothing } from '../platform/formats.ts';
import { CheckCell, readOnlyCell, TextCell } from '../platform/grid-cell.tsx';
import type { RowChange, RowRefusal } from '../platform/grid-changes.ts';
import { productHref } from '../products/product-looks.ts';
import {
  type Cell,
  type Column,
  cellFault,
  cellLabels,
  cells,
  columns,
  isPrice,
  priceWarning,
  savedText,
} from './grid-cells.ts';
import type { ProductGridAction } from './use-grid-changes.ts';

interface Row extends CurrentCell {
  product: GridRow;
  row: number;
  change: RowChange<GridRow, Cell> | undefined;
  refusal: RowRefusal<Cell> | undefined;
  rights: Readonly<Record<Cell, boolean>>;
  dispatch: (action: ProductGridAction) => void;
}

/** True if the cell of this product can be changed: a product without stock lies on no shelf. */
export const isOpenCell = (cell: Cell, product: GridRow, rights: Readonly<Record<Cell, boolean>>): boolean =>
  rights[cell] && (cell !== 'shelf' || product.stock !== null);

/** A product in the grid, and below it why it was not saved. Renders again only if it changed. */
export const ProductGridRow = memo(function ProductGridRow(props: Row) {
  const { product, row, change, refusal, rights, column, isEditing = false, first, dispatch } = props;
  const { sku, title } = product;
  const place = (name: Column) => {
    const at = columns.indexOf(name);
    return { 'data-row': row, 'data-column': at, tabIndex: at === column ? 0 : -1 };
  };
  const { tabIndex: skuTab, ...skuPlace } = place('sku');
  const typed = change?.texts.isPublished;
  const isPublished = (typed ?? savedText(change?.base ?? product, 'isPublished')) === 'true';
  const state = isPublished ? 'published' : product.state === 'published' ? 'draft' : product.state;
  return (
    <>
      <tr aria-rowindex={row + 2} className="group/row">
        <th scope="row" className="sticky left-0 z-1 !bg-surface text-left font-normal" {...skuPlace}>
          <span className="grid min-w-0">
            <Link
              className="link truncate max-lg:text-xs max-lg:wrap-anywhere max-lg:whitespace-normal"
              to={productHref(sku)}
              tabIndex={skuTab}
            >
              {sku}
            </Link>
            <small className="truncate text-xs text-ink-muted lg:hidden">{title}</small>
          </span>
        </th>
        <td className="truncate text-ink-soft" {...readOnlyCell} {...place('title')}>
          {title}
        </td>
        {cells.slice(0, 3).map((cell) => (
          <ProductCell
            key={cell}
            cell={cell}
            place={place(cell)}
            {...{ product, change, refusal, rights, isEditing, first }}
          />
        ))}
        <CheckCell
          place={place('isPublished')}
          label={`Publicado: ${title}`}
          words={productStates[state]}
          isChecked={isPublished}
          isTyped={typed !== undefined}
          mayChange={rights.isPublished}
        />
      </tr>
      {(change ?? refusal) !== undefined && (
        <RowNote change={change} refusal={refusal} onDiscard={() => dispatch({ kind: 'discard', sku })} />
      )}
    </>
  );
});

function ProductCell({
  cell,
  place,
  product,
  change,
  refusal,
  rights,
  isEditing,
  first,
}: Pick<Row, 'product' | 'change' | 'refusal' | 'rights'> & {
  cell: Cell;
  place: Parameters<typeof TextCell>[0]['place'];
  isEditing: boolean;
  first: string | undefined;
}) {
  const typed = change?.texts[cell];
  const text = typed ?? savedText(change?.base ?? product, cell);
  const wrong = typed === undefined ? undefined : (cellFault(cell, typed) ?? undefined);
  const shown = isPrice(cell) && wrong === undefined ? moneyText(Number(text)) : text;
  return (
    <TextCell
      place={place}
      label={`${cellLabels[cell]}: ${product.title}`}
      text={text}
      shown={text === '' ? <span className="text-ink-muted">{nothing}</span> : shown}
      isTyped={typed !== undefined}
      fault={wrong ?? refusal?.fields[cell]}
      mayType={isOpenCell(cell, product, rights)}
      isAmount={isPrice(cell)}
      isEditing={isEditing}
      first={first}
    />
  );
}

const conflictText = ({ by, at }: NonNullable<RowRefusal<Cell>['conflict']>): string =>
  `${by ?? 'Alguien más'} cambió esta fila${at === null ? '' : ` (${momentText(at)})`}. Lo que escribiste sigue aquí: guarda otra vez para dejarlo.`;

/** The values that the other person saved in cells that were typed here, too. */
const theirTexts = (
  { base, texts }: RowChange<GridRow, Cell>,
  conflict: NonNullable<RowRefusal<Cell>['conflict']>,
): string[] =>
  conflict.cells
    .filter((cell) => texts[cell] !== undefined)
    .map((cell) => `${cellLabels[cell]} guardado: ${savedText(base, cell) || nothing}.`);

/** The messages of a refusal that no cell shows: of other fields of the product, such as its pictures. */
const otherTexts = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).flatMap(([field, text]) => {
    if (cells.some((cell) => cell === field && cell !== 'isPublished')) return [];
    const label = productLabels[field.split('.')[0] ?? ''];
    return [label === undefined ? text : `${label}: ${text}`];
  });

/** Below a changed row: why it was not saved, else what its typed prices need. */
function RowNote({
  change,
  refusal,
  onDiscard,
}: {
  change: RowChange<GridRow, Cell> | undefined;
  refusal: RowRefusal<Cell> | undefined;
  onDiscard: () => void;
}) {
  const warning = change === undefined ? undefined : priceWarning(change.base, change.texts);
  const { fields = {}, conflict } = refusal ?? {};
  const texts = [
    ...(conflict === undefined || change === undefined
      ? []
      : [conflictText(conflict), ...theirTexts(change, conflict)]),
    ...otherTexts(fields),
  ];
  if (texts.length === 0 && warning === undefined) return null;
  const isRefused = texts.length > 0;
  return (
    <tr>
      <td
        colSpan={columns.length}
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
          <span className="min-w-0 flex-1">
            {isRefused ? texts.join(' ') : `${warning} Al guardar se pide el motivo.`}
          </span>
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
