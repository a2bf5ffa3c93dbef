import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';

/** What scrolls by keys has to be reached by keys. */
const reachable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0;
};

/** A table that is wider than a phone scrolls in itself; the page does not. */
export const ScrollRegion = ({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <section className={cx('scroll-x', className)} aria-label={label} ref={reachable}>
    {children}
  </section>
);
