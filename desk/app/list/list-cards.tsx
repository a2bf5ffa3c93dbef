import { CellValue, isRight } from './cell.tsx';
import { Cell, cellValue, RowBox, type RowLook } from './list-table.tsx';
import type { Selection } from './selection.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const cardLook =
  'grid gap-1.5 rounded-md border border-border bg-surface px-4 py-3 text-sm has-data-row:cursor-pointer';

/** The list below 1024 px: a card for each row, with name, amount, other values in pairs, and states at the end. */
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
      <ul className="grid gap-2 group-data-stale:opacity-60" aria-busy="true">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <li key={place} className={cardLook}>
            <span className="skeleton" />
            <span className="skeleton" />
            <span className="skeleton" />
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="grid gap-2 group-data-stale:opacity-60">
      {rows.map((row) => (
        <li key={look.idOf(row)} className={cardLook}>
          <div className="flex items-center gap-2 flex-wrap justify-between">
            <span className="flex min-w-0 items-center gap-2 wrap-anywhere">
              {selection && <RowBox id={look.idOf(row)} selection={selection} />}
              <Cell look={look} name={nameColumn} row={row} />
            </span>
            {total !== undefined && (
              <span className="text-[length:var(--text-base)] font-semibold whitespace-nowrap tabular-nums">
                <Cell look={look} name={total} row={row} />
              </span>
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)_fit-content(60%)] gap-x-3 gap-y-1 wrap-anywhere text-ink-soft">
            {rest.map((name) => {
              const column = list.columns[name];
              if (column === undefined) return null;
              const drawn = look.cells[name]?.(row) ?? null;
              if (drawn === null && isEmpty(cellValue(row, name))) return null;
              const isNamed = isRight(column) || column.kind === 'flag';
              return (
                <span key={name} className="even:text-right">
                  <span className={isNamed ? 'text-ink-muted' : 'sr-only'}>{`${column.label}: `}</span>
                  {drawn ?? <CellValue column={column} value={cellValue(row, name)} />}
                </span>
              );
            })}
          </div>
          {states.length > 0 && (
            <div className="flex items-center flex-wrap gap-1">
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
