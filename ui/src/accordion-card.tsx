import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
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
  /** Shown at the right of the title ("Editar"). */
  action?: ReactNode;
  summary?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={cx('step-card', state !== 'later' && 'bg-surface', state === 'current' && 'step-card-now')}>
      <div className="flex min-h-touch flex-wrap items-center gap-3">
        <span
          className={cx(
            'step-mark size-8',
            state === 'done' && 'step-done',
            state === 'current' && 'step-now shadow-none',
            state === 'later' && 'bg-arena-200 shadow-none',
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
        <h2 className={cx('step-title', state === 'later' && 'text-ink-muted')}>{title}</h2>
        {action}
      </div>
      {state === 'done' && summary !== undefined && <div className="pt-1 pl-11 text-sm text-ink-soft">{summary}</div>}
      {state === 'current' && <div className="pt-4 sm:pt-5">{children}</div>}
    </section>
  );
}

/** A titled part that opens and closes without a script: description, questions, facets. */
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
      <summary className="fold-title">
        {title}
        <ChevronMark />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}

function ChevronMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon-sm fold-mark">
      <path d="m6 9 6 6 6-6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
