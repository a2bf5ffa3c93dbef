import { type Centavos, formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import { cx } from '../platform/class-names.ts';

/** Decimal quetzales of the contract as centavos. A number that is no amount is a defect of the server and throws. */
export const amountOf = (quetzales: number): Centavos => {
  const amount = fromQuetzales(quetzales);
  if (!amount.ok) throw new RangeError(`not an amount of the contract: ${quetzales}`);
  return amount.value;
};

/** The shown form of decimal quetzales of the contract: "Q1,234.50". */
export const shownAmount = (quetzales: number): string => formatQ(amountOf(quetzales));

/** Price with raised cents for cards and product page; `offer` (crimson) only when the price is reduced. */
export function Price({ value, offer = false, className }: { value: number; offer?: boolean; className?: string }) {
  const text = shownAmount(value);
  return (
    <span
      className={cx('font-bold tracking-[-0.02em] whitespace-nowrap tabular-nums', offer && 'text-offer', className)}
    >
      {text.slice(0, -3)}
      <span className="align-[0.34em] text-[0.62em] font-semibold tracking-normal">{text.slice(-3)}</span>
    </span>
  );
}

/** The regular price, struck through. */
export function StruckPrice({ value }: { value: number }) {
  return (
    <s className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
      <span className="sr-only">Precio anterior </span>
      {shownAmount(value)}
    </s>
  );
}

/** "-23%"; `percent` is already rounded down. */
export function PercentBadge({ percent }: { percent: number }) {
  return (
    <span className="inline-flex h-6 items-center rounded-leaf-sm bg-offer px-2 text-sm font-bold text-on-offer tabular-nums">
      -{percent}%
    </span>
  );
}
