import { unwrap } from '@ceiba/client/call-failure';
import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { type ListDeclaration, type ListQuery, listWordsMaxLength } from '@ceiba/contract/desk/list';
import type { SavedView } from '@ceiba/contract/desk/views';
import { lengthMessage } from '@ceiba/domain/customers/typed-text';
import type { Result } from '@ceiba/domain/result';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../platform/button.tsx';
import { DownloadLink } from '../platform/download-link.tsx';
import { countText } from '../platform/formats.ts';
import { EmptyNote, FailureNote, refusalText } from '../platform/notes.tsx';
import { Segments } from '../platform/segments.tsx';
import { useShortcuts } from '../platform/shortcuts.ts';
import { Tab, Tabs } from '../platform/tabs.tsx';
import { showFailure } from '../platform/toasts.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { allDeskKeys } from '../session/cache-keys.ts';
import { followsChanges } from '../session/changes.ts';
import { pollWhile } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { type Crumb, PageHead } from '../shell/page-head.tsx';
import { searchOf, useSavedViews, viewParam } from '../views/own-views.ts';
import { LostFilters, ViewMenu } from '../views/saved-views.tsx';
import type { Pills } from './cell.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { FilterChips, FilterPanel } from './filter-panel.tsx';
import { ListCards } from './list-cards.tsx';
import { type ListTotal, Pager, SelectionBar, totalText } from './list-foot.tsx';
import { exportHref, type FirstLook, filterKeyOf, type ListState, rememberRow, useListState } from './list-state.ts';
import { cellValue, ListTable, type RowLook } from './list-table.tsx';
import { useColumns, useDensity } from './own-columns.ts';
import { useSelection } from './selection.ts';

interface ListAnswer<R> {
  data: readonly R[];
  next: string | null;
  total: ListTotal;
}

/** All rows of a filter. `query`: the filter's parameters, as in the address. */
export interface WholeFilter {
  query: Readonly<Record<string, string>>;
  total: ListTotal;
}

/**
 * Renders the actions for chosen rows. `clear` empties the selection. `whole`: the person chose all rows of a filter; then `ids` is empty (see
 * `takesFilter`).
 */
type BulkBar = (ids: readonly string[], clear: () => void, whole?: WholeFilter) => ReactNode;

/** A prepared filter. `count`: the number of matching rows, if known. */
interface ListView {
  label: string;
  query: Readonly<Record<string, string>>;
  count?: number;
}

export interface ListPageProps<R extends object> {
  list: ListDeclaration;
  /**
   * call('listStaff', { query }, options)`. => Reads a page of rows, for example `(query, options) => call('listStaff', { query }, options)`. =>
   * call('listStaff', { query }, options)`.
   */
  read: (query: ListQuery, options: CallOptions) => Promise<Result<ListAnswer<R>, ApiError>>;
  /** Returns the address of a row's page, below /admin. Without it, rows have no page. */
  hrefOf?: (row: R) => string;
  /** Opens a row in a dialog instead of a page. */
  onOpen?: (row: R) => void;
  /** Renders the cells of some columns, which otherwise render by kind. */
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  /** Looks of the columns with states. */
  pills?: Pills;
  /** Prepared filters, as tabs. `query`: as in an address. */
  views?: readonly ListView[];
  /** The default filters of an address without parameters. Without them, it shows the whole list. */
  first?: FirstLook | undefined;
  /** Shown between the title and the views. */
  lead?: ReactNode;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** Renders the buttons for at most `bulkMost` chosen rows. Without it, rows cannot be chosen. */
  bulk?: BulkBar;
  bulkMost?: number;
  /** True if the actions accept a filter instead of IDs. More than `bulkMost` rows can then be chosen. */
  takesFilter?: boolean;
  /** True if the list can be exported. */
  hasExport?: boolean;
  path?: readonly Crumb[];
  /** ms between two reads while the list is shown. */
  refreshMs?: number;
  /** Returns true for a row that a job is changing. The list is polled while it shows such a row. */
  isUnderWay?: (row: R) => boolean;
}

const noCells = {};
const noPills = {};
const noRows: readonly never[] = [];

