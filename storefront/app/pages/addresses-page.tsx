import { AddressList } from '../addresses/address-list.tsx';
import { useSavedAddresses } from '../addresses/saved-addresses.ts';
import { useCustomer } from '../auth/customer-query.ts';
import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { LoadingLine } from '../ui/loading-line.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Mis direcciones | Ceiba' }, { name: 'robots', content: 'noindex' }];

const headingId = 'titulo-direcciones';

/** Saved addresses (ADR-01 to ADR-12, DEC-13). */
export default function AddressesPage() {
  const { title, subtitle } = useDashboardTexts('addresses');
  return (
    <section aria-labelledby={headingId} className="panel grid gap-5">
      <div>
        <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
          {title}
        </h2>
        <p className="text-sm text-ink-soft">{subtitle}</p>
      </div>
      <Addresses />
    </section>
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
