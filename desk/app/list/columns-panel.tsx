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

/** "Columnas": which are shown, and in which order: dragged, or moved by Alt and arrows. */
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
      <Popover.Trigger className="btn s">
        <DeskIcon name="columns-3" />
        Columnas
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="layer" align="end" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="pop columns" aria-label="Columnas">
            <p className="tiny muted">
              Marca las que quieres ver y arrástralas, o usa Alt y flechas. Solo cambia tu lista.
            </p>
            <ul>
              {names.map((name) => (
                <li
                  key={name}
                  draggable
                  onDragStart={() => setDragged(name)}
                  onDragOver={(event) => event.preventDefault()}
                  onDrop={() => dragged !== undefined && place(moved(names, dragged, names.indexOf(name)))}
                >
                  <label>
                    <input
                      type="checkbox"
                      className="chk"
                      checked={columns.visible.includes(name)}
                      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                      onChange={() => toggle(name)}
                      onKeyDown={(event) => press(event, name)}
                    />
                    {list.columns[name]?.label ?? name}
                  </label>
                  <span className="grip">
                    <DeskIcon name="grip-vertical" />
                  </span>
                </li>
              ))}
            </ul>
            <footer className="row between">
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
              <Popover.Close className="btn s">Cerrar</Popover.Close>
            </footer>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
