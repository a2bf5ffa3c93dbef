import { cx } from '@ceiba/ui/class-names';
import type { KeyboardEvent } from 'react';
import { IconButton } from './button.tsx';

/** The largest number that can be typed. No call accepts a larger one. */
const largestTyped = 999_999;

/**
 * A number of units with buttons for one less and one more. `name`: the counted thing. A typed number above `most` stays and is marked as wrong. The
 * desk has no native number fields, because the mouse wheel changes their value (`checks/src/native-fields.test.ts`).
 */
export function Stepper({
  label,
  name,
  value,
  least = 0,
  most,
  offered = most,
  hasMost = true,
  isDisabled = false,
  onChange,
}: {
  /** Label of the field for screen readers. */
  label: string;
  name: string;
  value: number;
  least?: number;
  most: number;
  /** The number at which the buttons stop, shown as "de N". A number up to `most` can still be typed. */
  offered?: number;
  /** False hides "de N", for example if `most` is only the call's limit. */
  hasMost?: boolean;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}) {
  const isWrong = value > most || value < least;
  const isOffered = value < offered;
  const less = (): void => onChange(Math.min(most, Math.max(least, value - 1)));
  const more = (): void => (isOffered ? onChange(Math.max(least, value + 1)) : onChange(Math.min(most, value)));
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'ArrowUp') more();
    else less();
  };
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton
        label={`Una menos de ${name}`}
        icon="minus"
        disabled={isDisabled}
        aria-disabled={value <= least || undefined}
        onClick={less}
      />
      <input
        className="control w-16 text-center whitespace-nowrap tabular-nums"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={value}
        aria-invalid={isWrong || undefined}
        disabled={isDisabled}
        value={value === 0 ? '' : value}
        placeholder="0"
        onKeyDown={press}
        onChange={({ target }) => onChange(Math.min(largestTyped, Number(target.value.replace(/\D/g, ''))))}
      />
      <IconButton
        label={`Una más de ${name}`}
        icon="plus"
        disabled={isDisabled}
        aria-disabled={!isOffered || undefined}
        onClick={more}
      />
      {hasMost && <span className={cx('text-xs', isWrong ? 'text-danger' : 'text-ink-muted')}>{`de ${offered}`}</span>}
    </span>
  );
}
