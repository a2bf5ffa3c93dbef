import type { Variant } from '@ceiba/contract/desk/families';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ScrollRegion } from '../platform/scroll-region.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { areTypeable, type Cell, cellLabels, isPrice, pastedCells, savedText } from './family-cells.ts';
import { type Column, columns, FamilyRow, isCell } from './family-row.tsx';
import type { Edit, FamilyAction, RowChange, RowRefusal } from './use-family-changes.ts';

/** The current cell of the grid. `first`: the letter that started the editing. */
interface Place {
  row: number;
  column: number;
  isEditing: boolean;
  first?: string;
  /** True if the Tab key opened this cell: the next Tab opens the next cell. In other cells, Tab leaves the grid. */
  isTabbed?: true | undefined;
}

interface Grid {
  variants: readonly Variant[];
  changes: ReadonlyMap<string, RowChange>;
  refusals: ReadonlyMap<string, RowRefusal>;
  /** The cells that this person may change. The object stays the same between renders. */
  rights: Readonly<Record<Cell, boolean>>;
  /** The cell that gets the focus. A new object moves the focus again, even to the same cell. */
  target: { sku: string; cell: Cell } | undefined;
  /** The same function between renders, so that unchanged rows are not rendered. */
  dispatch: (action: FamilyAction) => void;
}

// A table with editable cells needs the role of a grid, because HTML has no element for a grid.
const gridRole = { role: 'grid' };

