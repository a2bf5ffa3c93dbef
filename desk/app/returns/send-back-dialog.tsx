import type { Field } from '@ceiba/contract/desk/fields';
import { sendBackFields } from '@ceiba/contract/desk/return-fields';
import type { DeskReturn } from '@ceiba/contract/desk/returns';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { countedText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';

/** The rejected units of a return, with the reasons. */
export const RejectedUnits = ({ found: { title, outcomes } }: { found: DeskReturn }) => (
  <ul className="stack gap-2">
    {outcomes
      .filter(({ fate }) => fate === 'reject')
      .map(({ quantity, reason, decidedAt }) => (
        <li key={`${reason}/${decidedAt}`}>
          {`${countedText(quantity, 'unidad', 'unidades')} de ${title}: «${reason}»`}
        </li>
      ))}
  </ul>
);

const ways = {
  back: { option: 'Va de regreso', button: 'Regresar y avisar', done: 'Va de regreso al cliente' },
  kept: { option: 'No lo quiere: se queda aquí', button: 'Anotar y avisar', done: 'Se queda en la tienda' },
} as const;

const wayField = {
  kind: 'choice',
  label: 'Qué pasa con él',
  values: { back: ways.back.option, kept: ways.kept.option },
} as const satisfies Field;

/** Rejected units go back to their buyer, or stay here because the buyer does not want them (WORK-20). */
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
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { way: 'back', how: '' },
  });
  const way = form.watch('way') === 'kept' ? 'kept' : 'back';
  const { button, done } = ways[way];
  const save = form.handleSubmit(async ({ how = '' }) => {
    const input = { params: { number }, body: { version, how: how.trim(), isKept: way === 'kept' } };
    const sent = await send((options) => call('sendReturnBack', input, options), { how: 'how' });
    if (!sent.ok) return;
    onClose();
    showToast(done);
    onDone(sent.value.data);
  });
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
      <FieldControl form={form} name="way" field={wayField} />
      <FieldControl form={form} name="how" field={sendBackFields[way]} />
      {said !== undefined && <Note kind="error">{said}</Note>}
    </FormDialog>
  );
}
