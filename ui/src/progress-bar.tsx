import { cx } from './class-names.ts';

/** A native `<progress>` with our look (the CSP allows no style widths). `percent`: 0 to 100. */
export function ProgressBar({
  percent,
  label,
  tone = 'pluma',
  className,
}: {
  percent: number;
  label: string;
  tone?: 'pluma' | 'offer';
  className?: string;
}) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.max(0, Math.min(100, percent))}
      className={cx('progress-bar h-2', tone === 'offer' ? 'progress-offer' : 'progress-pluma', className)}
    />
  );
}
