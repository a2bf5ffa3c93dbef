import { priceChangeText } from '@ceiba/domain/prices/price-history';
import { cx } from '@ceiba/ui/class-names';
import { amountOf } from '@ceiba/ui/price';

interface PriceChange {
  seenPrice?: { value: number } | undefined;
  salesPrice: { value: number } | null;
}

/** The change of a price since the buyer last saw it, with a button that confirms it (PRICE-09). */
export function PriceChangeNote({
  item: { seenPrice, salesPrice },
  describedBy,
  onSeen,
}: {
  item: PriceChange;
  /** ID of the element that names the product. */
  describedBy: string;
  onSeen: () => void;
}) {
  if (seenPrice === undefined || salesPrice === null) return null;
  const isLower = salesPrice.value < seenPrice.value;
  return (
    <p
      className={cx(
        'col-span-full flex flex-wrap items-center gap-x-2 text-sm font-medium sm:col-start-2',
        isLower ? 'text-success' : 'text-on-offer-soft',
      )}
    >
      {priceChangeText(amountOf(seenPrice.value), amountOf(salesPrice.value))}
      <button type="button" aria-describedby={describedBy} className="link min-h-6 px-1 font-normal" onClick={onSeen}>
        Entendido
      </button>
    </p>
  );
}
