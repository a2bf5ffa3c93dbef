import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../platform/class-names.ts';

/** 44 px round button with an icon only; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  className,
  raised = false,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode; raised?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-touch flex-none place-items-center rounded-full text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink disabled:opacity-40',
        raised && 'bg-surface shadow-sm',
        className,
      )}
    >
      {children}
    </button>
  );
}
