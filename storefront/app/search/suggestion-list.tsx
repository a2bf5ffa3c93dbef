import { unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import type { Suggestion } from '@ceiba/contract/search';
import { longestSearch } from '@ceiba/domain/search/search-limits';
import { cx } from '@ceiba/ui/class-names';
import { Icon } from '@ceiba/ui/icon';
import { shownAmount } from '@ceiba/ui/price';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../platform/api.ts';

const typingPauseMs = 120;

const useTypingPause = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const icons: Record<Suggestion['type'], string> = {
  query: 'search',
  product: 'package',
  category: 'tag',
  brand: 'star',
};
const kinds: Record<Suggestion['type'], string> = {
  query: '',
  product: 'Producto',
  category: 'Categoría',
  brand: 'Marca',
};

/** Counted like the API does. */
const tooLongText = ({ length }: string): string =>
  `Busca con ${longestSearch} caracteres o menos: sobran ${length - longestSearch}.`;

/** At most eight suggestions. The focus stays in the input, which references the active row. The combobox reads the addresses from `urls`. */
export default withQueries(function SuggestionList({
  id,
  text,
  active,
  urls,
  problemId,
  onChoose,
}: {
  id: string;
  text: string;
  active: number;
  urls: RefObject<string[]>;
  /** ID of the message that the text is too long, which replaces the suggestions. */
  problemId: string | undefined;
  onChoose: () => void;
}) {
  const settled = useTypingPause(text.trim());
  const { data } = useQuery({
    queryKey: ['suggestions', settled],
    queryFn: async ({ signal }) => unwrap(await api('searchSuggestions', { query: { q: settled } }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: settled !== '' && problemId === undefined,
  });
  const rows = data ?? [];
  useEffect(() => {
    urls.current = rows.map(({ url }) => url);
  });
  if (problemId !== undefined)
    return (
      <p id={problemId} role="alert" className="search-list px-4.5 text-sm font-medium text-danger">
        {tooLongText(text.trim())}
      </p>
    );
  if (rows.length === 0) return null;
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label="Sugerencias" className="search-list">
      {rows.map((row, index) => (
        <Row
          key={`${row.type}${row.url}${row.text}`}
          id={`${id}-${index}`}
          row={row}
          isActive={index === active}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
});

function Row({
  id,
  row,
  isActive,
  onChoose,
}: {
  id: string;
  row: Suggestion;
  isActive: boolean;
  onChoose: () => void;
}) {
  return (
    <Link
      to={row.url}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={cx(
        'flex min-h-touch items-center gap-3 px-4.5 outline-none hover:bg-surface-sunken',
        isActive && 'bg-surface-tint',
      )}
    >
      {row.imageUrl ? (
        <img
          src={row.imageUrl}
          alt=""
          width={32}
          height={32}
          className="size-8 rounded-xs bg-surface-sunken object-contain"
        />
      ) : (
        <Icon name={icons[row.type]} className="mx-1.5 text-ink-muted" />
      )}
      <span className="line-body py-1 leading-tight">
        <span>{row.text}</span>
        {row.price ? (
          <b className="font-semibold tabular-nums">{shownAmount(row.price.value)}</b>
        ) : (
          kinds[row.type] !== '' && <span className="text-xs text-ink-muted">{kinds[row.type]}</span>
        )}
      </span>
    </Link>
  );
}
