import { CellValue, isRight } from './cell.tsx';
import { Cell, cellValue, RowBox, type RowLook } from './list-table.tsx';
import type { Selection } from './selection.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Below 1024 px: a card for each row, with what names it, its amount, the rest in pairs, and its states at the end. */
export function ListCards<R extends object>({
  look,
  rows,
  visible,
  selection,
}: {
  look: RowLook<R>;
  rows: readonly R[] | null;
  visible: readonly string[];
  selection: Selection | null;
}) {
  const { list, nameColumn } = look;
  const kindOf = (name: string) => list.columns[name]?.kind;
  const total = visible.find((name) => kindOf(name) === 'money' && name !== nameColumn);
  const states = visible.filter((name) => kindOf(name) === 'state');
  const rest = visible.filter((name) => name !== nameColumn && name !== total && !states.includes(name));
  if (rows === null)
    return (
      <ul className="cards" aria-busy="true">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <li key={place} className="oc">
            <span className="sk" />
            <span className="sk" />
            <span className="sk" />
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="cards">
      {rows.map((row) => (
        <li key={look.idOf(row)} className="oc">
          <div className="row between">
            <span className="row">
              {selection && <RowBox id={look.idOf(row)} selection={selection} />}
              <Cell look={look} name={nameColumn} row={row} />
            </span>
            {total !== undefined && (
              <span className="tot num">
                <Cell look={look} name={total} row={row} />
              </span>
            )}
          </div>
          <div className="pairs">
            {rest.map((name) => {
              const column = list.columns[name];
              if (column === undefined) return null;
              const drawn = look.cells[name]?.(row) ?? null;
              if (drawn === null && isEmpty(cellValue(row, name))) return null;
              const isNamed = isRight(column) || column.kind === 'flag';
              return (
                <span key={name}>
                  <span className={isNamed ? 'muted' : 'sr'}>{`${column.label}: `}</span>
                  {drawn ?? <CellValue column={column} value={cellValue(row, name)} />}
                </span>
              );
            })}
          </div>
          {states.length > 0 && (
            <div className="row wrapx g4">
              {states.map((name) =>
                isEmpty(cellValue(row, name)) && look.cells[name] === undefined ? null : (
                  <Cell key={name} look={look} name={name} row={row} />
                ),
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
