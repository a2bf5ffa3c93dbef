import { useState } from 'react';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useChange } from '../actions/use-change.ts';
import { SelectField, TextField } from '../platform/field.tsx';
import { countedText } from '../platform/formats.ts';
import { Note, refusalText } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import type { DeskReturn } from './return-page.tsx';

/** What was not accepted of a return, and why. */
export const RejectedUnits = ({ found: { title, outcomes } }: { found: DeskReturn }) => (
  <ul className="stack g8">
    {outcomes
      .filter(({ fate }) => fate === 'reject')
      .map(({ quantity, reason, decidedAt }) => (
        <li key={`${reason}/${decidedAt}`} className="wrap">
          {`${countedText(quantity, 'unidad', 'unidades')} de ${title}: «${reason}»`}
        </li>
      ))}
  </ul>
);

const ways = {
  back: {
    option: 'Va de regreso',
    label: 'Cómo le llega',
    hint: 'La mensajería y su guía, o en qué tienda pasa por él. Le llega un correo con lo que escribas.',
    button: 'Regresar y avisar',
    done: 'Va de regreso al cliente',
  },
  kept: {
    option: 'No lo quiere: se queda aquí',
    label: 'Qué dijo el cliente',
    hint: 'Le llega un correo con lo que escribas, por si no fue así.',
    button: 'Anotar y avisar',
    done: 'Se queda en la tienda',
  },
} as const;

/** What was rejected goes back to its buyer, or stays here as they do not want it (WORK-20). */
export function SendBackDialog({
  found,
  onDone,
  onClose,
}: {
  found: DeskReturn;
  onDone: (found: DeskReturn) => void;
  onClose: () => void;
}) {
  const { number, version } = found;
  const [way, setWay] = useState<keyof typeof ways>('back');
  const [typed, setTyped] = useState('');
  const [isMissed, setIsMissed] = useState(false);
  const { error, isSending, send } = useChange();
  const { label, hint, button, done } = ways[way];
  const how = typed.trim();
  const save = async (): Promise<void> => {
    setIsMissed(how === '');
    if (how === '') return;
    const asked = { params: { number }, body: { version, how, isKept: way === 'kept' } };
    const sent = await send((options) => call('sendReturnBack', asked, options));
    if (!sent.ok) return;
    onClose();
    showToast(done);
    onDone(sent.value.data);
  };
  return (
    <FormDialog
      title={`Regresar ${number}`}
      text="Es lo que no se aceptó."
      button={button}
      isSending={isSending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <RejectedUnits found={found} />
      <SelectField
        label="Qué pasa con él"
        value={way}
        onChange={({ target }) => setWay(target.value === 'kept' ? 'kept' : 'back')}
      >
        {Object.entries(ways).map(([value, { option }]) => (
          <option key={value} value={value}>
            {option}
          </option>
        ))}
      </SelectField>
      <TextField
        label={label}
        required
        autoComplete="off"
        maxLength={300}
        error={isMissed && how === '' ? 'Falta este dato.' : undefined}
        hint={hint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && <Note kind="error">{refusalText(error)}</Note>}
    </FormDialog>
  );
}
