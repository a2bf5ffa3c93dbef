import { areaOf, type StorageArea, unstored } from '@ceiba/client/storage';
import { AlertBox } from '@ceiba/ui/alert';

const titles = {
  cart: 'Este navegador no puede guardar tu carrito',
  saved: 'Este navegador no puede guardar tus productos',
} as const;

/**
 * True if storage fails for a key: storage is blocked, or was full at the last write. The value then lasts only as long as the page. Browser only.
 */
export function isStorageFailing(area: StorageArea, key: string): boolean {
  try {
    return areaOf(area) === null || unstored.has(`${area} ${key}`);
  } catch {
    return true;
  }
}

/** Warns, before anything is lost, that this browser stores nothing under a key of local storage. Rendered in the browser only. */
export const StorageNotice = ({ storageKey, what }: { storageKey: string; what: keyof typeof titles }) =>
  isStorageFailing('local', storageKey) ? (
    <AlertBox type="Warning" title={titles[what]}>
      Su almacenamiento está bloqueado o lleno: lo que agregues se pierde si recargas o cierras esta página. Permite que
      la tienda guarde datos en tu navegador.
    </AlertBox>
  ) : null;
