import type { Shipment } from '@ceiba/contract/desk/shipments';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { Stepper } from '../platform/stepper.tsx';
import { showToast } from '../platform/toasts.tsx';
import { callKey } from '../session/cache-keys.ts';
import { call } from '../session/desk-client.ts';

/** The choice of the units that move to a new shipment (WORK-10). */
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
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({});
  const { error, isSending, send } = useChange();
  const chosen = lines.map(({ line, quantity }) => ({ line, quantity: counts[line] ?? 0, most: quantity }));
  const isRight = chosen.every(({ quantity, most }) => quantity <= most);
  const moved = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const split = async (): Promise<void> => {
    const lines = chosen.filter(({ quantity }) => quantity > 0).map(({ line, quantity }) => ({ line, quantity }));
    const answer = await send((options) =>
      call('splitShipment', { params: { id }, body: { version, lines } }, options),
    );
    if (!answer.ok) return;
    keep(answer.value.data);
    void queries.invalidateQueries({ queryKey: callKey('getShipment') });
    showToast(`Nuevo envío ${answer.value.data.id}`);
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
      <ul className="stack gap-2">
        {lines.map(({ line, title, quantity }) => (
          <li key={line} className="flex items-center gap-2 flex-wrap justify-between">
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            <Stepper
              label={`Unidades de ${title}`}
              name={title}
              value={counts[line] ?? 0}
              most={quantity}
              onChange={(count) => setCounts({ ...counts, [line]: count })}
            />
          </li>
        ))}
      </ul>
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
