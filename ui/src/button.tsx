import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from './class-names.ts';
import { Spinner } from './loading.tsx';

type ButtonVariant = 'primary' | 'tonal' | 'outline' | 'ghost' | 'offer' | 'danger' | 'light';
/** 44, 48 and 56 px high. `card`: 44 px high and as wide as a product card, in one class (`product-card.css`). */
type ButtonSize = 'sm' | 'md' | 'lg' | 'card';

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the full width. */
  block?: boolean | undefined;
  className?: string | undefined;
}

/** The classes are defined in `parts.css`. */
const look = ({ variant = 'primary', size = 'md', block, className }: Look): string =>
  cx('btn', `btn-${variant}`, `btn-${size}`, block && 'btn-block', className);

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** Shows a spinner and blocks presses, but keeps the focus, which a disabled button would lose. */
  loading?: boolean;
  /**
   * Blocks presses like `disabled`, but the button can be focused. The element that `aria-describedby` names contains
   * the reason.
   */
  blocked?: boolean;
  icon?: ReactNode;
}

/** Also prevents a form from being submitted by its button. */
const refusePress = (event: MouseEvent): void => event.preventDefault();

/** At most one filled `primary` per view. The other buttons are tonal or outlined. `type` is "button" by default. */
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
      className={look({ variant, size, block, className })}
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
    <Link discover="none" {...rest} className={look({ variant, size, block, className })}>
      {icon}
      {children}
    </Link>
  );
}

/** The look of an entry to the right of the search on desktop: icon and two lines. */
export const headerActionClass =
  'relative hidden min-h-touch items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-sm leading-[1.15] whitespace-nowrap hover:bg-surface-inverse-raised lg:inline-flex';

/** An icon-only link, below 1024 px. */
export const headerIconClass =
  'relative inline-grid size-touch flex-none place-items-center rounded-full hover:bg-surface-inverse-raised lg:hidden';
