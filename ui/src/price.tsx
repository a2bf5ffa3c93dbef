import { type Centavos, formatQ, fromQuetzales } from '@ceiba/domain/money/money';
import { PriceText, StruckText } from './price-text.tsx';

/** Converts decimal quetzales of the contract to centavos. An invalid number is a server error and throws. */
export const amountOf = (quetzales: number): Centavos => {
  const amount = fromQuetzales(quetzales);
  if (!amount.ok) throw new RangeError(`not an amount of the contract: ${quetzales}`);
  return amount.value;
};

/** Formats decimal quetzales of the contract: "Q1,234.50". */
export const shownAmount = (quetzales: number): string => formatQ(amountOf(quetzales));

/** Decimal quetzales as a price with raised cents. `offer` (crimson) only if the price is reduced. */
export function Price({ value, ...look }: { value: number; offer?: boolean; className?: string }) {
  return <PriceText text={shownAmount(value)} {...look} />;
}

/** The regular price, struck through. */
export function StruckPrice({ value }: { value: number }) {
  return <StruckText text={shownAmount(value)} />;
}
