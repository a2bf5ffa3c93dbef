import type { Pick } from '@ceiba/contract/desk/picks';
import { useState } from 'react';
import { Stepper } from '../platform/stepper.tsx';
import { CourierField } from './courier-field.tsx';

/** Parcels and courier of a wave, as the call takes them. */
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

/** Who brings a wave, and of how many parcels each shipment is: asked where they are packed (WORK-11). Closed, all stays as it is. */
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
    <details className="card packing" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <b className="strong">Bultos y mensajería</b>
        <span className="soft tiny">{packing.courier === '' ? 'Se decide en el manifiesto' : packing.courier}</span>
      </summary>
      {isOpen && (
        <div className="pad stack">
          {isBrought && (
            <CourierField value={packing.courier} onChange={(courier) => onChange({ ...packing, courier })} />
          )}
          <ul className="stack g8" aria-label="Bultos de cada envío">
            {shipments.map(({ id, parcels, isPickup }) => (
              <li key={id} className="row between wrapx">
                <span className="num">
                  {id}
                  {isPickup && <small className="muted"> Recoger en tienda</small>}
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
