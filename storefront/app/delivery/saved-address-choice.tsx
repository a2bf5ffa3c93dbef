import type { SavedAddress } from '@ceiba/contract/addresses';
import { RadioCard } from '@ceiba/ui/choice';
import { placeText } from './delivery-texts.ts';

/** DEL-17: the customer's addresses by their names, and another one, which is null. */
export function SavedAddressChoice({
  addresses,
  chosen,
  onChoose,
}: {
  addresses: readonly SavedAddress[];
  chosen: SavedAddress | null;
  onChoose: (saved: SavedAddress | null) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-3 heading-card text-base">Tus direcciones</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {addresses.map((saved) => (
          <RadioCard
            key={saved.id}
            name="savedAddress"
            value={saved.id}
            title={saved.alias}
            text={placeText({ street: saved.street.join(', '), zone: saved.zone, city: saved.city })}
            checked={chosen?.id === saved.id}
            onChange={() => onChoose(saved)}
          />
        ))}
        <RadioCard
          name="savedAddress"
          value=""
          title="Otra dirección"
          text="Escribe una dirección nueva"
          checked={chosen === null}
          onChange={() => onChoose(null)}
        />
      </div>
    </fieldset>
  );
}
