import type { DeskIconName } from '@ceiba/ui/desk-icon';
import { keepPreviousData } from '@tanstack/react-query';
import { deskPath } from '../platform/desk-path.ts';
import { useSettled } from '../platform/use-settled.ts';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';

type Found = DeskAnswer<'searchDesk'>['data'][number];

/** A search result of the shop. */
export interface SearchHit extends Pick<Found, 'kind' | 'id' | 'title' | 'text' | 'isExact'> {
  /** Path inside the desk. */
  to: string;
  icon: DeskIconName;
}

const kinds = {
  order: ['Órdenes', 'shopping-bag'],
  shipment: ['Envíos', 'package'],
  return: ['Devoluciones', 'undo-2'],
  purchase: ['Compras', 'shopping-basket'],
  cart: ['Carritos compartidos', 'boxes'],
  customer: ['Clientes', 'user-round'],
  product: ['Productos', 'tag'],
} as const satisfies Record<Found['kind'], readonly [label: string, icon: DeskIconName]>;

const toHit = ({ href, ...found }: Found): SearchHit => ({ ...found, to: deskPath(href), icon: kinds[found.kind][1] });

/** Groups hits by kind, in the order of the server's answer: exact hits come first. */
const grouped = (hits: readonly SearchHit[]): { label: string; hits: SearchHit[] }[] => {
  const groups = Object.groupBy(hits, ({ kind }) => kinds[kind][0]);
  return Object.entries(groups).map(([label, found = []]) => ({ label, hits: found }));
};

/** ms without a key press before the search starts, so that a scanned code is searched only once. */
const typingMs = 120;

/** The search results for a text (OFF-13). `isPending`: the shown results are not for this text yet. */
export const useSearch = (
  words: string,
): { groups: ReturnType<typeof grouped>; isPending: boolean; isFailed: boolean } => {
  const searchText = words.trim();
  const settled = useSettled(searchText, typingMs);
  const answer = useDeskQuery(
    'searchDesk',
    { query: { q: settled } },
    { enabled: settled !== '', placeholderData: keepPreviousData, staleTime: 10_000 },
  );
  const isPending = searchText !== '' && (settled !== searchText || answer.isFetching || answer.isPlaceholderData);
  return {
    groups: searchText === '' ? [] : grouped((answer.data?.data ?? []).map(toHit)),
    isPending,
    isFailed: answer.isError && !isPending,
  };
};
