import type { ListColumn, ListDeclaration } from '@ceiba/contract/desk/list';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { CellValue, isRight, type Pills } from './cell.tsx';
import type { ListState } from './list-state.ts';
import type { Selection } from './selection.ts';

/**
 * The rendering of a list's rows. The kind of a column decides how a cell looks, unless `cells` has a function for the
 * column.
 */
export interface RowLook<R extends object> {
  list: ListDeclaration;
  idOf: (row: R) => string;
  /** Wraps the name of a row in its link; returns the name alone if rows have no page. */
  link: (row: R, children: ReactNode) => ReactNode;
  /** The column with the row's name. */
  nameColumn: string;
  cells: Readonly<Record<string, (row: R) => ReactNode>>;
  pills: Pills;
}

export const cellValue = (row: object, column: string): unknown => Reflect.get(row, column);

export function Cell<R extends object>({ look, name, row }: { look: RowLook<R>; name: string; row: R }) {
  const column = look.list.columns[name];
  const drawn =
    look.cells[name]?.(row) ??
    (column && <CellValue column={column} value={cellValue(row, name)} pills={look.pills[name]} />);
  return name === look.nameColumn ? look.link(row, drawn) : drawn;
}

/** Placeholder rows while the first page loads. */
const skeleton = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Widths of columns, by their kind. Columns of text share the remaining width. */
const widths: Readonly<Record<string, string>> = {
  number: 'w-24',
  money: 'w-[140px]',
  moment: 'w-[122px]',
  date: 'w-24',
  flag: 'w-[110px]',
  state: 'w-[150px]',
};

const widthOf = (column: ListColumn | undefined): string | undefined =>
  column?.isWide ? 'w-1/3' : column?.isNumber ? 'w-28' : column && widths[column.kind];

/** The list from 1024 px: a table with the columns that the person chose. */
export function ListTable<R extends object>({
  look,
  rows,
  visible,
  state,
  selection,
  isComfortable,
}: {
  look: RowLook<R>;
  /** Null while loading. */
  rows: readonly R[] | null;
  visible: readonly string[];
  state: ListState;
  selection: Selection | null;
  isComfortable: boolean;
}) {
  const { list } = look;
  return (
    <table
      className={cx('data-table min-w-[720px]', isComfortable && '[&_td]:h-(--desk-row-comfy)')}
      aria-busy={rows === null}
    >
      <colgroup>
        {selection && <col className="w-[42px]" />}
        {visible.map((name) => (
          <col key={name} className={widthOf(list.columns[name])} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <input
                type="checkbox"
                className="checkbox"
                aria-label="Seleccionar esta página"
                checked={selection.areAll}
                ref={(box) => {
                  if (box) box.indeterminate = selection.areSome;
                }}
                onChange={selection.toggleShown}
              />
            </th>
          )}
          {visible.map((name) => (
            <HeadCell key={name} list={list} name={name} state={state} />
          ))}
        </tr>
      </thead>
      <tbody className="group-data-stale:opacity-60">
        {rows === null
          ? skeleton.map((place) => (
              <SkeletonRow key={place} look={look} visible={visible} hasBox={selection !== null} />
            ))
          : rows.map((row) => {
              const id = look.idOf(row);
              return (
                <tr key={id} data-selected={selection?.has(id) || undefined}>
                  {selection && (
                    <td>
                      <RowBox id={id} selection={selection} />
                    </td>
                  )}
                  {visible.map((name) => {
                    const column = list.columns[name];
                    return (
                      <td key={name} className={column && isRight(column) ? 'text-right' : undefined}>
                        <Cell look={look} name={name} row={row} />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
      </tbody>
    </table>
  );
}

export function RowBox({ id, selection }: { id: string; selection: Selection }) {
  return (
    <input
      type="checkbox"
      className="checkbox max-lg:relative max-lg:before:absolute max-lg:before:-inset-3.5"
      aria-label={`Seleccionar ${id}`}
      data-box={id}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** The header cell of a column. For a sortable column, it contains a button that sorts or reverses the order. */
function HeadCell({ list, name, state }: { list: ListDeclaration; name: string; state: ListState }) {
  const column = list.columns[name];
  if (column === undefined) return null;
  const sort = state.params.get('sort') ?? list.sorts[0];
  const isSorted = sort === name || sort === `-${name}`;
  const isDown = sort === `-${name}`;
  const first = list.sorts.find((each) => each === name || each === `-${name}`);
  const look = isRight(column) ? 'text-right' : undefined;
  if (first === undefined)
    return (
      <th scope="col" className={look}>
        {column.label}
      </th>
    );
  const next = isSorted ? (isDown ? name : `-${name}`) : first;
  return (
    <th scope="col" className={look} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => state.change({ sort: next })}>
        {column.label}
        {isSorted && (
          <DeskIcon name={isDown ? 'arrow-down' : 'arrow-up'} className="ml-[3px] inline size-3 align-[-1px]" />
        )}
      </button>
    </th>
  );
}

function SkeletonRow<R extends object>({
  look,
  visible,
  hasBox,
}: {
  look: RowLook<R>;
  visible: readonly string[];
  hasBox: boolean;
}) {
  return (
    <tr>
      {hasBox && (
        <td>
          <span className="skeleton size-4" />
        </td>
      )}
      {visible.map((name) => {
        const column = look.list.columns[name];
        return (
          <td key={name} className={column && isRight(column) ? 'text-right' : undefined}>
            <span className={cx('skeleton', column && isRight(column) && 'ml-auto')} />
          </td>
        );
      })}
    </tr>
  );
}
