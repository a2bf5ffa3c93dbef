import { addressLimit } from '@ceiba/domain/addresses/address';
import { Button } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { Suspense, useState } from 'react';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { AddressCard, addressTitleId } from './address-card.tsx';
import { type SavedAddress, type SavedAddresses, useAddressChanges } from './saved-addresses.ts';

const AddressDrawer = lazyPart(() => import('./address-drawer.tsx'));

/** What the drawer is open for; `turn` makes each opening a form of its own. */
interface Opening {
  edited: SavedAddress | null;
  isOpen: boolean;
  turn: number;
}

/** The saved addresses of a customer, and the drawer in which one is written. `headingId` takes the focus when the last one goes. */
export function AddressList({
  addresses,
  customer,
  headingId,
}: {
  addresses: SavedAddresses;
  customer: SignedInCustomer;
  headingId: string;
}) {
  const changes = useAddressChanges();
  const ids = addresses.map(({ id }) => id);
  const keepFocus = useFocusAfterRemoval(ids, addressTitleId, headingId);
  const [opening, setOpening] = useState<Opening | null>(null);
  const open = (edited: SavedAddress | null): void =>
    setOpening({ edited, isOpen: true, turn: (opening?.turn ?? 0) + 1 });
  const isFull = addresses.length >= addressLimit;
  return (
    <>
      {addresses.length === 0 ? (
        <EmptyState
          title="Aún no tienes direcciones guardadas"
          text="Guarda una y la encontrarás lista en tu próxima compra."
        />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2">
          {addresses.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              changes={changes}
              onEdit={() => open(address)}
              onLeave={() => keepFocus(address.id)}
            />
          ))}
        </ul>
      )}
      <div className="grid justify-items-end gap-2 border-t border-border pt-4">
        {isFull && <p className="text-sm text-ink-soft">Puedes guardar hasta {addressLimit} direcciones.</p>}
        <Button icon={<Icon name="plus" size="sm" />} disabled={isFull} onClick={() => open(null)}>
          Agregar dirección
        </Button>
      </div>
      {opening !== null && (
        <Suspense>
          <AddressDrawer
            key={opening.turn}
            open={opening.isOpen}
            edited={opening.edited}
            customer={customer}
            save={changes.save}
            onClose={() => setOpening({ ...opening, isOpen: false })}
          />
        </Suspense>
      )}
    </>
  );
}
