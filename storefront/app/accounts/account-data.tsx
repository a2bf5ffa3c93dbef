import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { showAlert } from '../alerts/notices.ts';
import { leaveAccount } from '../auth/end-session.ts';
import { PasswordField } from '../auth/password-field.tsx';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';

const tellFailure = (error: ApiFailure, title: string): void => {
  const own = { title, message: error.error.message || 'Vuelve a intentarlo en un momento.' };
  showAlert({ id: 'profile-alert', type: 'Error', ...failureWords(error, own) });
};

/** Hands a text to the browser as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Everything the shop holds about the customer, as a file. */
export function DownloadData() {
  const download = async (): Promise<void> => {
    const answer = await api('exportAccount', {});
    if (answer.ok) saveFile('mis-datos-ceiba.json', JSON.stringify(answer.value, null, 2));
    else tellFailure(new ApiFailure(answer.error), 'No pudimos descargar tus datos');
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

/** The end of the account, by the current password. */
export function CloseAccountForm() {
  const form = useForm({ mode: 'onTouched', defaultValues: empty });
  const navigate = useNavigate();
  const { errors, isSubmitting } = form.formState;
  const submit = async ({ currentPassword }: typeof empty): Promise<void> => {
    const answer = await api('closeAccount', { body: { currentPassword } });
    if (answer.ok) {
      await leaveAccount(navigate);
      showAlert({ id: 'profile-alert', type: 'Success', title: 'Tu cuenta está cerrada', message: closedText });
      return;
    }
    const { code, message } = answer.error;
    if (code === 'WRONG_PASSWORD') form.setError('currentPassword', { message }, { shouldFocus: true });
    else tellFailure(new ApiFailure(answer.error), 'No pudimos cerrar tu cuenta');
  };
  return (
    <form noValidate aria-label="Cerrar mi cuenta" onSubmit={form.handleSubmit(submit)} className="grid gap-4">
      <p className="text-sm text-ink-soft">
        Borramos tus datos para siempre. De tus pedidos conservamos la factura, como lo pide la ley.
      </p>
      <PasswordField
        label="Tu contraseña"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { validate: (value) => value !== '' || 'Escribe tu contraseña actual.' })}
      />
      <Checkbox label="Entiendo que no se puede deshacer" {...form.register('isSure')} />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" loading={isSubmitting} disabled={!form.watch('isSure') && !isSubmitting}>
          Cerrar mi cuenta
        </Button>
      </div>
    </form>
  );
}

const closedText = 'Puedes crear otra cuando quieras.';
