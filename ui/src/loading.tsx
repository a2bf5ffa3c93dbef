import { cx } from './class-names.ts';

/** A warm shimmer with the size of the content to come; classes set width and height. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={cx('block skeleton', className)} />;
}

/** Only for buttons and small controls. Pages load with skeletons. */
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
