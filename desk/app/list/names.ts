import type { NameKind } from '@ceiba/contract/desk/list';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';

type Names = DeskAnswer<'listNames'>['data'];

const none: Names = [];

/** Codes and names that a filter of this kind accepts; empty while loading. `undefined`: the filter has no names. */
export const useNames = (kind: NameKind | undefined): Names => {
  const names = useDeskQuery(
    'listNames',
    { query: { kind: kind ?? 'place' } },
    { enabled: kind !== undefined, staleTime: 300_000 },
  );
  return names.data?.data ?? none;
};

/** The same with the state of the reading: a form that cannot go on without the names says so. */
export const useNamesQuery = (kind: NameKind) => useDeskQuery('listNames', { query: { kind } }, { staleTime: 300_000 });

/** The name of a code. A text that is no code is returned unchanged. */
export const nameOf = (names: Names, value: string): string => names.find(({ code }) => code === value)?.name ?? value;

/** The only code that a text means. If it means none or several, the text itself, which the server resolves. */
export const codeOf = (names: Names, text: string): string => {
  if (names.some(({ code }) => code === text)) return text;
  const words = foldText(text.trim());
  const whole = names.filter(({ name }) => foldText(name) === words);
  const found = whole.length > 0 ? whole : names.filter(({ name }) => foldText(name).includes(words));
  const codes = [...new Set(found.map(({ code }) => code))];
  return codes.length === 1 && words !== '' ? (codes[0] ?? text) : text;
};
