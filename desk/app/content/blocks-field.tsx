import { blockKinds, blocksFault, emptyBlock, isBlockKind, maxBlocks } from '@ceiba/contract/desk/blocks';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { EntityControl } from '../entity/entity-place.ts';
import { Button, IconButton } from '../platform/button.tsx';
import { dragPlace, moveByKeys, moved } from '../platform/drag.ts';
import { SelectField, TextAreaField, TextField } from '../platform/field.tsx';
import { useFocusNext } from '../platform/use-focus-next.ts';
import { PictureChooser } from './banner-picture.tsx';

type Texts = Readonly<Record<string, string>>;
/** A block of a page as the form stores it: its kind, its texts, and the rows of its list. */
export type TypedBlock = Readonly<Record<string, string | readonly Texts[]>> & { readonly kind: string };

/** Reads the blocks from the text of their field. */
export const blocksIn = (text: string | undefined): readonly TypedBlock[] => (text ? JSON.parse(text) : []);

const rowsIn = (block: TypedBlock, name: string): readonly Texts[] => {
  const rows = block[name];
  return typeof rows === 'string' || rows === undefined ? [] : rows;
};

const dragType = 'application/x-ceiba-block';

/** Edits the blocks of a page: adds a block of a kind, orders blocks by drag or by keys, edits their texts (PROD-14). */
export function BlocksField({ form, field }: EntityControl) {
  const { field: typed, fieldState } = useController({
    control: form.control,
    name: 'blocks',
    rules: { validate: (text) => blocksFault(blocksIn(text)) ?? true },
  });
  const blocks = blocksIn(typed.value);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusNext();
  const change = (next: readonly TypedBlock[]): void => typed.onChange(JSON.stringify(next));
  const move = (from: number, to: number): void => {
    const next = moved(blocks, from, to);
    if (next === blocks) return;
    change(next);
    setSaid(`Bloque en el lugar ${to + 1} de ${blocks.length}.`);
    // The focus follows the block that moved.
    focusNext(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[to]);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3" aria-label={field.label}>
      <span className="flex flex-wrap items-baseline gap-2">
        <span className="text-dense font-semibold">{field.label}</span>
        <small className="text-xs text-ink-muted max-lg:hidden">Arrástralos, o usa Alt y flechas.</small>
      </span>
      <p className="sr-only" role="status">
        {said}
      </p>
      {blocks.length > 0 && (
        <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Bloques de la página">
          {[...blocks.entries()].map(([at, block]) => (
            // A block has no ID. Its position can be its key, because its controls have no state.
            <BlockItem
              key={at}
              block={block}
              at={at}
              count={blocks.length}
              onMove={move}
              onRemove={() => change(blocks.toSpliced(at, 1))}
              onChange={(next) => change(blocks.with(at, next))}
            />
          ))}
        </ul>
      )}
      {blocks.length === 0 && <p className="text-ink-muted">Todavía no tiene bloques.</p>}
      <AddBlock
        inputRef={typed.ref}
        isFull={blocks.length >= maxBlocks}
        onAdd={(kind) => isBlockKind(kind) && change([...blocks, emptyBlock(kind) as TypedBlock])}
      />
      {fieldState.error?.message !== undefined && (
        <span role="alert" className="text-dense font-medium text-danger">
          {fieldState.error.message}
        </span>
      )}
    </fieldset>
  );
}

