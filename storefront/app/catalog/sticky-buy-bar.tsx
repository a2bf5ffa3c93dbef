import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { PriceText } from '@ceiba/ui/price-text';
import { buyFormId, useAddButton } from './buy-form.ts';
import type { CardProduct } from './card-product.ts';

/** Price and main action at the bottom of a phone's screen. The button submits the page's form. */
export default function StickyBuyBar({
  product,
  price,
  isReduced,
}: {
  product: CardProduct;
  /** Formatted. Null if there is no price. */
  price: string | null;
  isReduced: boolean;
}) {
  const { label, isDisabled } = useAddButton(product);
  if (isDisabled || price === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-1 bg-surface px-gutter pt-2.5 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-bar">
      <PriceText text={price} offer={isReduced} className="text-xl leading-tight" />
      <Button type="submit" form={buyFormId} icon={<Icon name="shopping-cart" />} className="max-sm:grow">
        {label}
      </Button>
    </div>
  );
}
