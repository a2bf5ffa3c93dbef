import { ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const meta = personalMeta('Mi cuenta');

/** Paths of the account (DEC-13) whose page is not available yet. */
export default function AccountPage() {
  return (
    <section className="panel">
      <EmptyState
        art="/art/cuenta.svg"
        title="Esta parte de tu cuenta abre pronto"
        text="Mientras tanto puedes ver y cambiar tus datos."
        action={<ButtonLink to="/dashboard/profile">Información personal</ButtonLink>}
      />
    </section>
  );
}
