import type { DeskIconName } from '../icons/desk-icon-names.ts';
import { cx } from './class-names.ts';
import sprite from './desk-icons.svg?no-inline';

export type { DeskIconName };

/** An icon of the desk's sprite, 16, 20 or 24 px; decoration only: the words beside it, or the control's label, say what it means. */
export function DeskIcon({
  name,
  size = 'sm',
  className,
}: {
  name: DeskIconName;
  size?: 'sm' | 'md' | 'lg';
  className?: string;
}) {
  return (
    <svg aria-hidden="true" className={cx('i', size !== 'sm' && `i-${size}`, className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
