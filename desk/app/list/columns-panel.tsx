import { Popover } from '@base-ui/react/popover';
import type { ListDeclaration } from '@ceiba/contract/desk/list';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../platform/button.tsx';
import type { OwnColumns } from './own-columns.ts';

const moved = (names: readonly string[], name: string, to: number): string[] => {
  const rest = names.filter((each) => each !== name);
  return [...rest.slice(0, to), name, ...rest.slice(to)];
};

/** "Columnas": chooses columns, and orders them by drag or by Alt and arrows. */
export function ColumnsPanel({ list, columns }: { list: ListDeclaration; columns: OwnColumns }) {
  const [order, setOrder] = useState(columns.all);
  const [dragged, setDragged] = useState<string>();
  const names = order.length === columns.all.length ? order : columns.all;
  const place = (next: readonly string[]): void => {
    setOrder([...next]);
    columns.choose(next.filter((name) => columns.visible.includes(name)));
  };
  const toggle = (name: string): void => {
    const isShown = columns.visible.includes(name);
    if (isShown && columns.visible.length === 1) return;
    columns.choose(names.filter((each) => (each === name ? !isShown : columns.visible.includes(each))));
  };
  const press = (event: KeyboardEvent, name: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    place(moved(names, name, Math.max(0, names.indexOf(name) + (event.key === 'ArrowUp' ? -1 : 1))));
  };
  return (
    <Popover.Root onOpenChange={(isOpen) => isOpen && setOrder(columns.all)}>
      <Popover.Trigger className="button button-small">
        <DeskIcon name="columns-3" />
        Columnas
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="z-(--z-drawer)" align="end" sideOffset={6} collisionPadding={12}>
          <Popover.Popup
            className="max-h-(--available-height) w-[268px] overflow-auto rounded-md border border-border-strong bg-surface p-2 shadow-lg"
            aria-label="Columnas"
          >
            <p className="px-2.5 py-1.5 text-xs text-ink-muted">
              Marca las que quieres ver y arrástralas, o usa Alt y flechas. Solo cambia tu lista.
            </p>
            <ul>
              {names.map((name) => (
                <li
                  key={name}
                  className="flex min-h-8 cursor-grab items-center gap-2.5 rounded-xs px-2.5 text-dense focus-within:bg-surface-tint hover:bg-surface-tint"
                  draggable
                  onDragStart={() => setDragged(name)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={() => dragged !== undefined && place(moved(names, dragged, names.indexOf(name)))}
                >
                  <label className="flex min-h-8 flex-1 cursor-pointer items-center gap-2.5 max-lg:min-h-11">
                    <input
                      type="checkbox"
                      className="checkbox"
                      checked={columns.visible.includes(name)}
                      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                      onChange={() => toggle(name)}
                      onKeyDown={(event) => press(event, name)}
                    />
                    {list.columns[name]?.label ?? name}
                  </label>
                  <span className="ml-auto text-ink-muted">
                    <DeskIcon name="grip-vertical" />
                  </span>
                </li>
              ))}
            </ul>
            <footer className="mt-1.5 flex flex-wrap items-center justify-between gap-2 border-t border-border px-2.5 pt-2 pb-0.5">
              <Button
                look="ghost"
                size="small"
                onClick={() => {
                  columns.reset();
                  setOrder(Object.keys(list.columns).filter((name) => columns.all.includes(name)));
                }}
              >
                Restablecer
              </Button>
              <Popover.Close className="button button-small">Cerrar</Popover.Close>
            </footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
