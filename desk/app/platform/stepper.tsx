import { cx } from '@ceiba/ui/class-names';
import type { KeyboardEvent } from 'react';
import { IconButton } from './button.tsx';

/** Shown for a longer number, which no call takes. */
const tooMany = 999_999;

/**
 * A number of units with a button for one less and one more. The native number field is not used anywhere: the mouse wheel changes its value
 * (checks/src/native-fields.test.ts). `name` names the thing that is counted. A typed number above `most` stays and is marked as wrong.
 */
export function Stepper({
  label,
  name,
  value,
  least = 0,
  most,
  hasMost = true,
  isDisabled = false,
  onChange,
}: {
  /** Label of the field, read by screen readers. */
  label: string;
  name: string;
  value: number;
  least?: number;
  most: number;
  /** False: the highest number is only a limit of the call, and is not shown. */
  hasMost?: boolean;
  isDisabled?: boolean;
  onChange: (value: number) => void;
}) {
  const isWrong = value > most || value < least;
  const change = (to: number): void => onChange(Math.min(most, Math.max(least, to)));
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(value + (event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <span className="stepper">
      <IconButton
        label={`Una menos de ${name}`}
        icon="minus"
        disabled={isDisabled}
        aria-disabled={value <= least || undefined}
        onClick={() => change(value - 1)}
      />
      <input
        className="inp num"
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
        aria-disabled={value >= most || undefined}
        onClick={() => change(value + 1)}
      />
      {hasMost && <span className={cx('tiny', isWrong ? 'bad' : 'muted')}>{`de ${most}`}</span>}
    </span>
  );
}
