import { pageSizes } from '@ceiba/contract/desk/list';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type ReactNode, useId } from 'react';
import { Button, IconButton } from '../platform/button.tsx';
import { Select } from '../platform/field.tsx';
import { countText } from '../platform/formats.ts';
import type { ListState } from './list-state.ts';
import type { Selection } from './selection.ts';

export interface ListTotal {
  value: number;
  /** True if counting stopped at `value` and more rows exist. */
  capped: boolean;
}

/** The number of rows, for example "2,318 resultados". */
export const totalText = ({ value, capped }: ListTotal): string => {
  if (capped) return `Más de ${countText(value)} resultados`;
  return value === 1 ? '1 resultado' : `${countText(value)} resultados`;
};

/** The range of shown rows: "1 a 25 de 2,318", or "de más de 10,000" if not all rows were counted. */
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
  const sizeId = useId();
  const size = state.params.get('limit') ?? String(pageSizes[0]);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3 px-4 py-1 text-dense text-ink-muted max-lg:min-h-14 max-lg:bg-surface">
      <span className="whitespace-nowrap tabular-nums">
        <b>{shown === 0 ? '0' : `${countText(state.position)} a ${countText(state.position + shown - 1)}`}</b>
        {total && ` de ${total.capped ? 'más de ' : ''}${countText(total.value)}`}
      </span>
      {hasKeys && (
        <span className="max-lg:hidden">
          <kbd>J</kbd> <kbd>K</kbd> mover, <kbd>Enter</kbd> abrir
        </span>
      )}
      <span className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
        <span className="flex items-center gap-2 max-lg:hidden">
          <label htmlFor={sizeId}>Por página</label>
          <Select
            id={sizeId}
            className="control-small"
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
          </Select>
        </span>
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

const linkLook = 'min-h-7 font-medium text-ink-inverse-soft underline underline-offset-3 max-lg:min-h-11';

/**
 * The number of chosen rows and their actions. `onAll` chooses all rows of the filter. Null if the filter has too many
 * rows (OFF-18).
 */
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
  const count = selection.isAll ? (total?.value ?? 0) : selection.ids.length;
  return (
    <section
      className="on-dark flex min-h-12 flex-wrap items-center gap-2 bg-surface-inverse px-4 py-1.5 text-dense text-white [&_.button]:bg-surface-inverse-raised [&_.button]:text-white [&_.button]:inset-ring [&_.button]:inset-ring-[rgb(255_255_255/.28)]"
      aria-label="Selección"
    >
      <b className="font-semibold" aria-live="polite">
        {selection.isAll && total?.capped
          ? 'Todos los que cumplen el filtro'
          : count === 1
            ? '1 seleccionado'
            : `${countText(count)} seleccionados`}
      </b>
      {onAll && total && !selection.isAll && inside < total.value && (
        <button type="button" className={linkLook} onClick={onAll}>
          {total.capped
            ? 'Seleccionar todos los que cumplen el filtro'
            : `Seleccionar los ${countText(total.value)} que cumplen el filtro`}
        </button>
      )}
      {selection.outside.length > 0 && (
        <>
          <span className="mx-1 h-5 w-px bg-border-inverse" />
          <span>{`${countText(selection.outside.length)} fuera de este filtro`}</span>
          <button type="button" className={linkLook} onClick={selection.dropOutside}>
            Quitar
          </button>
        </>
      )}
      <span className="ml-auto flex items-center gap-2">
        {children}
        <IconButton label="Quitar la selección" icon="x" size="sm" onClick={selection.clear} />
      </span>
    </section>
  );
}
