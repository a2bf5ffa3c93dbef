import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ScrollRegion } from './scroll-region.tsx';
import { showFailure } from './toasts.tsx';

export interface GridPlace {
  row: number;
  column: number;
}

/** The current cell of the grid, by row and column. `first`: the letter that started the editing. */
interface Current extends GridPlace {
  isEditing: boolean;
  first?: string;
  /** The Tab key moved the focus to this cell, so the next Tab moves to the next cell. In other cells, Tab leaves the grid. */
  isTabbed?: true | undefined;
}

/** A text that was typed or pasted into a cell. */
interface GridEdit extends GridPlace {
  text: string;
}

/** The current cell, passed to the row that contains the cell. */
export interface CurrentCell {
  column?: number | undefined;
  isEditing?: boolean | undefined;
  first?: string | undefined;
}

interface Grid {
  /** The accessible name of the scrolling region. */
  region: string;
  /** The accessible name of the grid. */
  label: string;
  rows: number;
  columns: number;
  /** The column whose cell has the focus at first. */
  start: number;
  /** Columns with a checkbox. */
  isToggle: (column: number) => boolean;
  /** True if this person may change the cell. */
  mayChange: (place: GridPlace) => boolean;
  /** The text that a cell shows. */
  textAt: (place: GridPlace) => string;
  onEdits: (edits: readonly GridEdit[]) => void;
  onUndo: () => void;
  /** The cell that gets the focus. A new object moves the focus again. */
  target: object | undefined;
  targetPlace: GridPlace | undefined;
  look: string;
  head: ReactNode;
  /** Renders a row, with its current cell if the row has one. Unchanged rows should not render again. */
  renderRow: (row: number, current: CurrentCell) => ReactNode;
}

// HTML has no element for a table with editable cells, so this table has the role `grid`.
const gridRole = { role: 'grid' };

/** Number of rows that Page Up and Page Down move. */
const pageRows = 10;

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Returns the place to which a key moves the current cell. Undefined if the key does not move the cell. */
function movedBy(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: GridPlace,
  { lastRow, lastColumn }: { lastRow: number; lastColumn: number },
): GridPlace | undefined {
  const isFar = ctrlKey || metaKey;
  const moves: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowUp: [isFar ? 0 : row - 1, column],
    ArrowDown: [isFar ? lastRow : row + 1, column],
    ArrowLeft: [row, isFar ? 0 : column - 1],
    ArrowRight: [row, isFar ? lastColumn : column + 1],
    Home: [isFar ? 0 : row, 0],
    End: [isFar ? lastRow : row, lastColumn],
    PageUp: [row - pageRows, column],
    PageDown: [row + pageRows, column],
  };
  const to = moves[key];
  return to === undefined ? undefined : { row: clamp(to[0], lastRow), column: clamp(to[1], lastColumn) };
}

const placeOf = (target: EventTarget): GridPlace | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell === null ? undefined : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
};

const isEditor = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'text';

/** The cells of a pasted text: lines, and columns separated by tabs. Spreadsheets put a cell with tabs or line breaks in quotes. */
function pastedCells(text: string): string[][] {
  const parts = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of parts.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll('\n', ' '));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

/** All rows without the current cell share this object, so these rows do not render again. */
const elsewhere: CurrentCell = {};

/**
 * Rows of editable cells. Arrows move, Enter or a letter starts editing, Tab edits the next cell, Escape discards the text. A pasted column fills the
 * cells below. Typing renders only the edited cell; a changed cell renders only its row.
 */
