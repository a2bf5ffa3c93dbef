import { Button } from '@ceiba/ui/button';
import { Select } from '@ceiba/ui/select';
import { useEffect, useRef, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import type { ListingData } from './listing-data.ts';
import { searchParams, sortLabels } from './search-state.ts';

/**
 * A GET form. A choice submits the form. Without scripts, its button submits the form. Arrow keys change a select at
 * every press, so keyboard users submit by the button, which appears with the first change.
 */
export function SortForm({ listing: { pathname, state } }: { listing: Pick<ListingData, 'pathname' | 'state'> }) {
  const submit = useSubmit();
  const isByKey = useRef(false);
  const [isChanged, setChanged] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const { sort } = state;
  useEffect(() => {
    // The choice was made before hydration and was not submitted, so the form needs the button.
    if (select.current !== null && select.current.value !== sort) setChanged(true);
  }, [sort]);
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
        ref={select}
        key={state.sort}
        name="sort"
        aria-label="Ordenar por"
        defaultValue={state.sort}
        onPointerDown={() => {
          isByKey.current = false;
        }}
        onKeyDown={() => {
          isByKey.current = true;
        }}
        onChange={(event) => {
          setChanged(isByKey.current && event.currentTarget.value !== state.sort);
          if (isByKey.current) return;
          void submit(event.currentTarget.form, { preventScrollReset: true });
        }}
        className="*:text-ellipsis max-lg:max-w-[max(6rem,calc(100vw-2*var(--spacing-gutter)-7.5rem))] lg:min-w-[210px] max-lg:[&>select]:rounded-full"
      >
        {Object.entries(sortLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {isChanged ? (
        <SortButton />
      ) : (
        <noscript>
          <SortButton />
        </noscript>
      )}
    </Form>
  );
}

const SortButton = () => (
  <Button type="submit" variant="outline" size="sm">
    Ordenar
  </Button>
);
