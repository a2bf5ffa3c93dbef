import { missing } from '@ceiba/contract/desk/fields';
import { shelfFields } from '@ceiba/contract/desk/shipment-fields';
import { typedField } from '@ceiba/ui/typed-field';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { HistoryButton } from '../detail/history-card.tsx';
import { CheckField, TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

interface Props {
  storeCode: string;
  storeName: string;
  product?: { sku: string; title: string; shelf: string | null };
  onDone: () => void;
  onClose: () => void;
}

/**
 * The shelf of a product at a place, which sets the order of waves (WORK-06). Without `product` the dialog asks for the
 * product.
 */
export function ShelfDialog({ storeCode, storeName, product, onDone, onClose }: Props) {
  const may = useMay();
  const { form, said, isSending, send } = useLandingForm({
    defaultValues: { sku: product?.sku ?? '', shelf: product?.shelf ?? '', isNone: false },
  });
  const isNone = form.watch('isNone');
  const save = form.handleSubmit(async ({ sku, shelf }) => {
    const body = { storeCode, shelves: [{ sku: sku.trim(), shelf: isNone ? null : shelf.trim() }] };
    const saved = await send((options) => call('setShelves', { body }, options), {
      ...(product === undefined && { 'shelves.0.sku': 'sku', PRODUCT_NOT_FOUND: 'sku' }),
      ...(!isNone && { 'shelves.0.shelf': 'shelf' }),
    });
    if (!saved.ok) return;
    onClose();
    showToast('Estante guardado');
    onDone();
  });
  const needed = (text: string): string | null => (text.trim() === '' ? missing : null);
  const shared = { label: shelfFields.shelf.label, autoComplete: 'off' } as const;
  return (
    <FormDialog
      title={product === undefined ? `Estante en ${storeName}` : `Estante de ${product.title}`}
      text="Las tandas se recorren en el orden de los estantes."
      button="Guardar estante"
      isSending={isSending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {product === undefined && (
        <TextField
          {...typedField(form, 'sku', {
            label: shelfFields.sku.label,
            required: true,
            autoComplete: 'off',
            maxLength: shelfFields.sku.max,
            validate: needed,
          })}
          maxLength={shelfFields.sku.max}
          // A scanner ends with Enter, before the shelf is typed.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            form.setFocus('shelf');
          }}
        />
      )}
      {isNone ? (
        <TextField key="none" {...shared} disabled />
      ) : (
        <TextField
          key="shelf"
          {...typedField(form, 'shelf', {
            ...shared,
            required: true,
            maxLength: shelfFields.shelf.max,
            validate: needed,
          })}
          maxLength={shelfFields.shelf.max}
        />
      )}
      <CheckField label="Sin estante" {...form.register('isNone')} />
      {may('stock.read') && <HistoryButton of={`los estantes de ${storeName}`} entity="stock" entityId={storeCode} />}
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
