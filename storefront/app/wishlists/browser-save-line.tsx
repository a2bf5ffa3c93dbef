import { canSaveForLater, wishlistLimit } from '@ceiba/domain/wishlists/wishlist';
import { Icon } from '@ceiba/ui/icon';
import { Link } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { browserListKey } from '../platform/storage-keys.ts';
import { StorageNotice } from '../platform/storage-notice.tsx';
import { dropFromBrowser, saveInBrowser, useBrowserList } from './browser-list.ts';

const full = {
  title: 'No se pudo guardar el producto',
  message: `Este navegador guarda hasta ${wishlistLimit} productos.`,
};

/** The button with which a guest saves a product in this browser, and a link to the saved ones. Not for other sellers' products (SEL-08). */
export default function BrowserSaveLine({ product }: { product: { sku: string; seller: { id: number } } }) {
  const skus = useBrowserList((list) => list.skus);
  // The same rule as for a customer: a product that the wishlist would refuse at the login is not stored.
  if (!canSaveForLater({ sellerId: product.seller.id }, true)) return null;
  const isSaved = skus.includes(product.sku);
  const toggle = (): void => {
    if (isSaved) dropFromBrowser([product.sku]);
    else if (!saveInBrowser(product.sku)) showAlert({ id: 'cart-alerts', type: 'Error', ...full });
  };
  return (
    <>
      <p className="-mt-1 -mb-4 flex flex-wrap items-center gap-x-4 text-sm">
        <button
          type="button"
          aria-pressed={isSaved}
          onClick={toggle}
          className="inline-flex min-h-touch items-center gap-2 font-semibold text-link hover:underline"
        >
          <Icon name={isSaved ? 'check' : 'heart'} size="sm" />
          {isSaved ? 'Guardado en este navegador' : 'Guardar en este navegador'}
        </button>
        {skus.length > 0 && (
          <Link to="/wishlist" className="link inline-flex min-h-touch items-center">
            Ver guardados ({skus.length})
          </Link>
        )}
      </p>
      {isSaved && <StorageNotice storageKey={browserListKey} what="saved" />}
    </>
  );
}
