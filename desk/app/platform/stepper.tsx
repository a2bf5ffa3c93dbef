import { cx } from '@ceiba/ui/class-names';
import type { KeyboardEvent } from 'react';
import { IconButton } from './button.tsx';

/** Replaces a longer number, which no call accepts. */
const tooMany = 999_999;

/**
 * A number of units with buttons for one less and one more. The native number field is not used anywhere: the mouse wheel changes its value
 * (checks/src/native-fields.test.ts). `name` names the counted thing. A typed number above `most` stays and is marked as wrong.
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
  /** The buttons stop here, and "de N" shows it. A number up to `most` can still be typed. */
  offered?: number;
  /** False: the highest number is only the call's limit, and is not shown. */
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
        onChange={({ target }) => onChange(Math.min(tooMany, Number(target.value.replace(/\D/g, ''))))}
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
