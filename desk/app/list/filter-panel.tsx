import { Popover } from '@base-ui/react/popover';
import type { ListDeclaration, ListFilter } from '@ceiba/contract/desk/list';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type FormEvent, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { CheckField, SelectField, TextField } from '../platform/field.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { useIsWide } from '../platform/use-wide.ts';
import { useSession } from '../session/session.ts';
import { type ListState, namesOf } from './list-state.ts';

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
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const names = filters.flatMap(([name, filter]) => namesOf(name, filter));
    state.change(
      Object.fromEntries(
        names.map((name) => [
          name,
          form
            .getAll(name)
            .filter((value) => value !== '')
            .join(','),
        ]),
      ),
    );
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
          : { type: 'number', min: 0, step: '0.01', inputMode: 'decimal' as const };
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
      return <TextField label={filter.label} name={name} defaultValue={value} maxLength={100} />;
  }
}

/** What is filtered by, each with its cross. */
export function FilterChips({ state }: { state: ListState }) {
  return (
    <>
      {state.applied.map(({ name, label, value }) => (
        <span key={name} className="chip">
          <span>
            {label}: <b>{value}</b>
          </span>
          <button type="button" aria-label={`Quitar ${label}: ${value}`} onClick={() => state.remove(name)}>
            <DeskIcon name="x" />
          </button>
        </span>
      ))}
    </>
  );
}
