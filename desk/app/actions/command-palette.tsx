import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { Backdrop } from '../platform/dialog.tsx';
import { useOfferedActions } from './palette-actions.ts';
import { type SearchHit, useSearch } from './use-search.ts';

interface PaletteItem {
  id: string;
  icon: DeskIconName;
  title: string;
  text: string;
  /** The target; actions have no target. */
  to?: string;
  start?: () => void;
}

interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** Removes accents and capitals, so that "ordenes" finds "Órdenes". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const toItem = ({ kind, id, title, text, to, icon }: SearchHit): PaletteItem => ({
  id: `${kind} ${id}`,
  icon,
  title,
  text,
  to,
});

/** Pages of the menu, actions of the page, and search results of the desk (OFF-13). */
export function CommandPalette({
  pages,
  onClose,
}: {
  pages: readonly { label: string; icon: DeskIconName; to: string }[];
  onClose: () => void;
}) {
  const [words, setWords] = useState('');
  const { groups: hits, isPending, isFailed } = useSearch(words);
  const navigate = useNavigate();
  const base = useHref('/').replace(/\/$/, '');
  const offered = useOfferedActions();
  // True if Enter came before the answer, for example from a scanner. The first hit then opens as soon as the answer arrives.
  const isEntered = useRef(false);
  const open = (item: PaletteItem, isApart = false): void => {
    if (isApart && item.to !== undefined) window.open(`${base}${item.to}`, '_blank', 'noopener');
    else {
      onClose();
      if (item.to !== undefined) void navigate(item.to);
      item.start?.();
    }
  };
  const fits = (label: string): boolean => plain(label).includes(plain(words.trim()));
  const groups: PaletteGroup[] = [
    ...hits.map(({ label, hits: found }) => ({ label, items: found.map(toItem) })),
    {
      label: 'En esta página',
      items: offered
        .filter(({ action }) => fits(action.label))
        .map(({ action, start }) => ({
          id: `do ${action.verb}`,
          icon: action.icon ?? 'play',
          title: action.label,
          text: 'Acción',
          start,
        })),
    },
    {
      label: 'Ir a',
      items: pages
        .filter(({ label }) => fits(label))
        .map(({ label, icon, to }) => ({ id: `go ${to}`, icon, title: label, text: 'Página', to })),
    },
  ].filter(({ items }) => items.length > 0);
  const first = hits[0]?.hits[0];
  if (isEntered.current && !isPending && first !== undefined) {
    isEntered.current = false;
    queueMicrotask(() => open(toItem(first)));
  }
  const highlighted = useRef<PaletteItem>(undefined);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') {
      isEntered.current = false;
      return;
    }
    if (isPending) {
      event.preventDefault();
      isEntered.current = true;
    } else if ((event.ctrlKey || event.metaKey) && highlighted.current !== undefined) {
      event.preventDefault();
      open(highlighted.current, true);
    }
  };
  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <Backdrop />
        <BaseDialog.Viewport className="fixed inset-0 z-(--z-scrim) grid items-start justify-items-center overflow-auto px-6 pt-24 pb-6 max-lg:p-3">
          <BaseDialog.Popup
            className="flex max-h-[calc(100vh-48px)] w-full max-w-[720px] flex-col overflow-hidden rounded-lg bg-surface shadow-lg max-lg:max-h-[calc(100vh-24px)]"
            aria-label="Buscar"
          >
            <Autocomplete.Root
              inline
              open
              mode="none"
              items={groups}
              autoHighlight="always"
              value={words}
              onValueChange={setWords}
              itemToStringValue={({ title }: PaletteItem) => title}
              onItemHighlighted={(item) => {
                highlighted.current = item;
              }}
            >
              <div className="flex h-[60px] items-center gap-3 border-b border-border-strong px-5 text-[length:var(--text-lg)]">
                <DeskIcon name="search" size="md" />
                <Autocomplete.Input
                  className="min-w-0 flex-1 border-0 bg-transparent tabular-nums outline-none max-lg:self-stretch"
                  aria-label="Buscar"
                  placeholder="Orden, teléfono, correo, código, página…"
                  onKeyDown={press}
                />
                <kbd>Esc</kbd>
              </div>
              <Autocomplete.Status className="px-5 text-dense text-ink-muted not-empty:py-3.5">
                {isFailed
                  ? 'No pudimos buscar. Vuelve a intentarlo.'
                  : isPending
                    ? 'Buscando…'
                    : groups.length === 0
                      ? 'Nada por aquí'
                      : ''}
              </Autocomplete.Status>
              <Autocomplete.List className="max-h-[min(56vh,480px)] overflow-auto px-2 py-1.5">
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="px-3 pt-2.5 pb-1 text-xs font-semibold text-ink-muted">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          className="grid min-h-11 cursor-pointer grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 rounded-sm px-3 py-[7px] data-highlighted:bg-surface-tint data-highlighted:inset-ring-[1.5px] data-highlighted:inset-ring-primary data-highlighted:outline-none"
                          onClick={(event) => open(item, event.ctrlKey || event.metaKey)}
                        >
                          <DeskIcon name={item.icon} size="md" />
                          <span className="min-w-0 truncate">
                            {item.title}
                            <small className="block text-xs text-ink-muted">{item.text}</small>
                          </span>
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
            <footer className="flex flex-wrap items-center gap-4 border-t border-border bg-canvas px-6 py-3.5 text-xs/5 text-ink-muted max-lg:hidden">
              <span>
                <kbd>↑</kbd> <kbd>↓</kbd> elegir
              </span>
              <span>
                <kbd>Enter</kbd> abrir
              </span>
              <span>
                <kbd>Ctrl</kbd> <kbd>Enter</kbd> pestaña nueva
              </span>
              <span className="ml-auto">Número exacto o código de barras: abre directo</span>
            </footer>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
