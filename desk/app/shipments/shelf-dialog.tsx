import { FieldDialog } from '../actions/field-dialog.tsx';
import { call } from '../session/desk-client.ts';

/** Where a product lies at a place: waves are in the order of their shelves (WORK-06). Without `product` it is asked which. */
export const ShelfDialog = ({
  storeCode,
  storeName,
  product,
  onDone,
  onClose,
}: {
  storeCode: string;
  storeName: string;
  product?: { sku: string; title: string; shelf: string | null };
  onDone: () => void;
  onClose: () => void;
}) => (
  <FieldDialog
    title={product === undefined ? `Estante en ${storeName}` : `Estante de ${product.title}`}
    text="Las tandas se recorren en el orden de los estantes."
    button="Guardar estante"
    fields={[
      ...(product === undefined ? [{ name: 'sku', label: 'Código del producto', required: true }] : []),
      { name: 'shelf', label: 'Estante', value: product?.shelf ?? '', hint: 'Vacío: sin estante.' },
    ]}
    send={({ sku = product?.sku ?? '', shelf = '' }, options) =>
      call('setShelves', { body: { storeCode, shelves: [{ sku, shelf: shelf === '' ? null : shelf }] } }, options)
    }
    done="Estante guardado"
    onDone={onDone}
    onClose={onClose}
  />
);