export function EditableGrid({
  region,
  label,
  rows,
  columns,
  start,
  isToggle,
  mayChange,
  textAt,
  onEdits,
  onUndo,
  target,
  targetPlace,
  look,
  head,
  renderRow,
}: Grid) {
  const [at, setAt] = useState<Current>({ row: 0, column: start, isEditing: false });
  const table = useRef<HTMLTableElement>(null);
  // The place that gets the focus after the next render. Undefined if the focus stays.
  const [focused, setFocused] = useState<Current>();
  // True if no editor is open. A blur event after this must not save the text again.
  const isEnded = useRef(true);
  const last = { lastRow: rows - 1, lastColumn: columns - 1 };

  const go = (place: Current): void => {
    isEnded.current = !place.isEditing;
    setAt(place);
    setFocused(place);
  };

  // Runs before the next key: a scanner's second letter must reach the editor that its first one opened.
  useLayoutEffect(() => {
    if (focused === undefined) return;
    const cell = table.current?.querySelector<HTMLElement>(
      `[data-row="${focused.row}"][data-column="${focused.column}"]`,
    );
    const control = cell?.querySelector<HTMLElement>('input, a') ?? cell;
    control?.focus();
    if (!(control instanceof HTMLInputElement) || control.type !== 'text') return;
    if (focused.first === undefined) control.select();
    else control.setSelectionRange(control.value.length, control.value.length);
  }, [focused]);

  const [shownTarget, setShownTarget] = useState(target);
  if (target !== shownTarget) {
    setShownTarget(target);
    if (targetPlace !== undefined) {
      setAt({ ...targetPlace, isEditing: false });
      setFocused({ ...targetPlace, isEditing: false });
    }
  }

  const write = ({ row, column }: GridPlace, text: string): void => {
    if (mayChange({ row, column })) onEdits([{ row, column, text }]);
  };

  const edit = ({ row, column }: GridPlace, first?: string): void => {
    const place = { row, column };
    if (!mayChange(place)) return;
    if (isToggle(column)) write(place, String(textAt(place) !== 'true'));
    else go({ row: place.row, column: place.column, isEditing: true, ...(first !== undefined && { first }) });
  };

  const end = (text: string | undefined, { row, column }: GridPlace): void => {
    isEnded.current = true;
    if (text !== undefined) write(at, text);
    go({ row, column, isEditing: false });
  };

  /** Returns the next or previous editable cell. Undefined if there is no further one. */
  const nextEditable = (step: 1 | -1): GridPlace | undefined => {
    const count = rows * columns;
    for (let n = at.row * columns + at.column + step; n >= 0 && n < count; n += step) {
      const place = { row: Math.floor(n / columns), column: n % columns };
      if (mayChange(place)) return place;
    }
    return undefined;
  };

  const goTabbed = (place: GridPlace): void => {
    const isBox = isToggle(place.column);
    go({ ...place, isEditing: !isBox, ...(isBox && { isTabbed: true }) });
  };

  const pressInEditor = (event: KeyboardEvent, text: string): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    const next = event.key === 'Tab' ? nextEditable(step) : undefined;
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (event.key === 'Escape') end(undefined, at);
    else if (isSave) end(text, at);
    else if (event.key === 'Enter') end(text, { ...at, row: clamp(at.row + step, last.lastRow) });
    // At the end of the grid, Tab leaves the grid.
    else if (event.key === 'Tab' && next === undefined) end(text, at);
    else if (next !== undefined) {
      end(text, next);
      goTabbed(next);
    }
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Enter' || next !== undefined) event.preventDefault();
  };

  const fillDown = (): void => {
    if (!mayChange(at)) return;
    const text = textAt(at);
    const below = Array.from({ length: last.lastRow - at.row }, (_, n) => ({ row: at.row + n + 1, column: at.column }));
    onEdits(below.filter(mayChange).map((place) => ({ ...place, text })));
  };

  const press = (event: KeyboardEvent): void => {
    if (placeOf(event.target) === undefined) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = event.altKey ? undefined : movedBy(event, at, last);
    if (to !== undefined) go({ ...to, isEditing: false });
    else if (isCommand && event.key.toLowerCase() === 'd') fillDown();
    else if (isCommand && event.key.toLowerCase() === 'z') onUndo();
    else if (isCommand || event.altKey) return;
    else if (event.key === 'Tab') {
      const next = at.isTabbed ? nextEditable(event.shiftKey ? -1 : 1) : undefined;
      if (next === undefined) return;
      goTabbed(next);
    } else if (event.key === 'Escape') setAt({ ...at, isTabbed: undefined });
    else if (event.key === 'Enter' && mayChange(at)) edit(at);
    else if (event.key === 'F2') edit(at);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !isToggle(at.column)) write(at, '');
    else if (event.key.length === 1 && event.key !== ' ' && !isToggle(at.column)) edit(at, event.key);
    else return;
    event.preventDefault();
    // A letter starts editing, and must not run a shortcut of the page.
    event.stopPropagation();
  };

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const isBlock = /[\t\n]/.test(text.replace(/\r?\n$/, ''));
    if (text === '' || (isEditor(event.target) && !isBlock)) return;
    event.preventDefault();
    const pasted = pastedCells(text).flatMap((line, down) =>
      line.map((value, right) => ({ row: at.row + down, column: at.column + right, text: value })),
    );
    const edits = pasted.filter(mayChange);
    const left = pasted.length - edits.length;
    isEnded.current = true;
    onEdits(edits);
    go({ row: at.row, column: at.column, isEditing: false });
    if (left > 0)
      showFailure(
        edits.length === 0
          ? 'No se pegó nada: esas celdas no se cambian aquí.'
          : `${left === 1 ? 'Una celda no se pegó' : `${left} celdas no se pegaron`}: caen fuera de lo que se cambia aquí.`,
      );
  };

  const copy = (event: ClipboardEvent): void => {
    if (isEditor(event.target) || placeOf(event.target) === undefined) return;
    event.clipboardData.setData('text/plain', textAt(at));
    event.preventDefault();
  };

  const enter = ({ target: into }: FocusEvent): void => {
    const place = placeOf(into);
    if (place === undefined || (place.row === at.row && place.column === at.column)) return;
    setAt({ ...place, isEditing: false });
  };

  const leave = ({ target: from }: FocusEvent): void => {
    if (!isEditor(from) || isEnded.current) return;
    isEnded.current = true;
    write(at, from.value);
    setAt((now) => ({ row: now.row, column: now.column, isEditing: false }));
  };

  const click = ({ target: on, nativeEvent, detail }: MouseEvent): void => {
    const place = placeOf(on);
    if (place === undefined || isEditor(on) || isToggle(place.column)) return;
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    if (isTouch || detail === 2) edit(place);
  };

  return (
    <ScrollRegion label={region} className="max-h-[70dvh] scroll-pt-9 scroll-pl-40 overflow-y-auto max-lg:max-h-none">
      <table
        {...gridRole}
        aria-label={label}
        aria-rowcount={rows + 1}
        className={look}
        ref={table}
        onKeyDown={(event) => {
          if (isEditor(event.target)) pressInEditor(event, event.target.value);
          else press(event);
        }}
        onPaste={paste}
        onCopy={copy}
        onFocus={enter}
        onBlur={leave}
        onClick={click}
        onChange={({ target: box }) => {
          const place = placeOf(box);
          if (place !== undefined && box instanceof HTMLInputElement && box.type === 'checkbox')
            write(place, String(box.checked));
        }}
      >
        <thead className="sticky top-0 z-2">
          <tr>{head}</tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) =>
            renderRow(
              row,
              row === at.row ? { column: at.column, isEditing: at.isEditing, first: at.first } : elsewhere,
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
