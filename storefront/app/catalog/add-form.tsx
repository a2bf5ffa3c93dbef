import { withQueries } from '@ceiba/client/query-provider';
import { quantityOptions } from '@ceiba/domain/carts/cart-limits';
import { addButtonLabels } from '@ceiba/domain/catalog/add-button';
import type { RecipientMessages } from '@ceiba/domain/gift-cards/recipient';
import { isRestockOffered } from '@ceiba/domain/restock/restock';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Select } from '@ceiba/ui/select';
import { tryToLoad } from '@ceiba/ui/try-to-load';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { showAddFailure, useAddToCart } from '../carts/add-to-cart.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { shopNow } from '../platform/shop-time.ts';
import { RestockButton } from '../restock/restock-button.tsx';
import { RestockByEmail } from '../restock/restock-by-email.tsx';
import { buyFormId, textOf, useAddButton } from './buy-form.ts';
import { type CardProduct, isVirtualGiftCard } from './card-product.ts';

const GiftCardFields = lazyPart(() => import('./gift-card-fields.tsx'));
const loadReading = async () => {
  const { readRecipient } = await import('./gift-card-fields.tsx');
  return readRecipient;
};

/**
 * Quantity and the main action of the page. The form reads its values from the DOM, so that choices made before hydration count. The page's warranty
 * radios belong to this form by its ID.
 */
export default withQueries(function AddForm({
  product,
  today,
}: {
  product: CardProduct;
  /** YYYY-MM-DD. */
  today: string;
}) {
  const { label, isDisabled } = useAddButton(product);
  const { add, isAdding } = useAddToCart();
  const [errors, setErrors] = useState<RecipientMessages>({});
  useEffect(() => {
    if (Object.keys(errors).length > 0) document.querySelector<HTMLElement>(`#${buyFormId} [aria-invalid]`)?.focus();
  }, [errors]);
  const isGiftCard = isVirtualGiftCard(product);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const choice = { product, quantity: Number(textOf(form, 'quantity')), warranty: textOf(form, 'warranty') || null };
    if (!isGiftCard) return add(choice);
    const recipient = await tryToLoad(loadReading)
      .then((readRecipient) => readRecipient(form, shopNow()))
      .catch((error: Error) => showAddFailure(error, product));
    if (!recipient) return;
    setErrors(recipient.ok ? {} : recipient.error.errors);
    if (recipient.ok) add({ ...choice, itemAdditionalInfo: recipient.value });
  };
  const isOffered = isRestockOffered(product.salableQuantity);
  return (
    <div className="grid gap-2">
      <form id={buyFormId} onSubmit={submit} noValidate className="grid gap-4">
        {isGiftCard && !isDisabled && <GiftCardFields errors={errors} today={today} />}
        <div className="flex flex-wrap items-stretch gap-3">
          {!isDisabled && (
            <Select
              name="quantity"
              aria-label="Cantidad"
              defaultValue={1}
              className="w-[clamp(84px,5.25rem,28vw)] flex-none [&>select]:min-h-14"
            >
              {quantityOptions(product.salableQuantity).map((quantity) => (
                <option key={quantity} value={quantity}>
                  {quantity}
                </option>
              ))}
            </Select>
          )}
          <Button
            type="submit"
            size="lg"
            disabled={isDisabled}
            loading={isAdding(product.sku)}
            icon={isDisabled ? undefined : <Icon name="shopping-cart" />}
            className="flex-1 max-sm:px-3 max-sm:text-base"
          >
            {label}
          </Button>
        </div>
        {product.status === 'OUT_OF_STOCK' && (
          <p className="text-sm text-ink-soft">Este producto está agotado. Más abajo hay otros parecidos.</p>
        )}
        {(product.status === 'OUT_OF_STOCK' || label === addButtonLabels.onlyInStore) && (
          <Link to="/tiendas" className="link justify-self-start text-sm">
            Ver tiendas y horarios
          </Link>
        )}
        {isOffered && <RestockButton product={product} />}
      </form>
      {isOffered && <RestockByEmail sku={product.sku} />}
    </div>
  );
});