/** A list of the desk, built from its declaration. Filters, order, page and columns are in the address (OFF-15 to OFF-18, OFF-20). */
export function ListPage<R extends object>({
  list,
  read,
  hrefOf,
  onOpen,
  cells = noCells,
  pills = noPills,
  views,
  first,
  lead,
  actions,
  bulk,
  bulkMost = 200,
  takesFilter = false,
  hasExport = true,
  path = [],
  refreshMs,
  isUnderWay,
}: ListPageProps<R>) {
  const state = useListState(list, first);
  const columns = useColumns(list, state);
  const saved = useSavedViews().filter((view) => view.list === list.name);
  const [isComfortable, setIsComfortable] = useDensity();
  const isWide = useIsWide();
  const answer = useQuery({
    queryKey: [...allDeskKeys, list.name, state.query],
    queryFn: async ({ signal }) => unwrap(await read(state.query, { signal })),
    // The shown page stays until the next one is loaded.
    placeholderData: keepPreviousData,
    enabled: !state.isOpening,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
    meta: followsChanges,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
    ...(isUnderWay && { refetchInterval: pollWhile(({ data }: ListAnswer<R>) => data.some(isUnderWay)) }),
  });
  const rows = answer.data?.data ?? null;
  const look = useRowLook({ list, hrefOf, onOpen, cells, pills });
  const shownIds = (rows ?? noRows).map(look.idOf);
  const selection = useSelection(shownIds, state.filterKey);
  const place = useRef<HTMLDivElement>(null);
  useRowKeys(place, selection.toggle);
  useRowPress(place);
  useReturnToRow(place, state.openedRow, rows !== null);
  const total = answer.data?.total;
  const mayTakeAll = total !== undefined && !total.capped && total.value <= bulkMost;
  const takeAll = async (): Promise<void> => {
    const ids = await readAllIds(read, state.query, look.idOf);
    if (ids.ok) selection.add(ids.value);
    else showFailure(refusalText(ids.error));
  };
  const choice = bulk ? selection : null;
  const takeWhole = takesFilter && total !== undefined ? selection.takeAll : null;
  const whole = selection.isAll && total !== undefined ? { query: state.filters, total } : undefined;
  const isEmpty = rows?.length === 0;
  return (
    <>
      <PageHead title={list.title} {...(total && { caption: totalText(total) })} actions={actions} path={path} />
      {lead}
      {(views !== undefined || saved.length > 0) && <Views views={views ?? []} saved={saved} state={state} />}
      <LostFilters views={saved} state={state} />
      <div className="flex flex-wrap items-center gap-2 max-lg:flex-nowrap">
        {list.search !== undefined && <SearchBox state={state} hint={list.search} />}
        {isWide && <FilterChips state={state} />}
        <FilterPanel list={list} state={state} />
        {!isWide && <ViewMenu list={list.name} views={saved} state={state} columns={columns.visible} />}
        {isWide && state.applied.length > 0 && (
          <Button look="ghost" size="small" onClick={state.clear}>
            Limpiar
          </Button>
        )}
        {isWide && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Density isComfortable={isComfortable} onChange={setIsComfortable} />
            <ViewMenu list={list.name} views={saved} state={state} columns={columns.visible} />
            <ColumnsPanel list={list} columns={columns} />
            {hasExport && <ExportLink list={list} params={state.params} visible={columns.visible} />}
          </span>
        )}
      </div>
      {!isWide && state.applied.length > 0 && (
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none]">
          <FilterChips state={state} />
        </div>
      )}
      <section
        className={cx(
          'group flex min-w-0 flex-1 flex-col',
          isWide && 'overflow-clip rounded-md border border-border bg-surface',
        )}
        aria-label={list.title}
        ref={place}
        data-stale={answer.isPlaceholderData || undefined}
      >
        {rows === null && !answer.isError && (
          <p className="sr-only" role="status">
            Cargando…
          </p>
        )}
        {answer.isError && rows === null ? (
          <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />
        ) : isEmpty ? (
          <NothingHere state={state} />
        ) : isWide ? (
          <div className="overflow-x-auto">
            <ListTable
              look={look}
              rows={rows}
              visible={columns.visible}
              state={state}
              selection={choice}
              isComfortable={isComfortable}
            />
          </div>
        ) : (
          <ListCards look={look} rows={rows} visible={columns.visible} selection={choice} />
        )}
        <div
          className={cx(
            'sticky border-t border-border-strong bg-surface',
            isWide ? 'bottom-0 mt-auto' : '-mx-4 bottom-15 mt-3',
          )}
        >
          {bulk && (selection.isAll || selection.ids.length > 0) && (
            <SelectionBar selection={selection} total={total} onAll={mayTakeAll ? takeAll : takeWhole}>
              {bulk(selection.ids, selection.clear, whole)}
            </SelectionBar>
          )}
          <Pager
            state={state}
            shown={rows?.length ?? 0}
            total={total}
            next={answer.data?.next ?? null}
            hasKeys={hrefOf !== undefined || onOpen !== undefined}
          />
        </div>
      </section>
    </>
  );
}

