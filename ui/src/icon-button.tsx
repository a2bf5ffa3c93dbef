import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A round button of 44 px with only an icon; `label` is its accessible name. */
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
      className={cx('icon-btn', raised && 'icon-btn-raised', className)}
    >
      {children}
    </button>
  );
}
