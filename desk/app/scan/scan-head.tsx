import type { ReactNode } from 'react';

/** The scan field with the number of scans beside it. On a phone the number is above the field. */
export const ScanHead = ({
  read,
  all,
  done = read,
  coming = 0,
  label,
  action,
  children,
}: {
  read: number;
  all: number;
  /** The number for the bar, if it differs from the number of scans. Unsent scans do not count. */
  done?: number;
  /** Units that another place sends. Shown if nothing else is left to scan. */
  coming?: number;
  /** Names the bar for screen readers. */
  label: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_200px] items-start gap-6 max-lg:grid-cols-1 max-lg:gap-2.5">
    {children}
    <div className="max-lg:-order-1 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-end max-lg:gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums" aria-live="polite">
        <b className="text-4xl/[2.625rem] font-bold tracking-tight max-lg:text-[2.25rem]/9">{read}</b>
        <span className="text-[length:var(--text-base)] text-ink-muted">
          {all === 0 && coming > 0 ? `de ${coming} por llegar` : `de ${all}`}
        </span>
      </p>
      <progress className="w-full max-lg:col-span-full" value={done} max={Math.max(1, all)} aria-label={label} />
      {action}
    </div>
  </div>
);
