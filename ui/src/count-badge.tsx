import { cx } from './class-names.ts';

/** A number on an icon, three digits at most. `alarm` is the crimson form (APP-18). */
export function CountBadge({
  count,
  alarm = false,
  className,
}: {
  count: number;
  alarm?: boolean;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-grid min-h-5 min-w-5 place-items-center rounded-full px-1.5 text-2xs font-extrabold tabular-nums',
        alarm ? 'bg-carmesi-500 text-white' : 'bg-maiz-400 text-quetzal-950',
        className,
      )}
    >
      {count > 999 ? '999+' : count}
    </span>
  );
}
