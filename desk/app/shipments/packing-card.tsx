import type { Pick } from '@ceiba/contract/desk/picks';
import { useState } from 'react';
import { Stepper } from '../platform/stepper.tsx';
import { CourierField } from './courier-field.tsx';

/** Parcels and courier of a wave, in the form of the call. */
interface Packing {
  courier: string;
  parcels: Readonly<Record<string, number>>;
}

export const firstPacking: Packing = { courier: '', parcels: {} };

export const packingBody = ({ courier, parcels }: Packing) => ({
  ...(courier !== '' && { courier }),
  ...(Object.keys(parcels).length > 0 && {
    parcels: Object.entries(parcels).map(([id, count]) => ({ id, parcels: count })),
  }),
});

/**
 * The courier of a wave, and the number of parcels per shipment, entered where they are packed (WORK-11). While the card is closed, the defaults
 * apply.
 */
export function PackingCard({
  shipments,
  packing,
  onChange,
}: {
  shipments: Pick['shipments'];
  packing: Packing;
  onChange: (packing: Packing) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isBrought = shipments.some(({ isPickup }) => !isPickup);
  return (
    <details className="card" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2">
        <b className="font-semibold">Bultos y mensajería</b>
        <span className="text-ink-soft text-xs">
          {packing.courier === '' ? 'Se decide en el manifiesto' : packing.courier}
        </span>
      </summary>
      {isOpen && (
        <div className="stack p-4">
          {isBrought && (
            <CourierField value={packing.courier} onChange={(courier) => onChange({ ...packing, courier })} />
          )}
          <ul className="stack gap-2" aria-label="Bultos de cada envío">
            {shipments.map(({ id, parcels, isPickup }) => (
              <li key={id} className="flex items-center gap-2 flex-wrap justify-between">
                <span className="whitespace-nowrap tabular-nums">
                  {id}
                  {isPickup && <small className="text-ink-muted"> Recoger en tienda</small>}
                </span>
                <Stepper
                  label={`Bultos de ${id}`}
                  name={id}
                  least={1}
                  most={99}
                  hasMost={false}
                  value={packing.parcels[id] ?? parcels}
                  onChange={(count) => onChange({ ...packing, parcels: { ...packing.parcels, [id]: count } })}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  );
}
