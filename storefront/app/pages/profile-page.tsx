import { CloseAccountForm, DownloadData } from '../accounts/account-data.tsx';
import { ChangeEmailForm } from '../auth/change-email-form.tsx';
import { ChangePasswordForm } from '../auth/change-password-form.tsx';
import { ConfirmEmailNotice } from '../auth/confirm-email-notice.tsx';
import { useCustomer } from '../auth/customer-query.ts';
import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { BillingForm } from '../customers/billing-form.tsx';
import { ProfileForm } from '../customers/profile-form.tsx';
import { useSaveProfile } from '../customers/use-save-profile.ts';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { useUnhurried } from '../platform/unhurried.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Spinner } from '../ui/loading.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Información personal | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** APP-15, PROF-01 to PROF-21. */
export default function ProfilePage() {
  const { customer, isFailed, reload } = useCustomer();
  const isShown = useUnhurried(customer !== null);
  const save = useSaveProfile();
  if (isFailed) return <ProfileUnavailable onRetry={reload} />;
  if (customer === null || !isShown) {
    return (
      <p role="status" className="panel grid justify-items-center py-16">
        <Spinner />
        <span className="sr-only">Cargando tus datos</span>
      </p>
    );
  }
  return (
    <>
      {!customer.isConfirmed && <ConfirmEmailNotice email={customer.email} reload={reload} />}
      <section aria-labelledby="titulo-datos" className="panel grid gap-5">
        <ProfileHeader name={`${customer.firstName} ${customer.lastName}`} />
        <ProfileForm customer={customer} save={save} />
      </section>
      <section aria-labelledby="titulo-facturacion" className="panel grid gap-4">
        <h2 id="titulo-facturacion" className="text-xl">
          Datos de facturación
        </h2>
        <BillingForm customer={customer} save={save} />
      </section>
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

const initialsOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** PROF-02. */
function ProfileHeader({ name }: { name: string }) {
  const { title, subtitle } = useDashboardTexts('profile');
  return (
    <div className="flex items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-16 place-items-center rounded-[24px_8px_24px_8px] bg-primary text-2xl font-bold text-white"
      >
        {initialsOf(name)}
      </span>
      <div>
        <h2 id="titulo-datos" className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-ink-soft">{subtitle}</p>
      </div>
    </div>
  );
}

function ProfileUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="panel">
      <LoadFailure title="No pudimos cargar tus datos" onRetry={onRetry} />
    </div>
  );
}
