import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

const boxClass =
  'size-[22px] m-0 flex-none appearance-none border-[1.5px] border-border-control bg-surface grid place-items-center disabled:bg-disabled disabled:border-border-strong';
const checkClass = cx(
  boxClass,
  "rounded-xs checked:border-primary checked:bg-primary checked:after:h-1.5 checked:after:w-[11px] checked:after:-translate-y-px checked:after:-rotate-45 checked:after:border-b-[2.4px] checked:after:border-l-[2.4px] checked:after:border-white checked:after:content-['']",
);
const dotClass = cx(boxClass, 'rounded-full checked:border-[7px] checked:border-primary');

/** A checkbox with its label. The whole row is the target. */
export function Checkbox({
  label,
  note,
  className,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; note?: ReactNode }) {
  return (
    <label className={cx('flex min-h-touch cursor-pointer items-center gap-3 text-sm', className)}>
      <input type="checkbox" {...rest} className={checkClass} />
      <span className="line-body">
        <span>{label}</span>
        {note !== undefined && <span className="text-ink-muted tabular-nums">{note}</span>}
      </span>
    </label>
  );
}

interface RadioCardProps extends Omit<ComponentProps<'input'>, 'title'> {
  title: ReactNode;
  /** A second line. For a disabled card, the reason. */
  text?: ReactNode;
  /** Shown at the right end: price, logos, icon. */
  aside?: ReactNode;
}

/** One of two to four choices. A chosen card has an outline, a tint and a dot (never colour alone). */
export function RadioCard({ title, text, aside, className, ...rest }: RadioCardProps) {
  return (
    <label
      className={cx(
        'flex min-w-0 cursor-pointer items-center gap-3.5 rounded-lg bg-surface p-4 shadow-[inset_0_0_0_1.5px_var(--color-border-strong)]',
        'hover:shadow-[inset_0_0_0_1.5px_var(--color-border-control)] has-checked:bg-surface-tint has-checked:shadow-[inset_0_0_0_2px_var(--color-primary)]',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:cursor-not-allowed has-disabled:bg-surface-sunken has-disabled:text-ink-disabled',
        className,
      )}
    >
      <input type="radio" {...rest} className={cx(dotClass, 'focus-visible:outline-none')} />
      <span className="line-body">
        <span>
          <span className="block font-semibold">{title}</span>
          {text !== undefined && <span className="block text-sm text-ink-soft">{text}</span>}
        </span>
        {aside}
      </span>
    </label>
  );
}

export interface SegmentedOption<V extends string> {
  value: V;
  label: ReactNode;
  disabled?: boolean;
}

/** Two to four exclusive values as radios in one bar. `legend` is the group's accessible name. */
export function Segmented<V extends string>({
  name,
  legend,
  options,
  value,
  onChange,
}: {
  name: string;
  legend: string;
  options: readonly SegmentedOption<V>[];
  value: V | null;
  onChange: (value: V) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-[26px] bg-surface-sunken p-1 shadow-[inset_0_0_0_1px_var(--color-border)]">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-touch min-w-min flex-1 cursor-pointer items-center justify-center gap-2 rounded-full px-1 text-sm font-semibold text-ink-soft max-[359px]:text-xs sm:px-2 has-checked:bg-surface has-checked:text-link has-checked:shadow-[var(--shadow-sm),inset_0_0_0_1.5px_var(--color-primary)] has-disabled:cursor-not-allowed has-disabled:text-ink-disabled has-disabled:line-through has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
