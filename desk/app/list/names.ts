import type { NameKind } from '@ceiba/contract/desk/list';
import { foldText } from '@ceiba/domain/orders/order-terms';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';

type Names = DeskAnswer<'listNames'>['data'];

const none: Names = [];

/** The codes and names of a kind, such as brands. Empty while they load, and for `undefined`. */
export const useNames = (kind: NameKind | undefined): Names => {
  const names = useDeskQuery(
    'listNames',
    { query: { kind: kind ?? 'place' } },
    { enabled: kind !== undefined, staleTime: 300_000 },
  );
  return names.data?.data ?? none;
};

/** The query of the codes and names, for forms that must show a failed load. */
export const useNamesQuery = (kind: NameKind) => useDeskQuery('listNames', { query: { kind } }, { staleTime: 300_000 });

/** Returns the name of a code. Other texts are returned unchanged. */
export const nameOf = (names: Names, value: string): string => names.find(({ code }) => code === value)?.name ?? value;

/** Returns the code that a typed text means. If it means no code or several, returns the text, which the server then resolves. */
export const codeOf = (names: Names, text: string): string => {
  if (names.some(({ code }) => code === text)) return text;
  const words = foldText(text.trim());
  const whole = names.filter(({ name }) => foldText(name) === words);
  const found = whole.length > 0 ? whole : names.filter(({ name }) => foldText(name).includes(words));
  const codes = [...new Set(found.map(({ code }) => code))];
  return codes.length === 1 && words !== '' ? (codes[0] ?? text) : text;
};
