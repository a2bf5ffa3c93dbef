import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import { useOfferedActions } from './palette-actions.ts';
import { type SearchHit, useSearch } from './use-search.ts';

interface PaletteItem {
  id: string;
  icon: DeskIconName;
  title: string;
  text: string;
  /** Where it leads; an action leads nowhere. */
  to?: string;
  start?: () => void;
}

interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** Without accents and capitals: "Órdenes" is found by "ordenes". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const toItem = ({ kind, id, title, text, to, icon }: SearchHit): PaletteItem => ({
  id: `${kind} ${id}`,
  icon,
  title,
  text,
  to,
});

/** Pages of the menu, actions of the page, and whatever the desk knows by a word of it (OFF-13). */
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
  // Pressed before the answer came, as a scanner does: the first hit is opened when it is there.
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
        <BaseDialog.Backdrop className="veil" />
        <BaseDialog.Viewport className="scrim hi">
          <BaseDialog.Popup className="dlg pal" aria-label="Buscar">
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
              <div className="in">
                <DeskIcon name="search" size="md" />
                <Autocomplete.Input
                  aria-label="Buscar"
                  placeholder="Orden, teléfono, correo, código, página…"
                  onKeyDown={press}
                />
                <kbd>Esc</kbd>
              </div>
              <Autocomplete.Status className="pal-status">
                {isFailed
                  ? 'No pudimos buscar. Vuelve a intentarlo.'
                  : isPending
                    ? 'Buscando…'
                    : groups.length === 0
                      ? 'Nada por aquí'
                      : ''}
              </Autocomplete.Status>
              <Autocomplete.List className="list">
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="gh">{group.label}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          className="pal-item"
                          onClick={(event) => open(item, event.ctrlKey || event.metaKey)}
                        >
                          <DeskIcon name={item.icon} size="md" />
                          <span className="ell">
                            {item.title}
                            <small>{item.text}</small>
                          </span>
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
            <footer className="only-d">
              <span>
                <kbd>↑</kbd> <kbd>↓</kbd> elegir
              </span>
              <span>
                <kbd>Enter</kbd> abrir
              </span>
              <span>
                <kbd>Ctrl</kbd> <kbd>Enter</kbd> pestaña nueva
              </span>
              <span className="end">Número exacto o código de barras: abre directo</span>
            </footer>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
