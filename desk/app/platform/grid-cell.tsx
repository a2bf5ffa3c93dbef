import { cx } from '@ceiba/ui/class-names';
import { type ReactNode, useId } from 'react';

/** The attributes by which `EditableGrid` finds a cell. */
export interface CellPlace {
  'data-row': number;
  'data-column': number;
  tabIndex: number;
}

/** Attributes of a cell that cannot be changed. The role is not set, because a `td` in a grid has the role `gridcell` by default. */
export const readOnlyCell = { 'aria-readonly': true };

const dirtyMark = (
  <>
    <span aria-hidden="true" className="absolute top-1 right-1 size-1.5 rounded-full bg-primary" />
    <span className="sr-only"> (sin guardar)</span>
  </>
);

const cellLook = 'relative focus:outline-2 focus:-outline-offset-2 focus:outline-primary focus-within:overflow-visible';

/** A cell of `EditableGrid` with a text, and the message if the text is wrong. `isAmount` aligns the text as an amount. */
export function TextCell({
  place,
  label,
  text,
  shown,
  isTyped,
  fault,
  mayType,
  isAmount = false,
  isEditing,
  first,
}: {
  place: CellPlace;
  /** The name of the editor. */
  label: string;
  /** The text with which editing starts. */
  text: string;
  shown: ReactNode;
  /** True if the text is not saved. */
  isTyped: boolean;
  fault: string | undefined;
  mayType: boolean;
  isAmount?: boolean;
  /** True if a cell of this row is being edited. */
  isEditing: boolean;
  /** The letter that started the editing. */
  first: string | undefined;
}) {
  const id = useId();
  const isEdited = isEditing && place.tabIndex === 0;
  return (
    <td
      {...place}
      {...(isEdited && { tabIndex: undefined })}
      {...(!mayType && readOnlyCell)}
      aria-invalid={fault !== undefined || undefined}
      aria-describedby={fault === undefined ? undefined : id}
      className={cx(
        cellLook,
        isAmount && 'text-right',
        fault !== undefined ? '!h-auto py-1 !whitespace-normal !bg-danger-soft' : isTyped && '!bg-info-soft',
        mayType ? 'cursor-cell' : 'text-ink-soft',
      )}
    >
      {isEdited ? (
        <input
          type="text"
          className={cx(
            'absolute inset-0 size-full bg-surface px-2.5 outline-2 -outline-offset-2 outline-primary',
            isAmount && 'text-right',
          )}
          aria-label={label}
          aria-invalid={fault !== undefined || undefined}
          inputMode={isAmount ? 'decimal' : 'text'}
          autoComplete="off"
          defaultValue={first ?? text}
        />
      ) : (
        shown
      )}
      {isTyped && dirtyMark}
      {fault !== undefined && !isEdited && (
        <small id={id} className="block text-xs text-on-danger-soft">
          {fault}
        </small>
      )}
    </td>
  );
}

/** A cell of `EditableGrid` with a checkbox and its label. */
export function CheckCell({
  place,
  label,
  words,
  isChecked,
  isTyped,
  mayChange,
}: {
  place: CellPlace;
  /** The name of the checkbox. */
  label: string;
  words: string;
  isChecked: boolean;
  isTyped: boolean;
  mayChange: boolean;
}) {
  const { tabIndex, ...at } = place;
  return (
    <td {...at} {...(!mayChange && { tabIndex, ...readOnlyCell })} className={cx(cellLook, isTyped && '!bg-info-soft')}>
      {mayChange ? (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            aria-label={label}
            checked={isChecked}
            tabIndex={tabIndex}
            // The grid handles the change.
            onChange={() => undefined}
          />
          <span className="text-ink-soft">{words}</span>
        </label>
      ) : (
        words
      )}
      {isTyped && dirtyMark}
    </td>
  );
}
