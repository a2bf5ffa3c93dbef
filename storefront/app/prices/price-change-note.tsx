import { priceChangeText } from '@ceiba/domain/prices/price-history';
import { cx } from '@ceiba/ui/class-names';
import { amountOf } from '@ceiba/ui/price';

interface PriceChange {
  toldPrice?: { value: number } | undefined;
  salesPrice: { value: number } | null;
}

/** Says how a price changed since the buyer was told it, until the buyer has seen that (PRICE-09). */
export function PriceChangeNote({
  item: { toldPrice, salesPrice },
  describedBy,
  onSeen,
}: {
  item: PriceChange;
  /** ID of the element that names the product. */
  describedBy: string;
  onSeen: () => void;
}) {
  if (toldPrice === undefined || salesPrice === null) return null;
  const isLower = salesPrice.value < toldPrice.value;
  return (
    <p
      className={cx(
        'col-span-full flex flex-wrap items-center gap-x-2 text-sm font-medium sm:col-start-2',
        isLower ? 'text-success' : 'text-on-offer-soft',
      )}
    >
      {priceChangeText(amountOf(toldPrice.value), amountOf(salesPrice.value))}
      <button type="button" aria-describedby={describedBy} className="link min-h-6 px-1 font-normal" onClick={onSeen}>
        Entendido
      </button>
    </p>
  );
}
