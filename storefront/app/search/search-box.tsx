import { longestSearch } from '@ceiba/domain/search/search-limits';
import { Icon } from '@ceiba/ui/icon';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../platform/lazy-part.tsx';

const SuggestionList = lazyPart(() => import('./suggestion-list.tsx'), { fallback: null });

/** The search words of the shown page, so that the box keeps them on the results. */
const useShownQuery = (): string => {
  const { pathname, search } = useLocation();
  return pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
};

const closed: ListState = { isOpen: false, active: -1 };

/** The search of the header: a plain GET form. Suggestions load with the first letters (DEC-180). */
export function SearchBox() {
  const shown = useShownQuery();
  const [arrived, setArrived] = useState(shown);
  /** The words whose results are loading. Text typed during the load is newer. */
  const [sent, setSent] = useState<string | null>(null);
  const [text, setText] = useState(shown);
  const [list, setList] = useState(closed);
  /** True if the words are too long for a search, until the words change. */
  const [isRefused, setRefused] = useState(false);
  if (arrived !== shown) {
    setArrived(shown);
    setSent(null);
    if (shown !== sent) {
      setText(shown);
      setList(closed);
    }
  }
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = input.current;
    if (box === null) return;
    // Text typed before hydration fires no event, and the next render would empty the box.
    setText(box.value);
    if (document.activeElement === box) setList({ isOpen: true, active: -1 });
  }, []);
  const urls = useRef<string[]>([]);
  const navigate = useNavigate();
  const listId = useId();
  const onKeyDown = (event: React.KeyboardEvent) => {
    const url = urls.current[list.active];
    if (event.key === 'Enter' && list.isOpen && url !== undefined) {
      event.preventDefault();
      setList(closed);
      navigate(url);
      return;
    }
    const next = moveInList(list, event.key, urls.current.length);
    if (next === null) return;
    event.preventDefault();
    setList(next);
  };
  const words = text.trim();
  const isTooLong = words.length > longestSearch;
  const isShowing = list.isOpen && words !== '' && !isTooLong;
  const problemId = `${listId}-problem`;
  return (
    <search className="relative block">
      <Form
        action="/search"
        onSubmit={(event) => {
          setRefused(isTooLong);
          if (isTooLong) return event.preventDefault();
          setSent(text);
          setList(closed);
        }}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setList(closed)}
        className="search-box"
      >
        <input
          ref={input}
          type="search"
          name="q"
          aria-label="Buscar productos"
          role="combobox"
          aria-expanded={isShowing}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isShowing && list.active >= 0 ? `${listId}-${list.active}` : undefined}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? problemId : undefined}
          autoComplete="off"
          placeholder="Busca televisores, laptops, audífonos…"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefused(false);
            setList({ isOpen: true, active: -1 });
          }}
          onFocus={() => setList({ isOpen: true, active: -1 })}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          aria-label="Buscar"
          className="grid size-touch flex-none place-items-center rounded-full bg-primary text-white hover:bg-primary-hover"
        >
          <Icon name="search" />
        </button>
        {(isShowing || isRefused) && (
          <SuggestionList
            id={listId}
            text={text}
            active={list.active}
            urls={urls}
            problemId={isRefused ? problemId : undefined}
            onChoose={() => setList(closed)}
          />
        )}
      </Form>
    </search>
  );
}

/** State of a combobox: whether its list is open, and its active row. -1 is the input itself. */
export interface ListState {
  isOpen: boolean;
  active: number;
}

/** The list after a key. Null if the list does not handle the key. Up and down wrap around through the input. */
export const moveInList = (list: ListState, key: string, count: number): ListState | null => {
  if (key === 'Escape') return list.isOpen ? { isOpen: false, active: -1 } : null;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  if (!list.isOpen || count === 0) return { isOpen: true, active: -1 };
  const step = key === 'ArrowDown' ? 1 : -1;
  // Rows 0 to count-1 and the input at -1 form a ring of count+1 places.
  const places = count + 1;
  return { isOpen: true, active: ((list.active + 1 + step + places) % places) - 1 };
};
