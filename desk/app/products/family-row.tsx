import type { Variant } from '@ceiba/contract/desk/families';
import { productStates } from '@ceiba/contract/desk/lists/products';
import { productLabels } from '@ceiba/contract/desk/product-fields';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../platform/button.tsx';
import { countText, momentText, moneyText, nothing } from '../platform/formats.ts';
import { type CellPlace, CheckCell, readOnlyCell, TextCell } from '../platform/grid-cell.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import {
  areTypeable,
  type Cell,
  cellFault,
  cellLabels,
  cells,
  isPrice,
  priceWarning,
  savedText,
  typedOffer,
} from './family-cells.ts';
import { productHref, stockHref } from './product-looks.ts';
import type { FamilyAction, RowChange, RowRefusal } from './use-family-changes.ts';
import { useOfferDoubts } from './use-offer-doubts.ts';

/** The columns of the grid. The sku names the row, and stock changes by movements only (PROD-18). */
export const columns = ['sku', 'label', 'regularPrice', 'salesPrice', 'codes', 'stock', 'isPublished'] as const;
export type Column = (typeof columns)[number];

export const isCell = (column: Column): column is Cell => column !== 'sku' && column !== 'stock';

interface Row {
  variant: Variant;
  row: number;
  change: RowChange | undefined;
  refusal: RowRefusal | undefined;
  rights: Readonly<Record<Cell, boolean>>;
  dispatch: (action: FamilyAction) => void;
  /** The place of the current cell, if it is in this row. */
  column?: number | undefined;
  isEditing?: boolean | undefined;
  /** The letter that began the editing. */
  first?: string | undefined;
}

/** A variant in the grid, and below it why it was not saved. */
export const FamilyRow = memo(function FamilyRow(props: Row) {
  const { variant, row, change, refusal, column, dispatch } = props;
  const { sku, stock, picture } = variant;
  const place = (name: Column) => {
    const at = columns.indexOf(name);
    return { 'data-row': row, 'data-column': at, tabIndex: at === column ? 0 : -1 };
  };
  const { tabIndex: skuTab, ...skuPlace } = place('sku');
  const { tabIndex: stockTab, ...stockPlace } = place('stock');
  const label = change?.texts.label ?? variant.label;
  return (
    <>
      <tr aria-rowindex={row + 2} className="group/row">
        <th scope="row" className="sticky left-0 z-1 !bg-surface text-left font-normal" {...skuPlace}>
          <span className="flex min-w-0 items-center gap-2">
            <span className="max-lg:hidden">
              <Thumbnail src={picture} size={32} isLate />
            </span>
            <span className="grid min-w-0">
              <Link
                className="link truncate max-lg:text-xs max-lg:wrap-anywhere max-lg:whitespace-normal"
                to={productHref(sku)}
                tabIndex={skuTab}
              >
                {sku}
              </Link>
              <small className="truncate text-xs text-ink-muted lg:hidden">{label}</small>
            </span>
          </span>
        </th>
        {cells.slice(0, 4).map((cell) => (
          <VariantCell key={cell} cell={cell} place={place(cell)} {...props} />
        ))}
        <td className="text-right" {...readOnlyCell} {...stockPlace}>
          <Link
            className="link"
            to={stockHref(sku)}
            tabIndex={stockTab}
            aria-label={`Existencias de ${label}: ${stock === null ? 'no lleva' : countText(stock)}`}
          >
            {stock === null ? nothing : countText(stock)}
          </Link>
        </td>
        <PublishedCell place={place('isPublished')} label={label} {...props} />
      </tr>
      {(change ?? refusal) !== undefined && (
        <RowNote sku={sku} change={change} refusal={refusal} onDiscard={() => dispatch({ kind: 'discard', sku })} />
      )}
    </>
  );
});

const shownCell = (cell: Cell, text: string, fault: string | undefined): ReactNode => {
  if (text === '') return <span className="text-ink-muted">{nothing}</span>;
  return isPrice(cell) && fault === undefined ? moneyText(Number(text)) : text;
};

function VariantCell({
  cell,
  place,
  variant,
  change,
  refusal,
  rights,
  isEditing = false,
  first,
}: Row & { cell: Cell; place: CellPlace }) {
  const typed = change?.texts[cell];
  const text = typed ?? savedText(change?.base ?? variant, cell);
  const wrong = typed === undefined ? undefined : (cellFault(cell, typed) ?? undefined);
  return (
    <TextCell
      place={place}
      label={`${cellLabels[cell]}: ${variant.label}`}
      text={text}
      shown={shownCell(cell, text, wrong)}
      isTyped={typed !== undefined}
      fault={wrong ?? refusal?.fields[cell]}
      mayType={rights[cell] && (cell !== 'codes' || areTypeable(variant))}
      isAmount={isPrice(cell)}
      isEditing={isEditing}
      first={first}
    />
  );
}

function PublishedCell({ place, label, variant, change, rights }: Row & { place: CellPlace; label: string }) {
  const typed = change?.texts.isPublished;
  const isPublished = (typed ?? savedText(change?.base ?? variant, 'isPublished')) === 'true';
  const state = isPublished ? 'published' : variant.state === 'published' ? 'draft' : variant.state;
  return (
    <CheckCell
      place={place}
      label={`Publicado: ${label}`}
      words={productStates[state]}
      isChecked={isPublished}
      isTyped={typed !== undefined}
      mayChange={rights.isPublished}
    />
  );
}

/** The label of a field of the product that is no cell of the grid: "Fotos". */
const fieldLabel = (field: string): string | undefined => productLabels[field.split('.')[0] ?? ''];

const conflictText = ({ by, at }: NonNullable<RowRefusal['conflict']>): string =>
  `${by ?? 'Alguien más'} cambió esta fila${at === null ? '' : ` (${momentText(at)})`}. Lo que escribiste sigue aquí: guarda otra vez para dejarlo.`;

/** The values that the other person saved in cells that were typed here, too. */
const theirTexts = ({ base, texts }: RowChange, conflict: NonNullable<RowRefusal['conflict']>): string[] =>
  conflict.cells
    .filter((cell) => texts[cell] !== undefined)
    .map((cell) => `${cellLabels[cell]} guardado: ${savedText(base, cell) || nothing}.`);

/** Below a changed row: why it was not saved, else what its typed prices need or leave open to doubt. */
function RowNote({
  sku,
  change,
  refusal,
  onDiscard,
}: {
  sku: string;
  change: RowChange | undefined;
  refusal: RowRefusal | undefined;
  onDiscard: () => void;
}) {
  const warning = change === undefined ? undefined : priceWarning(change.base, change.texts);
  const doubts = useOfferDoubts(sku, change === undefined ? null : typedOffer(change.base, change.texts));
  const { fields = {}, conflict } = refusal ?? {};
  const warnings = [...(warning === undefined ? [] : [`${warning} Al guardar se pide el motivo.`]), ...doubts];
  const texts = [
    ...(conflict === undefined || change === undefined
      ? []
      : [conflictText(conflict), ...theirTexts(change, conflict)]),
    ...Object.entries(fields).flatMap(([field, text]) => {
      if (cells.some((cell) => cell === field && cell !== 'isPublished')) return [];
      const label = fieldLabel(field);
      return [label === undefined ? text : `${label}: ${text}`];
    }),
  ];
  if (texts.length === 0 && warnings.length === 0) return null;
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
          <span className="min-w-0 flex-1">{(isRefused ? texts : warnings).join(' ')}</span>
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
