import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';

/** One filled `primary` per view: the next step. `danger` is outlined; `dangerFilled` is for confirmations. */
type ButtonLook = 'primary' | 'outline' | 'tonal' | 'ghost' | 'danger' | 'dangerFilled';

const looks: Record<ButtonLook, string> = {
  primary: 'button-primary',
  outline: '',
  tonal: 'button-tonal',
  ghost: 'button-ghost',
  danger: 'button-danger',
  dangerFilled: 'button-danger-filled',
};

interface Look {
  look?: ButtonLook;
  /** `small` in toolbars and heads of cards, `large` for buttons that a thumb presses all day. */
  size?: 'small' | 'normal' | 'large';
  block?: boolean;
  icon?: DeskIconName | undefined;
  className?: string;
}

const sizes = { small: 'button-small', normal: '', large: 'button-large' };

const classOf = ({ look = 'outline', size = 'normal', block, className }: Look): string =>
  cx('button', looks[look], sizes[size], block && 'w-full', className);

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** Ignores presses. Unlike a disabled button, the button keeps the focus. */
  loading?: boolean;
}

/** `type` is "button" by default. */
export function Button({
  look,
  size,
  block,
  icon,
  className,
  loading = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(loading
        ? { 'aria-disabled': true, 'aria-busy': true, onClick: (event) => event.preventDefault() }
        : { onClick })}
      className={classOf({
        ...(look && { look }),
        ...(size && { size }),
        ...(block && { block }),
        ...(className && { className }),
      })}
    >
      {icon && <DeskIcon name={loading ? 'refresh-cw' : icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: Look & Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...rest}
      className={classOf({
        ...(look && { look }),
        ...(size && { size }),
        ...(block && { block }),
        ...(className && { className }),
      })}
    >
      {icon && <DeskIcon name={icon} />}
      {children}
    </Link>
  );
}

/** An icon-only button; `label` is its name. */
export function IconButton({
  label,
  icon,
  size = 'md',
  className,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; icon: DeskIconName; size?: 'sm' | 'md' }) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx('icon-button', size === 'sm' && 'icon-button-small', className)}
    >
      <DeskIcon name={icon} size={size} />
      {children}
    </button>
  );
}
