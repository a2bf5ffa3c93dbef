import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { CellValue, isRight, type Pills } from './cell.tsx';
import type { ListState } from './list-state.ts';
import type { Selection } from './selection.ts';

/** How rows of a list are drawn: by the kinds of its columns, but for those a page draws itself. */
export interface RowLook<R extends object> {
  list: ListDeclaration;
  idOf: (row: R) => string;
  /** The link to a row's page around what names it; where rows have no page, what names it. */
  link: (row: R, children: ReactNode) => ReactNode;
  /** Which column names a row. */
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

/** Rows that are drawn while the first page is asked for. */
const skeleton = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** From 1024 px: rows of a table. Its columns' order and which are shown are the person's. */
export function ListTable<R extends object>({
  look,
  rows,
  visible,
  state,
  selection,
  isComfortable,
}: {
  look: RowLook<R>;
  /** Null while they are asked for. */
  rows: readonly R[] | null;
  visible: readonly string[];
  state: ListState;
  selection: Selection | null;
  isComfortable: boolean;
}) {
  const { list } = look;
  return (
    <table className={cx('tbl', isComfortable && 'comfy')} aria-busy={rows === null}>
      <colgroup>
        {selection && <col className="c-box" />}
        {visible.map((name) => (
          <col key={name} className={list.columns[name]?.isNumber ? 'c-digits' : `c-${list.columns[name]?.kind}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <input
                type="checkbox"
                className="chk"
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
      <tbody>
        {rows === null
          ? skeleton.map((place) => (
              <SkeletonRow key={place} look={look} visible={visible} hasBox={selection !== null} />
            ))
          : rows.map((row) => {
              const id = look.idOf(row);
              return (
                <tr key={id} className={selection?.has(id) ? 'sel-row' : undefined}>
                  {selection && (
                    <td>
                      <RowBox id={id} selection={selection} />
                    </td>
                  )}
                  {visible.map((name) => {
                    const column = list.columns[name];
                    return (
                      <td key={name} className={column && isRight(column) ? 'r' : undefined}>
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
      className="chk"
      aria-label={`Seleccionar ${id}`}
      data-box={id}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** A column's name; where the list sorts by it, a button that does, and turns round what it has sorted by. */
function HeadCell({ list, name, state }: { list: ListDeclaration; name: string; state: ListState }) {
  const column = list.columns[name];
  if (column === undefined) return null;
  const sort = state.params.get('sort') ?? list.sorts[0];
  const isSorted = sort === name || sort === `-${name}`;
  const isDown = sort === `-${name}`;
  const first = list.sorts.find((each) => each === name || each === `-${name}`);
  const look = isRight(column) ? 'r' : undefined;
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
        {isSorted && <DeskIcon name={isDown ? 'arrow-down' : 'arrow-up'} />}
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
          <span className="sk box" />
        </td>
      )}
      {visible.map((name) => {
        const column = look.list.columns[name];
        return (
          <td key={name} className={column && isRight(column) ? 'r' : undefined}>
            <span className="sk" />
          </td>
        );
      })}
    </tr>
  );
}
