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
  const word = isSaved ? 'Guardado' : 'Guardar';
  const toggle = (): void => {
    if (isSaved) dropFromBrowser([product.sku]);
    else if (!saveInBrowser(product.sku)) showAlert({ id: 'cart-alerts', type: 'Error', ...full });
  };
  return (
    <>
      <div className="product-action">
        <button type="button" aria-pressed={isSaved} aria-label={`${word} en este navegador`} onClick={toggle}>
          <Icon name={isSaved ? 'check' : 'heart'} />
          {word}
        </button>
        {skus.length > 0 && (
          <Link to="/wishlist" className="link">
            Ver <span className="sr-only">guardados</span> ({skus.length})
          </Link>
        )}
      </div>
      {isSaved && (
        <div className="order-1 w-full empty:hidden">
          <StorageNotice storageKey={browserListKey} what="saved" />
        </div>
      )}
    </>
  );
}
