import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';

/** Two or three choices side by side. One choice is pressed. */
export const Segments = <V extends string>({
  label,
  value,
  choices,
  isIconOnly = false,
  isWhole = false,
  onChange,
}: {
  label: string;
  value: V;
  choices: readonly { value: V; label: string; icon: DeskIconName }[];
  /** True if only the icons show. Screen readers and the pointer's tooltip get the labels. */
  isIconOnly?: boolean;
  /** True if the control takes the full width. */
  isWhole?: boolean;
  onChange: (value: V) => void;
}) => (
  <fieldset
    className={cx(
      'max-w-full flex-wrap gap-0.5 rounded-sm bg-surface-sunken p-[3px] inset-ring inset-ring-border-strong max-lg:p-0.5',
      isWhole ? 'flex' : 'inline-flex',
    )}
    aria-label={label}
  >
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        {...(isIconOnly && { 'aria-label': choice.label, title: choice.label })}
        onClick={() => onChange(choice.value)}
        className={cx(
          'inline-flex min-h-[calc(var(--desk-control)-6px)] items-center justify-center gap-1.5 rounded-xs px-3 font-medium whitespace-nowrap text-ink-soft max-lg:min-h-11',
          'aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-on-primary-soft aria-pressed:inset-ring-[1.5px] aria-pressed:inset-ring-primary',
          isWhole && 'flex-1',
        )}
      >
        <DeskIcon name={choice.icon} />
        {!isIconOnly && choice.label}
      </button>
    ))}
  </fieldset>
);