/** The look of a row's link. On a phone, the whole card is its target. */
const nameLook =
  'font-semibold text-link focus-visible:outline-offset-0 max-lg:relative max-lg:text-[length:var(--text-base)] max-lg:before:absolute max-lg:before:-inset-y-3 max-lg:before:-right-4 max-lg:before:left-0';

const useRowLook = <R extends object>({
  list,
  hrefOf,
  onOpen,
  cells,
  pills,
}: Required<Pick<ListPageProps<R>, 'list' | 'cells' | 'pills'>> & {
  hrefOf: ((row: R) => string) | undefined;
  onOpen: ((row: R) => void) | undefined;
}): RowLook<R> =>
  useMemo(() => {
    const idOf = (row: R): string => String(cellValue(row, list.id));
    const names = Object.keys(list.columns);
    const link = (row: R, children: ReactNode): ReactNode => {
      if (hrefOf !== undefined)
        return (
          <Link to={hrefOf(row)} className={nameLook} data-row={idOf(row)} onClick={() => rememberRow(idOf(row))}>
            {children}
          </Link>
        );
      if (onOpen === undefined) return <span className={nameLook}>{children}</span>;
      return (
        <button
          type="button"
          className={nameLook}
          data-row={idOf(row)}
          aria-haspopup="dialog"
          onClick={() => onOpen(row)}
        >
          {children}
        </button>
      );
    };
    const nameColumn =
      names.find((name) => list.columns[name]?.kind === 'link') ??
      (names.includes(list.id) ? list.id : (names[0] ?? ''));
    return { list, idOf, cells, pills, nameColumn, link };
  }, [list, hrefOf, onOpen, cells, pills]);

/** Reads the IDs of all rows that match a filter, in pages of a hundred. */
const readAllIds = async <R extends object>(
  read: ListPageProps<R>['read'],
  { after: _, limit: __, ...query }: ListQuery,
  idOf: (row: R) => string,
): Promise<Result<string[], ApiError>> => {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await read({ ...query, limit: 100, ...(after !== undefined && { after }) }, {});
    if (!page.ok) return page;
    ids.push(...page.value.data.map(idOf));
    after = page.value.next;
  }
  return { ok: true, value: ids };
};

/** `j` and `k` move the focus along the links of the rows. `x` chooses the focused row. */
const useRowKeys = (place: { current: HTMLElement | null }, toggle: (id: string) => void): void => {
  const links = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const moveFocus = (step: 1 | -1): void => {
    const all = links();
    const at = all.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
    const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step));
    all[next]?.focus();
  };
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    x: () => {
      const row = links().find((link) => link.closest('tr, li')?.contains(document.activeElement));
      if (row?.closest('tr, li')?.querySelector('[data-box]') && row.dataset.row !== undefined) toggle(row.dataset.row);
    },
  });
};

/** A press anywhere on a row opens its link, except on another control or while text is selected. */
const useRowPress = (place: { current: HTMLElement | null }): void => {
  useEffect(() => {
    const element = place.current;
    const press = (event: MouseEvent): void => {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      if (!(target instanceof Element) || target.closest('a, button, input, select, label') !== null) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const link = target.closest('tbody tr, li')?.querySelector('[data-row]');
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, [place]);
};

/** After Back, scrolls to the row that was opened and focuses it (OFF-16). */
const useReturnToRow = (place: { current: HTMLElement | null }, id: string | null, isThere: boolean): void => {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || id === null || !isThere) return;
    isDone.current = true;
    const link = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === id,
    );
    link?.scrollIntoView({ block: 'center' });
    link?.focus({ preventScroll: true });
  }, [place, id, isThere]);
};

