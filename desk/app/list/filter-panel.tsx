import { Popover } from '@base-ui/react/popover';
import { typedMoney } from '@ceiba/contract/desk/fields';
import { type ListDeclaration, type ListFilter, listWordsMaxLength } from '@ceiba/contract/desk/list';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { CheckField, SelectField, TextField } from '../platform/field.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { type DeskAnswer, queryKeyOf } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { type AppliedFilter, type ListState, namesOf } from './list-state.ts';
import { codeOf, nameOf, useNames } from './names.ts';

const chipButtonLook =
  'inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-dense font-semibold whitespace-nowrap text-ink inset-ring inset-ring-border-control';

/** "Filtrar": all filters of a list in one form; the key `f` opens it. */
export function FilterPanel({ list, state }: { list: ListDeclaration; state: ListState }) {
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useIsWide();
  useShortcuts({
    f: (event) => {
      event.preventDefault();
      setIsOpen(true);
    },
  });
  if (Object.keys(list.filters).length === 0) return null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={isWide ? chipButtonLook : 'button'}>
        <DeskIcon name={isWide ? 'plus' : 'sliders-horizontal'} {...(isWide && { className: 'size-3.5' })} />
        Filtrar
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-(--z-drawer)" align="start" sideOffset={6} collisionPadding={12}>
          <Popover.Popup
            className="max-h-[min(70vh,var(--available-height))] w-[min(440px,calc(100vw-24px))] overflow-auto rounded-md border border-border-strong bg-surface p-4 shadow-lg"
            aria-label="Filtrar"
          >
            <FilterForm list={list} state={state} onDone={() => setIsOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function FilterForm({ list, state, onDone }: { list: ListDeclaration; state: ListState; onDone: () => void }) {
  const { offers } = useSession();
  const filters = shownFilters(list, offers);
  const queries = useQueryClient();
  const [reversed, setReversed] = useState<string>();
  // Replaces a name by its code if the code is clear. The address then stays valid if the name changes later.
  const codeOfValue = (filter: ListFilter, value: string): string => {
    if (filter.kind !== 'text' || filter.names === undefined) return value;
    const key = queryKeyOf('listNames', { query: { kind: filter.names } });
    return codeOf(queries.getQueryData<DeskAnswer<'listNames'>>(key)?.data ?? [], value);
  };
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const textOf = (name: string, { kind }: ListFilter): string => {
      const values = form.getAll(name).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));
      return (kind === 'amounts' ? values.map(typedMoney) : values).join(',');
    };
    const changes = filters.flatMap(([name, filter]) =>
      namesOf(name, filter).map((each) => [each, codeOfValue(filter, textOf(each, filter))] as const),
    );
    const sent = Object.fromEntries(changes);
    const reversed = filters.find(([name, filter]) => isReversed(filter, sent[`${name}From`], sent[`${name}To`]))?.[0];
    setReversed(reversed);
    if (reversed !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${reversed}To"]`)?.focus();
      return;
    }
    state.change(sent);
    onDone();
  };
  return (
    <form onSubmit={apply}>
      <div className="stack">
        {filters.map(([name, filter]) => (
          <FilterField key={name} name={name} filter={filter} params={state.params} isReversed={reversed === name} />
        ))}
      </div>
      <footer className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-border pt-3">
        <Button
          look="ghost"
          onClick={() => {
            state.clear();
            onDone();
          }}
        >
          Limpiar
        </Button>
        <Button type="submit" look="primary">
          Filtrar
        </Button>
      </footer>
    </form>
  );
}

/** The filters of a list, without the filters for features that this shop does not offer. */
const shownFilters = (list: ListDeclaration, offers: OwnSession['offers']): [string, ListFilter][] =>
  Object.entries(list.filters)
    .filter(([, { needs }]) => needs === undefined || offers[needs])
    .map(([name, filter]) => {
      if (filter.kind !== 'choice') return [name, filter];
      const isOffered = (value: string): boolean => {
        const needed = filter.valueNeeds?.[value];
        return needed === undefined || offers[needed];
      };
      const values = Object.fromEntries(Object.entries(filter.values).filter(([value]) => isOffered(value)));
      return [name, { ...filter, values }];
    });

