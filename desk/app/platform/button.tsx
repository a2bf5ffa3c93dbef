import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';
import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';

/** One filled `primary` per view: the next step. `danger` is outlined; in a confirmation `dangerFilled`. */
type ButtonLook = 'primary' | 'outline' | 'tonal' | 'ghost' | 'danger' | 'dangerFilled';

const looks: Record<ButtonLook, string> = {
  primary: 'p',
  outline: '',
  tonal: 't',
  ghost: 'g',
  danger: 'd',
  dangerFilled: 'dp',
};

interface Look {
  look?: ButtonLook;
  /** `small` in toolbars and heads of cards, `large` for what a thumb presses all day. */
  size?: 'small' | 'normal' | 'large';
  block?: boolean;
  icon?: DeskIconName | undefined;
  className?: string;
}

const classOf = ({ look = 'outline', size = 'normal', block, className }: Look): string =>
  cx('btn', looks[look], size === 'small' && 's', size === 'large' && 'l', block && 'whole', className);

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'className'> {
  /** Blocks presses and keeps the focus, which a disabled button would lose. */
  loading?: boolean;
}

/** `type` is "button" unless given. */
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

/** A button of an icon alone; `label` is its name. */
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
      className={cx('ib', size === 'sm' && 'sm', className)}
    >
      <DeskIcon name={icon} size={size} />
      {children}
    </button>
  );
}
