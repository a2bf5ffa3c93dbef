import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { TextField } from '../platform/field.tsx';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import type { Shipment } from './shipment-page.tsx';

/** Which units go with a new shipment (WORK-10). */
export function SplitDialog({
  shipment: { id, version, lines, units },
  keep,
  onClose,
}: {
  shipment: Shipment;
  keep: (shipment: Shipment) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [texts, setTexts] = useState<Record<number, string>>({});
  const { error, isSending, send } = useChange();
  const chosen = lines.map(({ line, quantity }) => ({ line, quantity: Number(texts[line] ?? 0), most: quantity }));
  const isRight = chosen.every(({ quantity, most }) => Number.isInteger(quantity) && quantity >= 0 && quantity <= most);
  const moved = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const split = async (): Promise<void> => {
    const wanted = chosen.filter(({ quantity }) => quantity > 0).map(({ line, quantity }) => ({ line, quantity }));
    const made = await send((options) =>
      call('splitShipment', { params: { id }, body: { version, lines: wanted } }, options),
    );
    if (!made.ok) return;
    keep(made.value.data);
    void queries.invalidateQueries({ queryKey: ['desk', 'getShipment'] });
    showToast(`Nuevo envío ${made.value.data.id}`);
    onClose();
  };
  return (
    <FormDialog
      title={`Dividir ${id}`}
      text="Lo que elijas sale en un envío aparte. No se cobra otra entrega."
      isSending={isSending}
      disabled={!isRight || moved === 0 || moved >= units}
      button="Dividir envío"
      onSubmit={() => void split()}
      onClose={onClose}
    >
      {lines.map(({ line, title, quantity }) => (
        <TextField
          key={line}
          label={title}
          inputMode="numeric"
          hint={`De 0 a ${quantity}`}
          value={texts[line] ?? '0'}
          onChange={({ target }) => setTexts({ ...texts, [line]: target.value })}
        />
      ))}
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
