import type { ReactNode } from 'react';
import { cx } from '../platform/class-names.ts';
import { Icon } from './icon.tsx';

/** One card of a numbered sequence: `done` shows a check and the summary, `current` its body, `later` the title only. */
export function AccordionCard({
  step,
  title,
  state,
  action,
  summary,
  children,
}: {
  step: number;
  title: ReactNode;
  state: 'done' | 'current' | 'later';
  /** At the right of the title ("Editar"). */
  action?: ReactNode;
  summary?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section
      className={cx(
        'rounded-lg p-4 sm:px-6 sm:py-5',
        state === 'later' && 'shadow-[0_0_0_1px_var(--color-border)]',
        state === 'done' && 'bg-surface shadow-[0_0_0_1px_var(--color-border)]',
        state === 'current' && 'bg-surface shadow-[0_0_0_1px_var(--color-border),var(--shadow-md)]',
      )}
    >
      <div className="flex min-h-touch items-center gap-3">
        <span
          className={cx(
            'grid size-8 flex-none place-items-center rounded-full font-bold tabular-nums',
            state === 'done' && 'bg-primary-soft text-on-primary-soft',
            state === 'current' && 'bg-primary text-white',
            state === 'later' && 'bg-arena-200 text-ink-soft',
          )}
        >
          {state === 'done' ? (
            <>
              <Icon name="check" />
              <span className="sr-only">Completado</span>
            </>
          ) : (
            step
          )}
        </span>
        <h2 className={cx('flex-1 text-xl leading-snug', state === 'later' && 'text-ink-muted')}>{title}</h2>
        {action}
      </div>
      {state === 'done' && summary !== undefined && <div className="pt-1 pl-11 text-sm text-ink-soft">{summary}</div>}
      {state === 'current' && <div className="pt-4 sm:pt-5">{children}</div>}
    </section>
  );
}

/** A titled part that folds, without script: description, questions, facets. */
export function Fold({
  title,
  open = false,
  children,
  className,
}: {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <details open={open} className={cx('group border-t border-border py-1.5', className)}>
      <summary className="flex min-h-control items-center justify-between gap-3 font-semibold">
        {title}
        <ChevronMark />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function ChevronMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="icon-sm fill-none stroke-current transition-[rotate] group-open:rotate-180"
    >
      <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
