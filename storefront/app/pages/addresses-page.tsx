import { LoadFailure } from '@ceiba/ui/load-failure';
import { LoadingLine } from '@ceiba/ui/loading-line';
import { AddressList } from '../addresses/address-list.tsx';
import { useSavedAddresses } from '../addresses/saved-addresses.ts';
import { useCustomer } from '../auth/customer-query.ts';
import { AccountSection } from '../content/account-section.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { personalMeta } from '../policies/personal-meta.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['listAddresses', 'getCustomer', 'getDashboardTexts'] };

export const meta = personalMeta('Mis direcciones');

const headingId = 'titulo-direcciones';

/** Saved addresses (ADR-01 to ADR-12, DEC-13). */
export default function AddressesPage() {
  return (
    <AccountSection section="addresses" headingId={headingId}>
      <Addresses />
    </AccountSection>
  );
}

function Addresses() {
  const saved = useSavedAddresses();
  const { customer, isFailed, reload } = useCustomer();
  if (saved.isFailed || isFailed) {
    const retry = () => {
      if (saved.isFailed) saved.reload();
      if (isFailed) reload();
    };
    return <LoadFailure title="No pudimos cargar tus direcciones" onRetry={retry} />;
  }
  if (saved.addresses === null || customer === null) {
    return <LoadingLine>Cargando tus direcciones</LoadingLine>;
  }
  return <AddressList addresses={saved.addresses} customer={customer} headingId={headingId} />;
}
