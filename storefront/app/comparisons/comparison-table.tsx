import type { ComparisonRow } from '@ceiba/domain/comparisons/comparison';
import { type ReactNode, useRef } from 'react';

/**
 * Products side by side. The label of a row stands above its values, so that four columns have the whole width; on a
 * phone they scroll sideways, by keyboard through the links in them, and the label stays, and so do the
 * names of the products. A third begins where the window ends, so that it is looked for.
 */
export function ComparisonTable({
  title,
  names,
  columns,
  rows,
}: {
  title: string;
  /** Names of the columns on a phone, where their heads have been scrolled away. */
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
            // The padding is not the clamped element's: a third line would show in it.
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
