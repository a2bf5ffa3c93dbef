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

/** "Filtrar": all filters of a list in one form; `f` opens it. */
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
      <Popover.Trigger className={isWide ? 'chip add' : 'btn'}>
        <DeskIcon name={isWide ? 'plus' : 'sliders-horizontal'} />
        Filtrar
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="layer" align="start" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="pop filters" aria-label="Filtrar">
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
  // A name that means one code is written as this code, so that the address stays the same whatever the code is called one day.
  const meant = (filter: ListFilter, value: string): string => {
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
      namesOf(name, filter).map((each) => [each, meant(filter, textOf(each, filter))] as const),
    );
    state.change(Object.fromEntries(changes));
    onDone();
  };
  return (
    <form onSubmit={apply}>
      <div className="stack">
        {filters.map(([name, filter]) => (
          <FilterField key={name} name={name} filter={filter} params={state.params} />
        ))}
      </div>
      <footer className="row between">
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

/** The filters of a list, without what this shop does not offer. */
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

function FilterField({ name, filter, params }: { name: string; filter: ListFilter; params: URLSearchParams }) {
  const value = params.get(name) ?? '';
  switch (filter.kind) {
    case 'choice':
      return (
        <fieldset className="fld">
          <legend className="lab">{filter.label}</legend>
          <div className="choices">
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
        <fieldset className="fld">
          <legend className="lab">{filter.label}</legend>
          <div className="f2">
            <TextField label="Desde" name={`${name}From`} defaultValue={params.get(`${name}From`) ?? ''} {...control} />
            <TextField label="Hasta" name={`${name}To`} defaultValue={params.get(`${name}To`) ?? ''} {...control} />
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

/** Takes codes and names, and offers those that there are. */
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
        // Drawn anew once the name of the code is known.
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

/** The filters in use, each with its cross. */
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
    <span className="chip">
      <span>
        {label}: <b>{text}</b>
      </span>
      <button type="button" aria-label={`Quitar ${label}: ${text}`} onClick={onRemove}>
        <DeskIcon name="x" />
      </button>
    </span>
  );
}
