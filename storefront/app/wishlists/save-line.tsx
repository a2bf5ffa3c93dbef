import { withQueries } from '@ceiba/client/query-provider';
import { canSaveForLater, saveForLaterLabel } from '@ceiba/domain/wishlists/wishlist';
import { Icon } from '@ceiba/ui/icon';
import { Spinner } from '@ceiba/ui/loading';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { savingWords } from './saving-words.ts';
import { saveProduct, useWishlists } from './wishlists-data.ts';

/** The button with which a customer saves a product, or a link to the list that has it. Not for other sellers' products (SEL-08). */
export default withQueries(function SaveLine({ product }: { product: { sku: string; seller: { id: number } } }) {
  const { wishlists } = useWishlists();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveProduct(queryClient, { sku: product.sku, quantity: 1 }),
    onError: (error) => showAlert({ id: 'cart-alerts', type: 'Error', ...savingWords(error) }),
  });
  if (!canSaveForLater({ sellerId: product.seller.id }, true)) return null;
  if (wishlists === null) return <div className="product-action" />;
  const isSaved = wishlists.some(({ items }) => items.some(({ sku }) => sku === product.sku));
  return (
    <div className="product-action">
      {isSaved ? (
        <Link to="/dashboard/wishlists" aria-label="En tu lista de deseos">
          <Icon name="check" />
          En tu lista
        </Link>
      ) : (
        <button
          type="button"
          aria-label={saveForLaterLabel}
          aria-disabled={isPending || undefined}
          aria-busy={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isPending ? <Spinner /> : <Icon name="heart" />}
          Guardar
        </button>
      )}
    </div>
  );
});