/** Tabs for prepared views, then for saved views. */
function Views({ views, saved, state }: { views: readonly ListView[]; saved: readonly SavedView[]; state: ListState }) {
  const opened = saved.find(({ id }) => id === state.params.get(viewParam));
  const isCurrent = (query: Readonly<Record<string, string>>): boolean =>
    opened === undefined && state.filterKey === filterKeyOf(query);
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // In newer browsers `scrollIntoView` returns a promise, which an effect must not return.
    void current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <Tabs label="Vistas">
      {views.map(({ label, query, count }) => (
        <Tab
          key={label}
          to={{ search: new URLSearchParams(query).toString() }}
          isCurrent={isCurrent(query)}
          ref={isCurrent(query) ? current : undefined}
          {...(count !== undefined && { count: countText(count) })}
        >
          {label}
        </Tab>
      ))}
      {saved.map((view) => (
        <Tab
          key={view.id}
          to={{ search: searchOf(view) }}
          isCurrent={view === opened}
          ref={view === opened ? current : undefined}
        >
          {view.name}
          {view.isShared && <DeskIcon name="users" />}
        </Tab>
      ))}
    </Tabs>
  );
}

/** ms without a key press before the list is searched. */
const typingMs = 350;

function SearchBox({ state, hint }: { state: ListState; hint: string }) {
  const searched = state.params.get('q') ?? '';
  const [words, setWords] = useState(searched);
  // The last words that this box wrote into the address. When they come back, they must not replace newer typed words.
  const sent = useRef(searched);
  const { change } = state;
  useEffect(() => {
    if (searched === sent.current) return;
    sent.current = searched;
    setWords(searched);
  }, [searched]);
  const noteId = useId();
  const surplus = lengthMessage(words.trim(), listWordsMaxLength);
  const search = (): void => {
    const trimmed = words.trim();
    if (trimmed === sent.current || surplus !== null) return;
    sent.current = trimmed;
    change({ q: trimmed }, { replace: true });
  };
  const searchLater = useEffectEvent(() => {
    if (!state.isLeavingNow()) search();
  });
  useEffect(() => {
    if (words.trim() === sent.current) return;
    // The person has pressed a link: a search now would cancel that navigation.
    if (state.isLeaving) return;
    const timer = setTimeout(() => searchLater(), typingMs);
    return () => clearTimeout(timer);
  }, [words, state.isLeaving]);
  return (
    <search className="relative w-72 max-lg:w-auto max-lg:flex-1">
      <DeskIcon name="search" className="absolute top-2 left-2.5 text-ink-muted max-lg:top-3.5" />
      <input
        type="search"
        className="control min-h-8 pl-8 text-dense max-lg:min-h-11 max-lg:text-[length:var(--text-base)]"
        aria-label={`Buscar en esta lista: ${hint}`}
        placeholder={hint}
        aria-invalid={surplus !== null || undefined}
        aria-describedby={surplus === null ? undefined : noteId}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && search()}
      />
      {surplus !== null && (
        <p id={noteId} className="mt-1 flex items-center gap-1.5 text-dense font-medium text-danger">
          {surplus}
        </p>
      )}
    </search>
  );
}

function Density({ isComfortable, onChange }: { isComfortable: boolean; onChange: (isWanted: boolean) => void }) {
  return (
    <Segments
      label="Altura de los renglones"
      isIconOnly
      value={isComfortable ? 'comfortable' : 'compact'}
      choices={[
        { value: 'compact', label: 'Compacta', icon: 'rows-4' },
        { value: 'comfortable', label: 'Cómoda', icon: 'rows-2' },
      ]}
      onChange={(value) => onChange(value === 'comfortable')}
    />
  );
}

/** Downloads the rows of the filter as a file. Leaves out personal columns that this person may not export (OFF-20). */
function ExportLink({
  list,
  params,
  visible,
}: {
  list: ListDeclaration;
  params: URLSearchParams;
  visible: readonly string[];
}) {
  const may = useMay();
  const exported = visible.filter((name) => !list.columns[name]?.isPersonal || may('customers.export'));
  return <DownloadLink href={exportHref(list, params, exported)}>Exportar CSV</DownloadLink>;
}

function NothingHere({ state }: { state: ListState }) {
  const [only] = state.applied.length === 1 ? state.applied : [];
  const isFiltered = state.filterKey !== '[]';
  return (
    <EmptyNote
      icon="package-open"
      title="Nada por aquí"
      actions={
        isFiltered && (
          <>
            {only && <Button onClick={() => state.remove(only.name)}>{`Quitar el filtro ${only.label}`}</Button>}
            <Button look="ghost" onClick={state.clear}>
              Limpiar filtros
            </Button>
          </>
        )
      }
    >
      {isFiltered ? 'Nada cumple lo que buscas.' : 'Cuando haya algo, aparecerá en esta lista.'}
    </EmptyNote>
  );
}
