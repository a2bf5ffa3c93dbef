import { cx } from '@ceiba/ui/class-names';
import type { ReactNode } from 'react';

/** Makes a region focusable, so that keys can scroll it. */
const makeFocusable = (element: HTMLElement | null): void => {
  if (element) element.tabIndex = 0;
};

/** Lets a table wider than a phone scroll inside itself, instead of the page. */
export const ScrollRegion = ({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) => (
  <section className={cx('overflow-x-auto', className)} aria-label={label} ref={makeFocusable}>
    {children}
  </section>
);
