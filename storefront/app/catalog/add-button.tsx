import { withQueries } from '@ceiba/client/query-provider';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { useState } from 'react';
import { useAddToCart } from '../carts/add-to-cart.ts';
import { useAddButton } from './buy-form.ts';
import { type CardProduct, isVirtualGiftCard } from './card-product.ts';

/** Adds one unit from a card. For a gift card it opens the product page, which asks for the recipient (GIFT-01). */
export const AddButton = withQueries(function AddButton({
  product,
  variant,
}: {
  product: CardProduct;
  variant: 'tonal' | 'primary';
}) {
  const { label, isDisabled } = useAddButton(product);
  const { add, isAdding } = useAddToCart();
  // Only this button sets the state, because a card that hydrates during another add of the product must match the server's markup.
  const [wasPressed, setPressed] = useState(false);
  const look = { variant, size: 'card' } as const;
  const icon = isDisabled ? undefined : <Icon name="shopping-cart" />;
  if (!isDisabled && isVirtualGiftCard(product)) {
    return (
      <ButtonLink to={`/${product.slug}`} icon={icon} {...look}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button
      disabled={isDisabled}
      loading={wasPressed && isAdding(product.sku)}
      onClick={() => {
        setPressed(true);
        add({ product });
      }}
      icon={icon}
      aria-label={isDisabled ? undefined : `${label}: ${product.title}`}
      {...look}
    >
      {label}
    </Button>
  );
});
