import { pageSizes } from '@ceiba/contract/desk/list';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../platform/button.tsx';
import { countText } from '../platform/formats.ts';
import type { ListState } from './list-state.ts';
import type { Selection } from './selection.ts';

export interface ListTotal {
  value: number;
  /** There are more, which nobody has counted. */
  capped: boolean;
}

/** "2,318 resultados". */
export const totalText = ({ value, capped }: ListTotal): string => {
  if (capped) return `Más de ${countText(value)} resultados`;
  return value === 1 ? '1 resultado' : `${countText(value)} resultados`;
};

/** "1 a 25 de 2,318"; of what is not counted whole "de más de 10,000". */
export function Pager({
  state,
  shown,
  total,
  next,
  hasKeys,
}: {
  state: ListState;
  shown: number;
  total: ListTotal | undefined;
  next: string | null;
  hasKeys: boolean;
}) {
  const size = state.params.get('limit') ?? String(pageSizes[0]);
  return (
    <div className="pager">
      <span className="num">
        <b>{shown === 0 ? '0' : `${countText(state.position)} a ${countText(state.position + shown - 1)}`}</b>
        {total && ` de ${total.capped ? 'más de ' : ''}${countText(total.value)}`}
      </span>
      {hasKeys && (
        <span className="only-d">
          <kbd>J</kbd> <kbd>K</kbd> mover, <kbd>Enter</kbd> abrir
        </span>
      )}
      <span className="end">
        <label className="row only-d">
          Por página
          <span className="sel">
            <select
              className="inp sm"
              value={size}
              onChange={({ target }) =>
                state.change({ limit: target.value === String(pageSizes[0]) ? null : target.value })
              }
            >
              {pageSizes.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <DeskIcon name="chevron-down" />
          </span>
        </label>
        <Button size="small" icon="chevron-left" disabled={state.previous === null} onClick={() => state.previous?.()}>
          Anteriores
        </Button>
        <Button size="small" disabled={next === null} onClick={() => next !== null && state.next(next, shown)}>
          Siguientes
          <DeskIcon name="chevron-right" />
        </Button>
      </span>
    </div>
  );
}

/** What is chosen, and what can be done with it (OFF-18). `onAll`: chooses all that fit the filter, where those are not too many. */
export function SelectionBar({
  selection,
  total,
  onAll,
  children,
}: {
  selection: Selection;
  total: ListTotal | undefined;
  onAll: (() => void) | null;
  children: ReactNode;
}) {
  const inside = selection.ids.length - selection.outside.length;
  return (
    <section className="selbar on-dark" aria-label="Selección">
      <b className="strong" aria-live="polite">
        {selection.ids.length === 1 ? '1 seleccionado' : `${countText(selection.ids.length)} seleccionados`}
      </b>
      {onAll && total && inside < total.value && (
        <button type="button" className="lk" onClick={onAll}>
          {`Seleccionar los ${countText(total.value)} que cumplen el filtro`}
        </button>
      )}
      {selection.outside.length > 0 && (
        <>
          <span className="sep" />
          <span>{`${countText(selection.outside.length)} fuera de este filtro`}</span>
          <button type="button" className="lk" onClick={selection.dropOutside}>
            Quitar
          </button>
        </>
      )}
      <span className="end">
        {children}
        <IconButton label="Quitar la selección" icon="x" size="sm" onClick={selection.clear} />
      </span>
    </section>
  );
}
