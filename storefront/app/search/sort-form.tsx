import { Form, useSubmit } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import type { ListingData } from './listing-data.ts';
import { searchParams, sortLabels } from './search-state.ts';

/** A GET form; choosing sends it, without script its button does. */
export function SortForm({ listing: { pathname, state } }: { listing: Pick<ListingData, 'pathname' | 'state'> }) {
  const submit = useSubmit();
  const { sort: _sort, page: _page, ...kept } = searchParams(state);
  return (
    <Form action={pathname} preventScrollReset className="flex flex-none items-center gap-2 text-sm">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span aria-hidden="true" className="text-ink-soft max-lg:hidden">
        Ordenar por
      </span>
      <Select
        small
        key={state.sort}
        name="sort"
        aria-label="Ordenar por"
        defaultValue={state.sort}
        onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
        className="lg:min-w-[210px] max-lg:[&>select]:rounded-full"
      >
        {Object.entries(sortLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" variant="outline" size="sm">
          Ordenar
        </Button>
      </noscript>
    </Form>
  );
}
