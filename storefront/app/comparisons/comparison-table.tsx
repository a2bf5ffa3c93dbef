import type { ComparisonRow } from '@ceiba/domain/comparisons/comparison';
import { type ReactNode, useRef } from 'react';

/**
 * Products side by side. A row's label stands above its values, so that four columns have the whole width. On a phone the columns scroll sideways (by
 * keyboard through their links), while labels and product names stay. The third column starts at the window's edge, so that shoppers notice the
 * scrolling.
 */
export function ComparisonTable({
  title,
  names,
  columns,
  rows,
}: {
  title: string;
  /** Names of the columns, shown on a phone after the heads have scrolled out of view. */
  names: readonly string[];
  columns: readonly { key: string; head: ReactNode }[];
  rows: readonly ComparisonRow[];
}) {
  const strip = useRef<HTMLDivElement>(null);
  return (
    <section aria-label={title}>
      {/* A copy of the table's heads. The heads themselves scroll sideways with the table and cannot stick. */}
      <div
        ref={strip}
        aria-hidden="true"
        className="sticky top-0 z-(--z-sticky) -mx-gutter overflow-hidden bg-surface px-gutter shadow-bar lg:hidden"
      >
        <div className="flex w-max">
          {names.map((name, index) => (
            // The padding is on this element, because a third line would show in the padding of the clamped element.
            <div key={columns[index]?.key} className="w-[clamp(140px,42vw,188px)] flex-none px-3 py-2">
              <b className="line-clamp-2 text-xs leading-tight font-semibold">{name}</b>
            </div>
          ))}
        </div>
      </div>
      <div
        onScroll={({ currentTarget }) => {
          if (strip.current !== null) strip.current.scrollLeft = currentTarget.scrollLeft;
        }}
        className="-mx-gutter overflow-x-auto px-gutter pb-2 lg:mx-0 lg:px-0"
      >
        <table className="w-full table-fixed border-collapse text-left">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ key, head }) => (
                <th
                  key={key}
                  scope="col"
                  className="w-[clamp(140px,42vw,188px)] min-w-[clamp(140px,42vw,188px)] p-1.5 align-top font-normal lg:w-auto lg:p-2"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map(({ code, label, values, isDifferent }) => (
            <tbody key={code} className="border-t border-border">
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className="px-3 pt-3 text-xs font-medium text-ink-muted">
                  <span className="sticky left-3">{label}</span>
                </th>
              </tr>
              <tr>
                {columns.map(({ key }, index) => (
                  <td key={key} className={isDifferent ? 'px-3 pt-0.5 pb-3 font-semibold' : 'px-3 pt-0.5 pb-3'}>
                    {values[index] ?? (
                      <>
                        <span aria-hidden="true">–</span>
                        <span className="sr-only">Sin dato</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}