/** Returns whether a range ends before it begins. */
const isReversed = ({ kind }: ListFilter, from = '', to = ''): boolean => {
  if (from === '' || to === '') return false;
  return kind === 'amounts' ? Number(from) > Number(to) : kind === 'dates' && from > to;
};

function FilterField({
  name,
  filter,
  params,
  isReversed: isWrong,
}: {
  name: string;
  filter: ListFilter;
  params: URLSearchParams;
  isReversed: boolean;
}) {
  const value = params.get(name) ?? '';
  switch (filter.kind) {
    case 'choice':
      return (
        <fieldset className="grid content-start gap-1.5">
          <legend className="mb-1 text-dense font-semibold">{filter.label}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-x-3">
            {Object.entries(filter.values).map(([each, label]) => (
              <CheckField
                key={each}
                label={label}
                name={name}
                value={each}
                defaultChecked={value.split(',').includes(each)}
              />
            ))}
          </div>
        </fieldset>
      );
    case 'dates':
    case 'amounts': {
      const control =
        filter.kind === 'dates'
          ? { type: 'date' }
          : { inputMode: 'decimal' as const, autoComplete: 'off', maxLength: 14 };
      return (
        <fieldset className="grid content-start gap-1.5">
          <legend className="mb-1 text-dense font-semibold">{filter.label}</legend>
          <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
            <TextField label="Desde" name={`${name}From`} defaultValue={params.get(`${name}From`) ?? ''} {...control} />
            <TextField
              label="Hasta"
              name={`${name}To`}
              defaultValue={params.get(`${name}To`) ?? ''}
              error={isWrong ? 'Debe ser igual o mayor que «Desde».' : undefined}
              {...control}
            />
          </div>
        </fieldset>
      );
    }
    case 'flag':
      return (
        <SelectField label={filter.label} name={name} defaultValue={value}>
          <option value="">Todos</option>
          <option value="true">Sí</option>
          <option value="false">No</option>
        </SelectField>
      );
    case 'text':
      return <NameField name={name} filter={filter} value={value} />;
  }
}

/** A field for a code or name, with suggestions. */
function NameField({
  name,
  filter,
  value,
}: {
  name: string;
  filter: Extract<ListFilter, { kind: 'text' }>;
  value: string;
}) {
  const id = useId();
  const names = useNames(filter.names);
  const offered = new Set(names.map((each) => each.name));
  return (
    <>
      <TextField
        // The field takes its default value only when it mounts. So a new key mounts it again when the names have loaded.
        key={names.length}
        label={filter.label}
        name={name}
        defaultValue={nameOf(names, value)}
        maxLength={listWordsMaxLength}
        {...(filter.names && { list: id, autoComplete: 'off' })}
      />
      {filter.names && (
        <datalist id={id}>
          {[...offered].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ state }: { state: ListState }) {
  return (
    <>
      {state.applied.map((filter) => (
        <Chip key={filter.name} filter={filter} onRemove={() => state.remove(filter.name)} />
      ))}
    </>
  );
}

function Chip({ filter: { label, value, names }, onRemove }: { filter: AppliedFilter; onRemove: () => void }) {
  const text = nameOf(useNames(names), value);
  return (
    <span className="inline-flex h-8 items-center rounded-full bg-primary-soft text-dense whitespace-nowrap text-on-primary-soft max-lg:h-11 max-lg:flex-none max-lg:text-[length:var(--text-sm)]">
      <span className="pr-1 pl-3">
        {label}: <b className="font-semibold">{text}</b>
      </span>
      <button
        type="button"
        className="grid h-8 w-[26px] place-items-center rounded-full pr-1 max-lg:size-11"
        aria-label={`Quitar ${label}: ${text}`}
        onClick={onRemove}
      >
        <DeskIcon name="x" className="size-3.5" />
      </button>
    </span>
  );
}
