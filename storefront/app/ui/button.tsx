import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '../platform/class-names.ts';
import { Spinner } from './loading.tsx';

type ButtonVariant = 'primary' | 'tonal' | 'outline' | 'ghost' | 'offer' | 'danger' | 'light';
/** 44, 48 and 56 px high. */
type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Fills the width it is given. */
  block?: boolean | undefined;
  className?: string | undefined;
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-primary text-on-primary shadow-[inset_0_1px_0_rgb(255_255_255/.16),var(--shadow-xs)] hover:bg-primary-hover active:bg-primary-active',
  tonal: 'bg-primary-soft text-on-primary-soft hover:bg-quetzal-200',
  outline:
    'bg-surface text-ink shadow-[inset_0_0_0_1.5px_var(--color-border-control)] hover:text-link hover:shadow-[inset_0_0_0_1.5px_var(--color-primary)]',
  ghost: 'text-link hover:bg-surface-tint',
  offer: 'bg-offer text-on-offer hover:bg-offer-hover',
  danger: 'bg-surface text-on-danger-soft shadow-[inset_0_0_0_1.5px_var(--color-danger)] hover:bg-danger-soft',
  light: 'bg-white text-quetzal-800 hover:bg-quetzal-50',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-touch px-4 py-2 text-sm',
  md: 'min-h-control px-[22px] py-2.5',
  lg: 'min-h-14 px-7 py-2.5 text-lg',
};
const base =
  'items-center justify-center gap-2 rounded-full text-center font-semibold leading-tight transition-[background-color,box-shadow,color,translate] active:translate-y-px';
const disabled =
  'disabled:bg-disabled disabled:text-ink-disabled disabled:shadow-none disabled:translate-y-0 disabled:hover:bg-disabled ' +
  'aria-busy:cursor-progress aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:bg-disabled aria-disabled:text-ink-disabled aria-disabled:shadow-none aria-disabled:translate-y-0 aria-disabled:hover:bg-disabled';

const look = ({ variant = 'primary', size = 'md', block, className }: Look): string =>
  cx(base, variants[variant], sizes[size], block ? 'flex w-full' : 'inline-flex', className);

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** Shows a spinner and blocks presses, but keeps the focus, which a disabled button would lose. */
  loading?: boolean;
  /** Blocks presses like `disabled`, but can be reached and says why: by the element `aria-describedby` names. */
  blocked?: boolean;
  icon?: ReactNode;
}

/** Also keeps a form from being sent by its button. */
const refusePress = (event: MouseEvent): void => event.preventDefault();

/** One filled `primary` per view; the others tonal or outline. `type` is "button" unless given. */
export function Button({
  variant,
  size,
  block,
  className,
  loading = false,
  blocked = false,
  icon,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(loading || blocked ? { 'aria-disabled': true, onClick: refusePress } : {})}
      aria-busy={loading || undefined}
      className={cx(look({ variant, size, block, className }), disabled)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  icon,
  children,
  ...rest
}: Look & Omit<LinkProps, 'className'> & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={look({ variant, size, block, className })}>
      {icon}
      {children}
    </Link>
  );
}

/** The look of what stands right of the search on desktop: icon and two lines. */
export const headerActionClass =
  'relative hidden min-h-touch items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-sm leading-[1.15] whitespace-nowrap hover:bg-surface-inverse-raised lg:inline-flex';

/** Icon only, below 1024 px. */
export const headerIconClass =
  'relative inline-grid size-touch flex-none place-items-center rounded-full hover:bg-surface-inverse-raised lg:hidden';
