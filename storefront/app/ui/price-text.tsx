import { cx } from '../platform/class-names.ts';

/** A formatted price ("Q3,999.00") with raised cents; `offer` (crimson) only when the price is reduced. */
export function PriceText({ text, offer = false, className }: { text: string; offer?: boolean; className?: string }) {
  return (
    <span
      className={cx('font-bold tracking-[-0.02em] whitespace-nowrap tabular-nums', offer && 'text-offer', className)}
    >
      {text.slice(0, -3)}
      <span className="align-[0.34em] text-[0.62em] font-semibold tracking-normal">{text.slice(-3)}</span>
    </span>
  );
}

/** The regular price, already formatted, struck through. */
export function StruckText({ text }: { text: string }) {
  return (
    <s className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
      <span className="sr-only">Precio anterior </span>
      {text}
    </s>
  );
}

/** "-23%". */
export function PercentBadge({ text }: { text: string }) {
  return (
    <span className="inline-flex h-6 items-center rounded-leaf-sm bg-offer px-2 text-sm font-bold text-on-offer tabular-nums">
      {text}
    </span>
  );
}