const lastColumn = columns.length - 1;
/** Number of rows by which Page Up and Page Down move. */
const pageRows = 10;

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** The cell to which a key moves. Undefined if the key does not move. */
function movedBy(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Place,
  lastRow: number,
): { row: number; column: number } | undefined {
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

const placeOf = (target: EventTarget): { row: number; column: number } | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell === null ? undefined : { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
};

const isEditor = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'text';

/**
 * The variants of a family as a grid: arrows move, Enter or a letter starts editing, Tab edits the next cell, Escape restores the old text.
 * A pasted column fills the cells below.
 * Typing renders only its cell; a changed cell renders only its row (PROD-25).
 */
export function FamilyGrid({ variants, changes, refusals, rights, target, dispatch }: Grid) {
  const onType = (edits: readonly Edit[]): void => dispatch({ kind: 'type', edits });
  const [at, setAt] = useState<Place>({ row: 0, column: 1, isEditing: false });
  const table = useRef<HTMLTableElement>(null);
  // The place that gets the focus after the next render; undefined: the focus stays where it is.
  const [focused, setFocused] = useState<Place>();
  // True once an editor has closed: its blur event must not save the text again.
  const isEnded = useRef(true);
  const lastRow = variants.length - 1;

  const go = (place: Place): void => {
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
    const row = variants.findIndex(({ sku }) => sku === target?.sku);
    if (target !== undefined && row >= 0) {
      const place = { row, column: columns.indexOf(target.cell), isEditing: false };
      setAt(place);
      setFocused(place);
    }
  }

  const cellAt = ({ row, column }: { row: number; column: number }) => {
    const variant = variants[row];
    const name: Column | undefined = columns[column];
    if (variant === undefined || name === undefined || !isCell(name) || !rights[name]) return undefined;
    return name === 'codes' && !areTypeable(variant) ? undefined : { variant, cell: name };
  };

  const textAt = ({ row, column }: { row: number; column: number }): string => {
    const [variant, name] = [variants[row], columns[column]];
    if (variant === undefined || name === undefined) return '';
    if (!isCell(name)) return name === 'sku' ? variant.sku : String(variant.stock ?? '');
    const change = changes.get(variant.sku);
    return change?.texts[name] ?? savedText(change?.base ?? variant, name);
  };

  const write = (place: { row: number; column: number }, text: string): void => {
    const found = cellAt(place);
    if (found !== undefined) onType([{ ...found, text }]);
  };

  const edit = ({ row, column }: { row: number; column: number }, first?: string): void => {
    const place = { row, column };
    const found = cellAt(place);
    if (found === undefined) return;
    if (found.cell === 'isPublished') write(place, String(textAt(place) !== 'true'));
    else go({ row: place.row, column: place.column, isEditing: true, ...(first !== undefined && { first }) });
  };

  const end = (text: string | undefined, { row, column }: { row: number; column: number }): void => {
    isEnded.current = true;
    if (text !== undefined) write(at, text);
    go({ row, column, isEditing: false });
  };

  /** The next or previous cell that can be changed. Undefined at the end of the grid. */
  const nextEditable = (step: 1 | -1): { row: number; column: number } | undefined => {
    const count = variants.length * columns.length;
    for (let n = at.row * columns.length + at.column + step; n >= 0 && n < count; n += step) {
      const place = { row: Math.floor(n / columns.length), column: n % columns.length };
      if (cellAt(place) !== undefined) return place;
    }
    return undefined;
  };

  const goTabbed = (place: { row: number; column: number }): void => {
    const isBox = columns[place.column] === 'isPublished';
    go({ ...place, isEditing: !isBox, ...(isBox && { isTabbed: true }) });
  };

  const pressInEditor = (event: KeyboardEvent, text: string): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.shiftKey ? -1 : 1;
    const next = event.key === 'Tab' ? nextEditable(step) : undefined;
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (event.key === 'Escape') end(undefined, at);
    else if (isSave) end(text, at);
    else if (event.key === 'Enter') end(text, { ...at, row: clamp(at.row + step, lastRow) });
    // At the end of the grid the key leaves it.
    else if (event.key === 'Tab' && next === undefined) end(text, at);
    else if (next !== undefined) {
      end(text, next);
      goTabbed(next);
    }
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Enter' || next !== undefined) event.preventDefault();
  };

  const fillDown = (): void => {
    const found = cellAt(at);
    if (found === undefined) return;
    const text = textAt(at);
    onType(
      variants.flatMap((_, row) => {
        const below = row > at.row ? cellAt({ row, column: at.column }) : undefined;
        return below === undefined ? [] : [{ ...below, text }];
      }),
    );
  };

  const press = (event: KeyboardEvent): void => {
    if (placeOf(event.target) === undefined) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const to = event.altKey ? undefined : movedBy(event, at, lastRow);
    if (to !== undefined) go({ ...to, isEditing: false });
    else if (isCommand && event.key.toLowerCase() === 'd') fillDown();
    else if (isCommand && event.key.toLowerCase() === 'z') dispatch({ kind: 'undo' });
    else if (isCommand || event.altKey) return;
    else if (event.key === 'Tab') {
      const next = at.isTabbed ? nextEditable(event.shiftKey ? -1 : 1) : undefined;
      if (next === undefined) return;
      goTabbed(next);
    } else if (event.key === 'Escape') setAt({ ...at, isTabbed: undefined });
    else if (event.key === 'Enter' && cellAt(at) !== undefined) edit(at);
    else if (event.key === 'F2') edit(at);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && columns[at.column] !== 'isPublished')
      write(at, '');
    else if (event.key.length === 1 && event.key !== ' ' && columns[at.column] !== 'isPublished') edit(at, event.key);
    else return;
    event.preventDefault();
    // A letter starts editing here, so it must not act as a shortcut of the page.
    event.stopPropagation();
  };

  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    const isBlock = /[\t\n]/.test(text.replace(/\r?\n$/, ''));
    if (text === '' || (isEditor(event.target) && !isBlock)) return;
    event.preventDefault();
    let left = 0;
    const edits: Edit[] = [];
    for (const [down, line] of pastedCells(text).entries())
      for (const [right, value] of line.entries()) {
        const found = cellAt({ row: at.row + down, column: at.column + right });
        if (found === undefined) left += 1;
        else edits.push({ ...found, text: value });
      }
    isEnded.current = true;
    onType(edits);
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
    if (place === undefined || isEditor(on) || columns[place.column] === 'isPublished') return;
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    if (isTouch || detail === 2) edit(place);
  };

  return (
    <ScrollRegion
      label="Cuadrícula de variantes"
      className="max-h-[70dvh] scroll-pt-9 scroll-pl-40 overflow-y-auto max-lg:max-h-none"
    >
      <table
        {...gridRole}
        aria-label="Variantes"
        aria-rowcount={variants.length + 1}
        className="data-table min-w-[960px] max-lg:min-w-[860px]"
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
          <tr>
            <th scope="col" className="sticky left-0 z-1 w-44 max-lg:w-36">
              Código
            </th>
            {columns.slice(1).map((name) => (
              <th
                key={name}
                scope="col"
                className={
                  isCell(name) && isPrice(name)
                    ? 'w-30 text-right'
                    : name === 'stock'
                      ? 'w-26 text-right'
                      : name === 'isPublished'
                        ? 'w-26'
                        : undefined
                }
              >
                {isCell(name) ? cellLabels[name] : 'Existencias'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, row) => (
            <FamilyRow
              key={variant.sku}
              variant={variant}
              row={row}
              change={changes.get(variant.sku)}
              refusal={refusals.get(variant.sku)}
              rights={rights}
              dispatch={dispatch}
              {...(row === at.row && { column: at.column, isEditing: at.isEditing, first: at.first })}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
