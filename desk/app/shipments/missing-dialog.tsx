import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { call } from '../session/desk-client.ts';
import type { PickRow } from './wave-page.tsx';

/** "No encontrado" (WORK-08): so many units of a product are not on their shelf; the shop looks for them elsewhere. */
export function MissingDialog({ row, onClose, onDone }: { row: PickRow; onClose: () => void; onDone: () => void }) {
  const most = row.quantity - row.picked - row.missing;
  const [text, setText] = useState(String(most));
  const { error, isSending, send } = useChange();
  const units = Number(text);
  const isRight = Number.isInteger(units) && units >= 1 && units <= most;
  const miss = async (): Promise<void> => {
    let left = units;
    // One shipment after the other; each change of a shipment tells its next version.
    const versions = new Map(row.shipments.map(({ id, version }) => [id, version]));
    for (const { id, line, quantity, picked, missing } of row.shipments) {
      const part = Math.min(left, quantity - picked - missing);
      if (part === 0) continue;
      const body = { version: versions.get(id) ?? 1, line, quantity: part };
      const told = await send((options) => call('missUnits', { params: { id }, body }, options));
      if (!told.ok) {
        setText(String(left));
        onDone();
        return;
      }
      versions.set(id, told.value.data.version);
      left -= part;
    }
    onDone();
    onClose();
  };
  return (
    <FormDialog
      role="alertdialog"
      title={`¿No encontraste ${row.title}?`}
      text="Se cuentan como perdidas en este lugar y se buscan en otro. Si no hay en ninguno, le avisamos a quien compró."
      isDanger
      isSending={isSending}
      disabled={!isRight}
      button={isRight ? `Anotar ${countedText(units, 'unidad', 'unidades')}` : 'Anotar'}
      onSubmit={() => void miss()}
      onClose={onClose}
    >
      <TextField
        label="Unidades que faltan"
        inputMode="numeric"
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={isRight ? undefined : `Escribe de 1 a ${most}.`}
      />
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
