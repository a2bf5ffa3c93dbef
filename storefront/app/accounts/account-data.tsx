import { Button } from '@ceiba/ui/button';
import { Checkbox } from '@ceiba/ui/choice';
import { typedField } from '@ceiba/ui/typed-field';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { leaveAccount } from '../auth/end-session.tsx';
import { currentPassword, PasswordField } from '../auth/password-field.tsx';
import { refusalOf, showFailure } from '../forms/refusal.ts';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';

/** Offers a text to the browser as a file to download. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** A button that downloads all the data that the shop holds about the customer. */
export function DownloadData() {
  const download = async (): Promise<void> => {
    const answer = await api('exportAccount', {});
    if (answer.ok) saveFile('mis-datos.json', JSON.stringify(answer.value, null, 2));
    else showFailure(answer.error, { id: 'profile-alert', title: 'No pudimos descargar tus datos' });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-soft">Un archivo con todo lo que guardamos de ti: datos, direcciones y pedidos.</p>
      <Button variant="outline" onClick={() => void download()}>
        Descargar mis datos
      </Button>
    </div>
  );
}

const empty = { currentPassword: '', isSure: false };

const notClosed = { id: 'profile-alert', title: 'No pudimos cerrar tu cuenta' } as const;

/** Closes the account after the current password is entered. */
export function CloseAccountForm() {
  const navigate = useNavigate();
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: empty },
    async ({ currentPassword }: typeof empty) => {
      const answer = await api('closeAccount', { body: { currentPassword } });
      if (!answer.ok) return refusalOf(answer.error, notClosed, { WRONG_PASSWORD: 'currentPassword' });
      await leaveAccount(navigate);
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Tu cuenta está cerrada', message: closedText });
      return undefined;
    },
  );
  return (
    <form noValidate aria-label="Cerrar mi cuenta" onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-ink-soft">
        Borramos tus datos para siempre. De tus pedidos conservamos la factura, como lo pide la ley.
      </p>
      <PasswordField {...typedField(form, 'currentPassword', currentPassword('Tu contraseña'))} />
      <Checkbox label="Entiendo que no se puede deshacer" {...form.register('isSure')} />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" loading={isSending} disabled={!form.watch('isSure') && !isSending}>
          Cerrar mi cuenta
        </Button>
      </div>
    </form>
  );
}

const closedText = 'Puedes crear otra cuando quieras.';
