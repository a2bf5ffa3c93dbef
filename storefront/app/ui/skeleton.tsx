import { cx } from '../platform/class-names.ts';

/** Warm shimmer with the size of what comes; give width and height by class. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block skeleton', className)} />;
}
