import type { ListDeclaration, ListFilter, ListQuery, NameKind } from '@ceiba/contract/desk/list';
import { useIsLeavingNow } from '@ceiba/ui/use-is-leaving-now';
import { useMemo } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { dayText, moneyText } from '../platform/formats.ts';

/** The parameters of a filter in an address. */
export const namesOf = (name: string, filter: ListFilter): string[] =>
  filter.kind === 'dates' || filter.kind === 'amounts' ? [`${name}From`, `${name}To`] : [name];

const filterNames = ({ filters }: ListDeclaration): string[] =>
  Object.entries(filters).flatMap(([name, filter]) => namesOf(name, filter));

/** The filter parameters of an address, and no others. */
const filtersIn = (list: ListDeclaration, params: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...filterNames(list), 'q'].flatMap((name) => {
      const value = params.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );

/** Returns a key of filters. It does not depend on their order. */
export const filterKeyOf = (filters: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));

export interface AppliedFilter {
  name: string;
  label: string;
  value: string;
  /** The kind of name that the value means, if it means a name. */
  names?: NameKind | undefined;
}

const rangeText = (show: (value: string) => string, from: string | null, to: string | null): string => {
  if (from && to) return from === to ? show(from) : `${show(from)} a ${show(to)}`;
  return from ? `Desde ${show(from)}` : `Hasta ${show(to ?? '')}`;
};

const valueText = (name: string, filter: ListFilter, params: URLSearchParams): string => {
  const value = params.get(name) ?? '';
  switch (filter.kind) {
    case 'choice':
      return value
        .split(',')
        .map((each) => filter.values[each] ?? each)
        .join(', ');
    case 'flag':
      return value === 'true' ? 'Sí' : 'No';
    case 'dates':
      return rangeText(dayText, params.get(`${name}From`), params.get(`${name}To`));
    case 'amounts':
      return rangeText((amount) => moneyText(Number(amount)), params.get(`${name}From`), params.get(`${name}To`));
    case 'text':
      return value;
  }
};

/** The active filters of an address, as texts. */
const appliedIn = (list: ListDeclaration, params: URLSearchParams): AppliedFilter[] =>
  Object.entries(list.filters).flatMap(([name, filter]) =>
    namesOf(name, filter).some((each) => params.get(each))
      ? [
          {
            name,
            label: filter.label,
            value: valueText(name, filter, params),
            names: filter.kind === 'text' ? filter.names : undefined,
          },
        ]
      : [],
  );

/**
 * The addresses of the previous pages, the nearest last. A page knows only the key of the next page, so the list must store the previous addresses.
 */
const trailIn = (state: unknown): string[] => {
  const trail: unknown = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : [];
  return Array.isArray(trail) ? trail.filter((each) => typeof each === 'string') : [];
};

/** Default filters for an address without parameters. Null while the default filters are unknown. The list reads nothing while this is null. */
export type FirstLook = Readonly<Record<string, string>> | null;

/** The state of a list. The address contains the state, so that a copied link opens the same list. `first`: the default filters (OFF-16). */
export const useListState = (list: ListDeclaration, first?: FirstLook) => {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  const isLeavingNow = useIsLeavingNow();
  const isOpening = search === '' && first === null;
  const effectiveSearch = search === '' && first ? new URLSearchParams(first).toString() : search;
  return useMemo(() => {
    const params = new URLSearchParams(effectiveSearch);
    const go = (next: URLSearchParams, options: { replace?: boolean; state?: unknown } = {}): void =>
      void navigate({ search: next.toString() }, options);
    /** Changes parameters, and returns to the first page, because rows or their order change. */
    const change = (changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }): void => {
      const next = new URLSearchParams(params);
      for (const name of ['after', 'pos', 'row']) next.delete(name);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      go(next, options);
    };
    const trail = trailIn(state);
    const filters = filtersIn(list, params);
    const query: ListQuery = {
      ...filters,
      ...Object.fromEntries(
        ['sort', 'after', 'limit'].flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ),
    };
    const position = Math.max(1, Number(params.get('pos')) || 1);
    return {
      params,
      query,
      isOpening,
      /** The router's key of this visit. Another visit of the same address has another key. */
      key,
      /** True if a navigation is pending at this render. Writing into the list's own address would cancel that navigation. */
      isLeaving,
      isLeavingNow,
      /** The key of the filters. It does not depend on sort order and page. */
      filterKey: filterKeyOf(filters),
      /** The filters and the words of the search, as in the address. */
      filters,
      applied: appliedIn(list, params),
      position,
      openedRow: params.get('row'),
      /** The columns that the address names. Null if the list uses the columns that the person chose. */
      columns: params.get('columns')?.split(',') ?? null,
      change,
      clear: () => change(Object.fromEntries(Object.keys(filtersIn(list, params)).map((name) => [name, null]))),
      remove: (name: string) => {
        const filter = list.filters[name];
        if (filter) change(Object.fromEntries(namesOf(name, filter).map((each) => [each, null])));
      },
      setColumns: (columns: readonly string[]) => {
        const next = new URLSearchParams(params);
        next.set('columns', columns.join(','));
        go(next, { replace: true, state });
      },
      next: (after: string, shown: number) => {
        const next = new URLSearchParams(params);
        next.set('after', after);
        next.set('pos', String(position + shown));
        next.delete('row');
        go(next, { state: { trail: [...trail, params.toString()] } });
      },
      previous:
        position === 1 && !params.has('after')
          ? null
          : () => {
              const before = trail.at(-1);
              if (before === undefined) change({});
              else go(new URLSearchParams(before), { state: { trail: trail.slice(0, -1) } });
            },
    };
  }, [list, effectiveSearch, isOpening, isLeaving, isLeavingNow, key, state, navigate]);
};

export type ListState = ReturnType<typeof useListState>;

/** Writes the row that the person opens into the address of the list, so that Back returns to this row. */
export const rememberRow = (id: string): void => {
  const url = new URL(window.location.href);
  url.searchParams.set('row', id);
  window.history.replaceState(window.history.state, '', url);
};

/** The address that downloads the rows of the filter as CSV. */
export const exportHref = (list: ListDeclaration, params: URLSearchParams, columns: readonly string[]): string => {
  const query = new URLSearchParams(filtersIn(list, params));
  const sort = params.get('sort');
  if (sort) query.set('sort', sort);
  query.set('columns', columns.join(','));
  return `/v1/admin/${list.name}/export?${query}`;
};
