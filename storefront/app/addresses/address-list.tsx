import { addressLimit } from '@ceiba/domain/addresses/address';
import { departmentTitle } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { useFocusAfterRemoval } from '@ceiba/ui/use-focus-after-removal';
import { Suspense, useState } from 'react';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { useDepartments } from '../locations/use-departments.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { type AddressChanges, type SavedAddress, type SavedAddresses, useAddressChanges } from './saved-addresses.ts';

/** ID of an address's title. The title takes the focus when the address before it is deleted. */
const addressTitleId = (id: string): string => `direccion-${id}`;

/** One saved address with the choice of the default one (ADR-12) and its actions (DEC-186). */
function AddressCard({
  address,
  changes,
  onEdit,
  onLeave,
}: {
  address: SavedAddress;
  changes: AddressChanges;
  onEdit: () => void;
  /** Called just before the address is deleted. */
  onLeave: () => void;
}) {
  const titleId = addressTitleId(address.id);
  const [isLeaving, setLeaving] = useState(false);
  const remove = async (): Promise<void> => {
    setLeaving(true);
    onLeave();
    await changes.remove(address.id);
    setLeaving(false);
  };
  return (
    <li
      aria-busy={isLeaving || undefined}
      className="grid gap-3 rounded-lg p-4 shadow-[inset_0_0_0_1.5px_var(--color-border-strong)] has-[input:checked]:bg-surface-tint has-[input:checked]:shadow-[inset_0_0_0_2px_var(--color-primary)]"
    >
      <div className="min-w-0">
        <h3 id={titleId} tabIndex={-1} className="text-base font-semibold wrap-anywhere outline-none">
          {address.alias}
        </h3>
        <AddressText address={address} />
      </div>
      <div className="flex flex-wrap items-center gap-x-1 self-end">
        <label className="mr-auto inline-flex basis-full min-h-touch cursor-pointer items-center gap-2.5 text-sm font-medium">
          <input
            type="radio"
            name="defaultAddress"
            aria-describedby={titleId}
            checked={address.defaultShipping}
            onChange={() => void changes.setDefault(address.id)}
            className="size-5 accent-primary"
          />
          Predeterminada
        </label>
        <Button
          variant="ghost"
          size="sm"
          aria-describedby={titleId}
          className="-ml-3"
          icon={<Icon name="pencil" size="sm" />}
          onClick={onEdit}
        >
          Editar
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-describedby={titleId}
          icon={<Icon name="trash-2" size="sm" />}
          loading={isLeaving}
          onClick={() => void remove()}
        >
          Eliminar
        </Button>
      </div>
    </li>
  );
}

function AddressText({ address: { street, zone, city, region, firstName, lastName } }: { address: SavedAddress }) {
  const { list } = useDepartments();
  const department = list.length === 0 ? '' : departmentTitle(list, region.regionId);
  const place = [zone, city, department].filter((part) => part !== '');
  return (
    <p className="text-sm text-ink-soft wrap-anywhere">
      {street.join(', ')}
      <br />
      {place.join(', ')}
      <br />
      {firstName} {lastName}
    </p>
  );
}

const AddressDrawer = lazyPart(() => import('./address-drawer.tsx'));

/** The address for which the drawer is open. `turn` gives each opening a new form. */
interface Opening {
  edited: SavedAddress | null;
  isOpen: boolean;
  turn: number;
}

/** The saved addresses of a customer, and the drawer that edits one. The heading `headingId` takes the focus when the last address is deleted. */
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
