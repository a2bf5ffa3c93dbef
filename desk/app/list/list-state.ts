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

/** A key that is equal for equal filters, in any order. */
export const filterKeyOf = (filters: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));

export interface AppliedFilter {
  name: string;
  label: string;
  value: string;
  /** Set if the value is a code or a name of this kind. */
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

/** Addresses of the previous pages, the nearest last: pages by key can go back only to these. */
const trailIn = (state: unknown): string[] => {
  const trail: unknown = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : [];
  return Array.isArray(trail) ? trail.filter((each) => typeof each === 'string') : [];
};

/** Default filters for an address without parameters. Null while unknown; nothing is read until then. */
export type FirstLook = Readonly<Record<string, string>> | null;

/** The state of a list in its address, which a copied link shows to a colleague (OFF-16). `first`: the meaning of a bare address. */
export const useListState = (list: ListDeclaration, first?: FirstLook) => {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== 'idle';
  const isLeavingNow = useIsLeavingNow();
  const isOpening = search === '' && first === null;
  const said = search === '' && first ? new URLSearchParams(first).toString() : search;
  return useMemo(() => {
    const params = new URLSearchParams(said);
    const go = (next: URLSearchParams, options: { replace?: boolean; state?: unknown } = {}): void =>
      void navigate({ search: next.toString() }, options);
    /** Resets to the first page, because order or rows change. */
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
      /** Differs for each visit, even of the same address. */
      key,
      /** True if a navigation is pending at this render. A write of the page into its own address would cancel it. */
      isLeaving,
      isLeavingNow,
      /** A key of the matching rows, whatever their order and page. */
      filterKey: filterKeyOf(filters),
      /** The filters and the words of the search, as in the address. */
      filters,
      applied: appliedIn(list, params),
      position,
      openedRow: params.get('row'),
      /** The columns in the address; null means the person's own. */
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
  }, [list, said, isOpening, isLeaving, isLeavingNow, key, state, navigate]);
};

export type ListState = ReturnType<typeof useListState>;

/** Writes the row that is being left into the current address, so that Back finds it. The router reads it on return. */
export const rememberRow = (id: string): void => {
  const url = new URL(window.location.href);
  url.searchParams.set('row', id);
  window.history.replaceState(window.history.state, '', url);
};

/** The address of the same rows as CSV. */
export const exportHref = (list: ListDeclaration, params: URLSearchParams, columns: readonly string[]): string => {
  const query = new URLSearchParams(filtersIn(list, params));
  const sort = params.get('sort');
  if (sort) query.set('sort', sort);
  query.set('columns', columns.join(','));
  return `/v1/admin/${list.name}/export?${query}`;
};
