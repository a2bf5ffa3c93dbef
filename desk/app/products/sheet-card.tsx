import { typedFault } from '@ceiba/contract/desk/fields';
import { attributeFields, maxAttributes } from '@ceiba/contract/desk/product-fields';
import type { DeclaredAttribute } from '@ceiba/contract/desk/products';
import { useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Card } from '../detail/detail-frame.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { useFocusNext } from '../platform/use-focus-next.ts';
import { useDeskQuery } from '../session/desk-client.ts';
import { DeclaredFields, declaredFault, isLineOf } from './declared-fields.tsx';
import { readSheet, type SheetLine, type Texts, writeSheet } from './product-texts.ts';

const columns = ['label', 'value', 'unit'] as const;

const freeFault = (line: SheetLine): string | null => {
  for (const name of columns) {
    const fault = typedFault(attributeFields[name], line[name]);
    if (fault !== null) return `${attributeFields[name].label}: ${fault}`;
  }
  return null;
};

const noDeclared: readonly DeclaredAttribute[] = [];

/**
 * "Características": first the attributes that the category declares, each with a control of its kind, then other characteristics, in the order of
 * the shop. If the category changes, the controls change, and values without an attribute in the new category become other characteristics (PROD-07).
 */
export function SheetCard({
  form,
  category,
  isPublished,
}: {
  form: UseFormReturn<Texts>;
  category: string;
  /** A published product cannot lack a required attribute (PROD-03). */
  isPublished: boolean;
}) {
  const known = useDeskQuery(
    'listProductAttributes',
    { query: { category } },
    { enabled: category !== '', staleTime: 300_000 },
  );
  const declared = known.data?.data.declared ?? noDeclared;
  const lines = readSheet(form.watch('attributes'));
  const validateSheet = (text: string): string | true => {
    const sheet = readSheet(text);
    const wrong = declared
      .map((each) => ({ each, fault: declaredFault(each, sheet, isPublished) }))
      .find(({ fault }) => fault !== null);
    if (wrong !== undefined) return `${wrong.each.name}: ${wrong.fault}`;
    const free = sheet.filter((line) => !declared.some((each) => isLineOf(each, line)));
    return free.map(freeFault).find((fault) => fault !== null) ?? true;
  };
  form.register('attributes', { validate: validateSheet });
  const error = form.formState.errors.attributes?.message;
  const write = (next: readonly SheetLine[]): void =>
    form.setValue('attributes', writeSheet(next), {
      shouldValidate: form.formState.isSubmitted || error !== undefined,
    });
  return (
    <Card title="Características" id="caracteristicas">
      {error !== undefined && <Note kind="error">{error}</Note>}
      {known.isLoading && <p className="text-ink-muted">Leyendo los atributos de la categoría…</p>}
      {known.isError && (
        <Note
          kind="error"
          actions={
            <Button size="small" onClick={() => void known.refetch()}>
              Reintentar
            </Button>
          }
        >
          No pudimos leer los atributos de la categoría.
        </Note>
      )}
      <DeclaredFields declared={declared} lines={lines} isPublished={isPublished} write={write} />
      {!known.isLoading && (
        <FreeLines lines={lines} declared={declared} usual={known.data?.data.usual ?? []} write={write} />
      )}
    </Card>
  );
}

/** Characteristics that the category does not declare, each with a name, a value and a unit. Names of the same category are suggested. */
function FreeLines({
  lines,
  declared,
  usual,
  write,
}: {
  lines: readonly SheetLine[];
  declared: readonly DeclaredAttribute[];
  usual: readonly { label: string; unit: string | null }[];
  write: (next: readonly SheetLine[]) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext();
  const free = lines.flatMap((line, place) => (declared.some((each) => isLineOf(each, line)) ? [] : [place]));
  const missing = usual.filter(
    ({ label }) => lines.every((line) => line.label !== label) && declared.every(({ name }) => name !== label),
  );
  const add = (line: SheetLine): void => {
    write([...lines, line]);
    focusNext(() => list.current?.querySelector<HTMLElement>('[data-line]:last-child input'));
  };
  const swap = (place: number, other: number | undefined): void => {
    const [from, to] = [lines[place], other === undefined ? undefined : lines[other]];
    if (from === undefined || to === undefined || other === undefined) return;
    write(lines.with(place, to).with(other, from));
  };
  return (
    <>
      {declared.length > 0 && free.length > 0 && <h3 className="mt-2 text-dense font-semibold">Otras</h3>}
      {declared.length === 0 && lines.length === 0 && (
        <p className="text-ink-muted">Todavía no tiene: agrega lo que alguien compara al comprar.</p>
      )}
      <div ref={list} className="stack gap-3">
        {free.map((place, at) => {
          const line = lines[place] ?? { code: '', label: '', value: '', unit: '' };
          return (
            <fieldset
              key={place}
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
                  onChange={({ target }) =>
                    // A renamed line is another characteristic. Its code is cleared, so that the server makes one from the new name.
                    write(lines.with(place, { ...line, ...(name === 'label' && { code: '' }), [name]: target.value }))
                  }
                />
              ))}
              <span className="flex">
                <IconButton
                  label="Subir"
                  icon="arrow-up"
                  disabled={at === 0}
                  onClick={() => swap(place, free[at - 1])}
                />
                <IconButton
                  label="Bajar"
                  icon="arrow-down"
                  disabled={at === free.length - 1}
                  onClick={() => swap(place, free[at + 1])}
                />
                <IconButton label="Quitar" icon="trash-2" onClick={() => write(lines.toSpliced(place, 1))} />
              </span>
            </fieldset>
          );
        })}
      </div>
      <datalist id={id}>
        {missing.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {lines.length < maxAttributes && (
        <span className="flex flex-wrap items-center gap-2">
          <Button icon="plus" size="small" onClick={() => add({ code: '', label: '', value: '', unit: '' })}>
            Agregar característica
          </Button>
          {missing.slice(0, 6).map(({ label, unit }) => (
            <Button
              key={label}
              look="ghost"
              size="small"
              icon="plus"
              onClick={() => add({ code: '', label, value: '', unit: unit ?? '' })}
            >
              {label}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}
