import { typedFault } from '@ceiba/contract/desk/fields';
import { attributeFields, mostAttributes } from '@ceiba/contract/desk/product-fields';
import { useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Card } from '../detail/detail-frame.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { readSheet, type SheetLine, type Texts, writeSheet } from './product-texts.ts';

const columns = ['label', 'value', 'unit'] as const;

const faultOf = (line: SheetLine): string | null => {
  for (const name of columns) {
    const fault = typedFault(attributeFields[name], line[name]);
    if (fault !== null) return `${attributeFields[name].label}: ${fault}`;
  }
  return null;
};

const sheetFault = (text: string): string | true =>
  readSheet(text)
    .map(faultOf)
    .find((fault) => fault !== null) ?? true;

/** "Características": the technical sheet, in the order in which shoppers read it. Names of the same category are suggested. */
export function SheetCard({ form, category }: { form: UseFormReturn<Texts>; category: string }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const known = useDeskQuery(
    'listProductAttributes',
    { query: { category } },
    { enabled: category !== '', staleTime: 300_000 },
  );
  form.register('attributes', { validate: sheetFault });
  const error = form.formState.errors.attributes?.message;
  const lines = readSheet(form.watch('attributes'));
  const write = (next: readonly SheetLine[]): void =>
    form.setValue('attributes', writeSheet(next), {
      shouldValidate: form.formState.isSubmitted || error !== undefined,
    });
  const add = (line: SheetLine): void => {
    write([...lines, line]);
    // The new line is drawn with the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-line]:last-child input')?.focus());
  };
  const missing = (known.data?.data ?? []).filter(({ label }) => lines.every((line) => line.label !== label));
  const move = (at: number, by: -1 | 1): void => {
    const [from, to] = [lines[at], lines[at + by]];
    if (from === undefined || to === undefined) return;
    write(lines.with(at, to).with(at + by, from));
  };
  return (
    <Card title="Características" id="caracteristicas">
      {error !== undefined && <Note kind="error">{error}</Note>}
      {lines.length === 0 && (
        <p className="text-ink-muted">Todavía no tiene: agrega lo que alguien compara al comprar.</p>
      )}
      <div ref={list} className="stack gap-3">
        {Object.entries(lines).map(([key, line], at) => (
          <fieldset
            key={key}
            data-line
            aria-label={line.label || `Característica ${at + 1}`}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1fr)_auto] items-end gap-2 max-lg:grid-cols-2"
          >
            {columns.map((name) => (
              <TextField
                key={name}
                label={attributeFields[name].label}
                value={line[name]}
                maxLength={attributeFields[name].max}
                autoComplete="off"
                {...(name === 'label' && { list: id })}
                onChange={({ target }) => write(lines.with(at, { ...line, [name]: target.value }))}
              />
            ))}
            <span className="flex">
              <IconButton label="Subir" icon="arrow-up" disabled={at === 0} onClick={() => move(at, -1)} />
              <IconButton
                label="Bajar"
                icon="arrow-down"
                disabled={at === lines.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton label="Quitar" icon="trash-2" onClick={() => write(lines.toSpliced(at, 1))} />
            </span>
          </fieldset>
        ))}
      </div>
      <datalist id={id}>
        {missing.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {lines.length < mostAttributes && (
        <span className="flex flex-wrap items-center gap-2">
          <Button icon="plus" size="small" onClick={() => add({ label: '', value: '', unit: '' })}>
            Agregar característica
          </Button>
          {missing.slice(0, 6).map(({ label, unit }) => (
            <Button
              key={label}
              look="ghost"
              size="small"
              icon="plus"
              onClick={() => add({ label, value: '', unit: unit ?? '' })}
            >
              {label}
            </Button>
          ))}
        </span>
      )}
    </Card>
  );
}
