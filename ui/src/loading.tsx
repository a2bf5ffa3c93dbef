import { cx } from './class-names.ts';

/** Warm shimmer with the size of what comes; give width and height by class. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block skeleton', className)} />;
}

/** Only inside buttons and small controls; pages load with skeletons. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block size-[18px] flex-none animate-turn rounded-full border-[2.5px] border-current border-r-transparent',
        className,
      )}
    />
  );
}
