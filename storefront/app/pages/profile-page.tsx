import { LoadFailure } from '@ceiba/ui/load-failure';
import { Spinner } from '@ceiba/ui/loading';
import { Suspense, useDeferredValue } from 'react';
import { ConfirmEmailNotice } from '../auth/confirm-email-notice.tsx';
import { type SignedInCustomer, useCustomer } from '../auth/customer-query.ts';
import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { BillingForm } from '../customers/billing-form.tsx';
import { ProfileForm } from '../customers/profile-form.tsx';
import { useSaveProfile } from '../customers/use-save-profile.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['getCustomer', 'getDashboardTexts', 'listPasskeys'] };

export const meta = personalMeta('Información personal');

const AccountSettings = lazyPart(() => import('./account-settings-part.tsx'));

/** The profile page (APP-15, PROF-01 to PROF-21). */
export default function ProfilePage() {
  const { customer, isFailed, reload } = useCustomer();
  // The forms are rendered in slices, between which the browser handles input (record 0036).
  const isShown = useDeferredValue(customer !== null);
  if (isFailed) return <ProfileUnavailable onRetry={reload} />;
  const isWhole = isShown && customer !== null;
  return (
    <>
      <section aria-labelledby="titulo-datos" className="panel grid gap-5">
        <ProfileHeader name={customer === null ? '' : `${customer.firstName} ${customer.lastName}`} />
        {isWhole ? <PersonalData customer={customer} reload={reload} /> : loading}
      </section>
      {isWhole && <OtherData customer={customer} />}
    </>
  );
}

const loading = (
  <p role="status" className="grid justify-items-center py-16">
    <Spinner />
    <span className="sr-only">Cargando tus datos</span>
  </p>
);

/** All parts show together below the header, so that nothing moves. */
function PersonalData({ customer, reload }: { customer: SignedInCustomer; reload: () => void }) {
  const save = useSaveProfile();
  return (
    <>
      {!customer.isConfirmed && <ConfirmEmailNotice email={customer.email} reload={reload} />}
      <ProfileForm customer={customer} save={save} />
    </>
  );
}

function OtherData({ customer }: { customer: SignedInCustomer }) {
  const save = useSaveProfile();
  return (
    <>
      <section aria-labelledby="titulo-facturacion" className="panel grid gap-4">
        <h2 id="titulo-facturacion" className="text-xl">
          Datos de facturación
        </h2>
        <BillingForm customer={customer} save={save} />
      </section>
      <Suspense>
        <AccountSettings />
      </Suspense>
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

/** Header of the profile (PROF-02). Shows before the customer is known. The initials appear later. */
function ProfileHeader({ name }: { name: string }) {
  const { title, subtitle } = useDashboardTexts('profile');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span
        aria-hidden="true"
        className="grid size-16 place-items-center rounded-[24px_8px_24px_8px] bg-primary text-2xl font-bold text-white"
      >
        {initialsOf(name)}
      </span>
      <div className="flex-1 basis-[min-content]">
        <h2 id="titulo-datos" className="text-xl wrap-break-word">
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
