import type { Variant } from '@ceiba/contract/desk/families';
import { EditableGrid, type GridPlace } from '../platform/editable-grid.tsx';
import { areTypeable, type Cell, cellLabels, isPrice, savedText } from './family-cells.ts';
import { type Column, columns, FamilyRow, isCell } from './family-row.tsx';
import type { FamilyAction, RowChange, RowRefusal } from './use-family-changes.ts';

interface Grid {
  variants: readonly Variant[];
  changes: ReadonlyMap<string, RowChange>;
  refusals: ReadonlyMap<string, RowRefusal>;
  /** The cells that this person may change. The object stays the same between renders. */
  rights: Readonly<Record<Cell, boolean>>;
  /** The cell that gets the focus. A new object moves the focus again. */
  target: { sku: string; cell: Cell } | undefined;
  /** Must be the same function in each render, so that unchanged rows do not render. */
  dispatch: (action: FamilyAction) => void;
}

const headLook = (name: Column): string | undefined => {
  if (isCell(name) && isPrice(name)) return 'w-30 text-right';
  if (name === 'stock') return 'w-26 text-right';
  return name === 'isPublished' ? 'w-26' : undefined;
};

/** The variants of a family as a grid (PROD-25). */
export function FamilyGrid({ variants, changes, refusals, rights, target, dispatch }: Grid) {
  const cellAt = ({ row, column }: GridPlace) => {
    const variant = variants[row];
    const name: Column | undefined = columns[column];
    if (variant === undefined || name === undefined || !isCell(name) || !rights[name]) return undefined;
    return name === 'codes' && !areTypeable(variant) ? undefined : { row: variant, cell: name };
  };
  const textAt = ({ row, column }: GridPlace): string => {
    const [variant, name] = [variants[row], columns[column]];
    if (variant === undefined || name === undefined) return '';
    if (!isCell(name)) return name === 'sku' ? variant.sku : String(variant.stock ?? '');
    const change = changes.get(variant.sku);
    return change?.texts[name] ?? savedText(change?.base ?? variant, name);
  };
  const targetRow = target === undefined ? -1 : variants.findIndex(({ sku }) => sku === target.sku);
  return (
    <EditableGrid
      region="Cuadrícula de variantes"
      label="Variantes"
      rows={variants.length}
      columns={columns.length}
      start={1}
      isToggle={(column) => columns[column] === 'isPublished'}
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
        target === undefined || targetRow < 0 ? undefined : { row: targetRow, column: columns.indexOf(target.cell) }
      }
      look="data-table min-w-[960px] max-lg:min-w-[860px]"
      head={
        <>
          <th scope="col" className="sticky left-0 z-1 w-44 max-lg:w-36">
            Código
          </th>
          {columns.slice(1).map((name) => (
            <th key={name} scope="col" className={headLook(name)}>
              {isCell(name) ? cellLabels[name] : 'Existencias'}
            </th>
          ))}
        </>
      }
      renderRow={(row, current) => {
        const variant = variants[row];
        return (
          variant !== undefined && (
            <FamilyRow
              key={variant.sku}
              variant={variant}
              row={row}
              change={changes.get(variant.sku)}
              refusal={refusals.get(variant.sku)}
              rights={rights}
              dispatch={dispatch}
              {...current}
            />
          )
        );
      }}
    />
  );
}
