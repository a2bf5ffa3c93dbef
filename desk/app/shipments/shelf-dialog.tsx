import { useRef, useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { HistoryButton } from '../detail/history-card.tsx';
import { CheckField, TextField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
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

/** Where a product lies at a place: waves are in the order of their shelves (WORK-06). Without `product` it is asked which. */
export function ShelfDialog({ storeCode, storeName, product, onDone, onClose }: Props) {
  const [code, setCode] = useState(product?.sku ?? '');
  const [typed, setTyped] = useState(product?.shelf ?? '');
  const [isNone, setIsNone] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const may = useMay();
  const field = useRef<HTMLInputElement>(null);
  const { error, isSending, send } = useChange();
  const [sku, shelf] = [code.trim(), typed.trim()];
  const missing = (text: string): string | undefined => (isSubmitted && text === '' ? 'Falta este dato.' : undefined);
  const save = async (): Promise<void> => {
    setIsSubmitted(true);
    if (sku === '' || (shelf === '' && !isNone)) return;
    const body = { storeCode, shelves: [{ sku, shelf: isNone ? null : shelf }] };
    const saved = await send((options) => call('setShelves', { body }, options));
    if (!saved.ok) return;
    onClose();
    showToast('Estante guardado');
    onDone();
  };
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
          label="Código del producto"
          required
          autoComplete="off"
          maxLength={64}
          error={missing(sku)}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          // A scanner ends what it reads with Enter: the shelf has not been said yet.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            field.current?.focus();
          }}
        />
      )}
      <TextField
        ref={field}
        label="Estante"
        required={!isNone}
        disabled={isNone}
        autoComplete="off"
        maxLength={20}
        error={isNone ? undefined : missing(shelf)}
        value={isNone ? '' : typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <CheckField label="Sin estante" checked={isNone} onChange={({ target }) => setIsNone(target.checked)} />
      {may('stock.read') && <HistoryButton of={`los estantes de ${storeName}`} entity="stock" entityId={storeCode} />}
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
