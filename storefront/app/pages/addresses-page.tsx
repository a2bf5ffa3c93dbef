import { AddressList } from '../addresses/address-list.tsx';
import { useSavedAddresses } from '../addresses/saved-addresses.ts';
import { useCustomer } from '../auth/customer-query.ts';
import { useDashboardTexts } from '../content/use-dashboard-texts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/loading.tsx';

export { shellHeaders as headers } from '../platform/page-cache.ts';

export const meta = () => [{ title: 'Mis direcciones | Ceiba' }, { name: 'robots', content: 'noindex' }];

/** Saved addresses (ADR-01 to ADR-12, DEC-13). */
export default function AddressesPage() {
  const { title, subtitle } = useDashboardTexts('addresses');
  return (
    <section aria-labelledby="titulo-direcciones" className="panel grid gap-5">
      <div>
        <h2 id="titulo-direcciones" className="text-xl">
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
    return (
      <EmptyState
        title="No pudimos cargar tus direcciones"
        text="Vuelve a intentarlo en un momento."
        art="/art/fallo.svg"
        action={
          <Button variant="outline" onClick={retry}>
            Reintentar
          </Button>
        }
      />
    );
  }
  if (saved.addresses === null || customer === null) {
    return (
      <p role="status" className="grid justify-items-center py-10">
        <Spinner />
        <span className="sr-only">Cargando tus direcciones</span>
      </p>
    );
  }
  return <AddressList addresses={saved.addresses} customer={customer} />;
}
