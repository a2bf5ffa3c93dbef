import { departmentTitle } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { useState } from 'react';
import { useDepartments } from '../locations/use-departments.ts';
import type { AddressChanges, SavedAddress } from './saved-addresses.ts';

/** Where the focus goes once the address before it is gone. */
export const addressTitleId = (id: string): string => `direccion-${id}`;

/** One saved address with the choice of the default one (ADR-12) and its actions (DEC-186). */
export function AddressCard({
  address,
  changes,
  onEdit,
  onLeave,
}: {
  address: SavedAddress;
  changes: AddressChanges;
  onEdit: () => void;
  /** It is about to be deleted. */
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
