import { quantityOptions } from '@ceiba/domain/carts/cart-limits';
import { Select } from '@ceiba/ui/select';

/** 1 to 10 (CONST-29, DEC-186), those above the stock disabled; a larger quantity already in the cart stays visible. */
export function QuantitySelect({
  value,
  salable,
  onChange,
  disabled = false,
  describedBy,
}: {
  value: number;
  /** How many can be sold; null: no limit. */
  salable: number | null;
  onChange: (quantity: number) => void;
  disabled?: boolean;
  /** Id of the element that says of what. */
  describedBy: string;
}) {
  const offered = quantityOptions(null);
  const shown = offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      small
      aria-label="Cantidad"
      aria-describedby={describedBy}
      name="quantity"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      className="w-20"
    >
      {shown.map((quantity) => (
        <option key={quantity} value={quantity} disabled={salable !== null && quantity > salable}>
          {quantity}
        </option>
      ))}
    </Select>
  );
}
