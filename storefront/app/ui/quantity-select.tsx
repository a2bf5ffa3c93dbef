import { Select } from './field.tsx';

const quantities = Array.from({ length: 10 }, (_, index) => index + 1);

/** 1 to 10 (CONST-29), fewer when fewer can be sold; a larger quantity already in the cart stays visible. */
export function QuantitySelect({
  value,
  onChange,
  max = 10,
  disabled = false,
  label = 'Cantidad',
}: {
  value: number;
  onChange: (quantity: number) => void;
  max?: number | null;
  disabled?: boolean;
  /** Accessible name; the select shows only the number. */
  label?: string;
}) {
  const offered = quantities.filter((quantity) => quantity <= Math.max(1, max ?? 10));
  const shown = offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      small
      aria-label={label}
      name="quantity"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      className="w-20"
    >
      {shown.map((quantity) => (
        <option key={quantity} value={quantity}>
          {quantity}
        </option>
      ))}
    </Select>
  );
}
