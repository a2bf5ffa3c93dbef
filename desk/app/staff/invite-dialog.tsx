import { emailMaxLength, emailMessage } from '@ceiba/domain/customers/email';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { typedField } from '@ceiba/ui/typed-field';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { RoleSelect } from './role-select.tsx';
import { readStores, StoresChoice } from './stores-choice.tsx';

const needed = (text: string): string | null => (text.trim() === '' ? 'Falta este dato.' : null);

/** Invites a person by mail (OFF-09). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { form, said, isSending, send } = useLandingForm({
    defaultValues: { email: '', name: '', role: '', stores: '' },
  });
  const invite = form.handleSubmit(async ({ email, name, role, stores }) => {
    const body = { email, name, role, stores: readStores(stores) };
    const landings = { name: 'name', email: 'email', role: 'role', EMAIL_TAKEN: 'email' } as const;
    const invited = await send((options) => call('inviteStaff', { body }, options), landings);
    if (!invited.ok) return;
    showToast(`Enviamos la invitación a ${email.trim()}`);
    onClose();
  });
  return (
    <FormDialog
      title="Invitar a una persona"
      text="Le llega un correo con un enlace que sirve una vez, durante 24 horas."
      onClose={onClose}
      button="Enviar invitación"
      isSending={isSending}
      onSubmit={() => void invite()}
    >
      {said !== undefined && <Note kind="error">{said}</Note>}
      <TextField
        {...typedField(form, 'name', {
          label: 'Nombre',
          required: true,
          maxLength: nameMaxLength,
          kind: 'line',
          validate: (text: string) => nameMessage(text, 'Falta este dato.'),
        })}
      />
      <TextField
        {...typedField(form, 'email', {
          label: 'Correo electrónico',
          type: 'email',
          required: true,
          maxLength: emailMaxLength,
          kind: 'email',
          validate: (text: string) => emailMessage(text, profileEmail),
        })}
      />
      <RoleSelect {...typedField(form, 'role', { label: 'Rol', required: true, validate: needed })} />
      <StoresChoice
        value={form.watch('stores')}
        onChange={(stores) => form.setValue('stores', stores, { shouldDirty: true })}
      />
    </FormDialog>
  );
}
