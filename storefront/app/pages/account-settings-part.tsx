import { CloseAccountForm, DownloadData } from '../accounts/account-data.tsx';
import { ChangeEmailForm } from '../auth/change-email-form.tsx';
import { ChangePasswordForm } from '../auth/change-password-form.tsx';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';

/** Login settings, data download and closing of the account. Fetched after the profile forms above. */
export default function AccountSettings() {
  return (
    <>
      <section aria-labelledby="titulo-correo" className="panel grid gap-4">
        <h2 id="titulo-correo" className="text-xl">
          Correo electrónico
        </h2>
        <ChangeEmailForm />
      </section>
      <section aria-labelledby="titulo-contrasena" className="panel grid gap-4">
        <h2 id="titulo-contrasena" className="text-xl">
          Contraseña
        </h2>
        <ChangePasswordForm />
      </section>
      <PasskeysSection />
      <section aria-labelledby="titulo-cuenta" className="panel grid gap-5">
        <h2 id="titulo-cuenta" className="text-xl">
          Tu cuenta
        </h2>
        <DownloadData />
        <CloseAccountForm />
      </section>
    </>
  );
}
