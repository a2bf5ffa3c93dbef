import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

/** The look of every text control: 48 px, outline of 1.5 px, red if invalid, sunken if read-only. */
export const controlClass = 'control';

/** The native select with our look: it works before hydration, and phones show their own picker. */
export function Select({
  className,
  small = false,
  children,
  ...rest
}: ComponentProps<'select'> & { small?: boolean }) {
  return (
    <span className={cx('relative block', className)}>
      <select
        {...rest}
        className={cx(controlClass, 'appearance-none', small ? 'min-h-touch pr-8.5 pl-3 text-sm' : 'pr-10.5')}
      >
        {children}
      </select>
      <Icon
        name="chevron-down"
        size="sm"
        className={cx(
          'pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-soft',
          small ? 'right-2.5' : 'icon right-3.5',
        )}
      />
    </span>
  );
}
