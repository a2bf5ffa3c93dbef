type Texts<Cell extends string> = Partial<Record<Cell, string>>;

/** The unsaved cells of a grid row, and the row as it was when its first unsaved cell was typed. */
export interface RowChange<Row, Cell extends string> {
  base: Row;
  texts: Texts<Cell>;
}

/** The reason why a row was not saved. `fields`: messages by cell, or by another field of the entity. */
export interface RowRefusal<Cell extends string> {
  fields: Readonly<Record<string, string>>;
  /** Another person changed the row first. `cells`: the cells that the other person changed. */
  conflict?: { by: string | null; at: string | null; cells: readonly Cell[] };
}

export type GridChanges<Row, Cell extends string> = ReadonlyMap<string, RowChange<Row, Cell>>;

interface CellEdit<Row, Cell extends string> {
  row: Row;
  cell: Cell;
  text: string;
}

/** The result of a saved row, as calls answer it. */
export interface RowResult {
  sku: string;
  outcome: 'changed' | 'equal' | 'refused' | 'conflict';
  fields: Readonly<Record<string, string>>;
  changedBy: string | null;
  changedAt: string | null;
}

export interface GridState<Row, Cell extends string> {
  changes: GridChanges<Row, Cell>;
  refusals: ReadonlyMap<string, RowRefusal<Cell>>;
  /** Earlier states of the unsaved cells, the latest last. */
  past: readonly GridChanges<Row, Cell>[];
}

export type GridAction<Row, Cell extends string> =
  | { kind: 'type'; edits: readonly CellEdit<Row, Cell>[] }
  | { kind: 'undo' }
  | { kind: 'discard'; sku: string }
  | { kind: 'restore'; changes: GridChanges<Row, Cell> }
  /** `rows`: the current state of the saved rows. */
  | { kind: 'saved'; sent: GridChanges<Row, Cell>; results: readonly RowResult[]; rows: readonly Row[] };

const pastLength = 50;

/**
 * Makes the reducer for the unsaved cells of a grid. `savedText` returns the text of a saved value. `shownText` returns a typed text in the form that
 * the cell shows.
 */
export function gridReducer<Row extends { sku: string }, Cell extends string>({
  cells,
  savedText,
  shownText,
}: {
  cells: readonly Cell[];
  savedText: (row: Row, cell: Cell) => string;
  shownText: (cell: Cell, typed: string) => string;
}): (state: GridState<Row, Cell>, action: GridAction<Row, Cell>) => GridState<Row, Cell> {
  type Changes = Map<string, RowChange<Row, Cell>>;

  const textsWhere = (texts: Texts<Cell>, isKept: (cell: Cell, text: string) => boolean): Texts<Cell> => {
    const left: Texts<Cell> = {};
    for (const cell of cells) {
      const text = texts[cell];
      if (text !== undefined && isKept(cell, text)) left[cell] = text;
    }
    return left;
  };

  /** Sets the unsaved cells of a row. Removes the row if it has no unsaved cells. */
  const setRow = (changes: Changes, base: Row, texts: Texts<Cell>): void => {
    const left = textsWhere(texts, (cell, text) => text !== savedText(base, cell));
    if (Object.keys(left).length === 0) changes.delete(base.sku);
    else changes.set(base.sku, { base, texts: left });
  };

  const typed = (state: GridState<Row, Cell>, edits: readonly CellEdit<Row, Cell>[]): GridState<Row, Cell> => {
    const changes: Changes = new Map(state.changes);
    const refusals = new Map(state.refusals);
    let isChanged = false;
    for (const { row, cell, text } of edits) {
      const change: RowChange<Row, Cell> = changes.get(row.sku) ?? { base: row, texts: {} };
      const { base, texts } = change;
      const shown = shownText(cell, text);
      if (shown === (texts[cell] ?? savedText(base, cell))) continue;
      isChanged = true;
      setRow(changes, base, { ...texts, [cell]: shown });
      const refusal = refusals.get(row.sku);
      if (refusal === undefined) continue;
      const { [cell]: _, ...fields } = refusal.fields;
      if (changes.has(row.sku)) refusals.set(row.sku, { ...refusal, fields });
      else refusals.delete(row.sku);
    }
    return isChanged ? { changes, refusals, past: [...state.past.slice(-pastLength), state.changes] } : state;
  };

  /** Cells typed during the save stay unsaved. A conflict moves the typed cells onto the other person's row. */
  const saved = (
    state: GridState<Row, Cell>,
    { sent, results, rows }: Extract<GridAction<Row, Cell>, { kind: 'saved' }>,
  ): GridState<Row, Cell> => {
    const changes: Changes = new Map(state.changes);
    const refusals = new Map(state.refusals);
    const fresh = new Map(rows.map((row) => [row.sku, row]));
    for (const { sku, outcome, fields, changedBy: by, changedAt: at } of results) {
      const now = fresh.get(sku);
      const change = changes.get(sku);
      // The row is no longer in the grid.
      if (now === undefined) {
        changes.delete(sku);
        refusals.delete(sku);
        continue;
      }
      if (outcome === 'refused') {
        refusals.set(sku, { fields });
        continue;
      }
      if (change === undefined) continue;
      const { base, texts } = change;
      if (outcome === 'conflict') {
        setRow(changes, now, texts);
        const theirs = cells.filter((cell) => savedText(base, cell) !== savedText(now, cell));
        if (changes.has(sku)) refusals.set(sku, { fields: {}, conflict: { by, at, cells: theirs } });
        else refusals.delete(sku);
        continue;
      }
      const before: Texts<Cell> = sent.get(sku)?.texts ?? {};
      setRow(
        changes,
        now,
        textsWhere(texts, (cell, text) => text !== before[cell]),
      );
      refusals.delete(sku);
    }
    return { changes, refusals, past: [] };
  };

  return (state, action) => {
    switch (action.kind) {
      case 'type':
        return typed(state, action.edits);
      case 'undo': {
        const last = state.past.at(-1);
        return last === undefined ? state : { ...state, changes: last, past: state.past.slice(0, -1) };
      }
      case 'discard': {
        const [changes, refusals] = [new Map(state.changes), new Map(state.refusals)];
        changes.delete(action.sku);
        refusals.delete(action.sku);
        return { changes, refusals, past: [...state.past, state.changes] };
      }
      case 'restore':
        return { changes: action.changes, refusals: new Map(), past: [] };
      case 'saved':
        return saved(state, action);
    }
  };
}
