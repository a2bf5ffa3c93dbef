import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';

/** A label of a row or page that is not its state. States use `Pill`. */
export const Tag = ({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex min-h-[22px] items-center gap-1 rounded-full px-2 text-xs lg:whitespace-nowrap tabular-nums',
      isWarning ? 'bg-maiz-100 text-tag-regalo-fg' : 'bg-surface-sunken text-ink-soft',
    )}
  >
    {children}
  </span>
);
