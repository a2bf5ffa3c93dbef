import { cx } from './class-names.ts';

/** A formatted price ("Q3,999.00") with raised cents. `offer` (crimson) only if the price is reduced. */
export function PriceText({ text, offer = false, className }: { text: string; offer?: boolean; className?: string }) {
  return (
    <span className={cx('price', offer && 'text-offer', className)}>
      {text.slice(0, -3)}
      <span className="price-cents">{text.slice(-3)}</span>
    </span>
  );
}

/** The regular price, already formatted, struck through. */
export function StruckText({ text }: { text: string }) {
  return (
    <s className="price-before">
      <span className="sr-only">Precio anterior </span>
      {text}
    </s>
  );
}

/** The reduction, for example "-23%". */
export function PercentBadge({ text }: { text: string }) {
  return <span className="price-cut">{text}</span>;
}