function AddBlock({
  inputRef,
  isFull,
  onAdd,
}: {
  inputRef: (element: HTMLElement | null) => void;
  isFull: boolean;
  onAdd: (kind: string) => void;
}) {
  const [kind, setKind] = useState<string>('title');
  return (
    <span className="flex flex-wrap items-end gap-2" ref={inputRef} tabIndex={-1}>
      <SelectField label="Tipo de bloque" value={kind} onChange={({ target }) => setKind(target.value)}>
        {Object.entries(blockKinds).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <Button icon="plus" disabled={isFull} onClick={() => onAdd(kind)}>
        Agregar bloque
      </Button>
    </span>
  );
}

function BlockItem({
  block,
  at,
  count,
  onMove,
  onRemove,
  onChange,
}: {
  block: TypedBlock;
  at: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onChange: (block: TypedBlock) => void;
}) {
  const [isOverText, setIsOverText] = useState(false);
  if (!isBlockKind(block.kind)) return null;
  const { label, fields, rows } = blockKinds[block.kind];
  const name = `${label}, bloque ${at + 1}`;
  return (
    <li
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-sm border border-border p-3"
      // A drag inside a field selects text and does not move the block.
      draggable={!isOverText}
      onPointerOver={({ target }) =>
        setIsOverText(target instanceof Element && target.closest('input, textarea, select, canvas') !== null)
      }
      {...dragPlace(dragType, at, onMove)}
    >
      <span className="flex flex-wrap items-center gap-1">
        <button
          type="button"
          data-handle
          className="icon-button cursor-grab"
          aria-label={`Mover ${name} de ${count}`}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={moveByKeys(at, onMove)}
        >
          <DeskIcon name="grip-vertical" />
        </button>
        <b className="flex-1 font-semibold">{label}</b>
        <IconButton
          label={`Subir ${name}`}
          icon="arrow-up"
          size="sm"
          disabled={at === 0}
          onClick={() => onMove(at, at - 1)}
        />
        <IconButton
          label={`Bajar ${name}`}
          icon="arrow-down"
          size="sm"
          disabled={at === count - 1}
          onClick={() => onMove(at, at + 1)}
        />
        <IconButton label={`Quitar ${name}`} icon="trash-2" size="sm" onClick={onRemove} />
      </span>
      <BlockTexts fields={fields} texts={block} onChange={(texts) => onChange({ ...block, ...texts })} />
      {rows !== undefined && (
        <BlockRows
          of={rows}
          rows={rowsIn(block, rows.name)}
          onChange={(next) => onChange({ ...block, [rows.name]: next })}
        />
      )}
    </li>
  );
}

type BlockFields = (typeof blockKinds)['text']['fields'];

/** The texts of a block, or of one of its rows. */
function BlockTexts({
  fields,
  texts,
  onChange,
}: {
  fields: BlockFields;
  texts: Readonly<Record<string, unknown>>;
  onChange: (texts: Texts) => void;
}) {
  return Object.entries(fields).map(([name, field]) => {
    const value = String(texts[name] ?? '');
    if (name === 'url')
      return (
        <PictureChooser
          key={name}
          label="Foto del bloque"
          cuts={['wide']}
          urls={value === '' ? [] : [value]}
          onUrl={(_, url) => onChange({ url })}
        />
      );
    const Control = field.isLong ? TextAreaField : TextField;
    return (
      <Control
        key={name}
        label={field.label}
        value={value}
        maxLength={field.max}
        required={field.mayBeBlank !== true}
        {...(!field.isLong && { autoComplete: 'off' })}
        onChange={({ target }: { target: { value: string } }) => onChange({ [name]: target.value })}
      />
    );
  });
}

function BlockRows({
  of: { label, most, fields },
  rows,
  onChange,
}: {
  of: NonNullable<(typeof blockKinds)['list']['rows']>;
  rows: readonly Texts[];
  onChange: (rows: readonly Texts[]) => void;
}) {
  const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, '']));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {[...rows.entries()].map(([at, row]) => (
        <fieldset
          key={at}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-border pl-3"
          aria-label={`${label} ${at + 1}`}
        >
          <BlockTexts fields={fields} texts={row} onChange={(texts) => onChange(rows.with(at, { ...row, ...texts }))} />
          <span className="flex">
            <IconButton
              label={`Subir ${label.toLowerCase()} ${at + 1}`}
              icon="arrow-up"
              size="sm"
              disabled={at === 0}
              onClick={() => onChange(moved(rows, at, at - 1))}
            />
            <IconButton
              label={`Bajar ${label.toLowerCase()} ${at + 1}`}
              icon="arrow-down"
              size="sm"
              disabled={at === rows.length - 1}
              onClick={() => onChange(moved(rows, at, at + 1))}
            />
            <IconButton
              label={`Quitar ${label.toLowerCase()} ${at + 1}`}
              icon="trash-2"
              size="sm"
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          </span>
        </fieldset>
      ))}
      <span>
        <Button size="small" icon="plus" disabled={rows.length >= most} onClick={() => onChange([...rows, blank])}>
          {`Agregar ${label.toLowerCase()}`}
        </Button>
      </span>
    </div>
  );
}
