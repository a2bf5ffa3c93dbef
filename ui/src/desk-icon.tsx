import type { DeskIconName } from '../icons/desk-icon-names.ts';
import { cx } from './class-names.ts';
import sprite from './desk-icons.svg?no-inline';

export type { DeskIconName };

const sizes = { sm: 'icon-sm', md: 'icon', lg: 'icon-lg' };

/** An icon of the desk's sprite, 16, 20 or 24 px. Decoration only: the text beside it, or the control's label, has the meaning. */
export function DeskIcon({
  name,
  size = 'sm',
  className,
}: {
  name: DeskIconName;
  size?: keyof typeof sizes;
  className?: string;
}) {
  return (
    <svg aria-hidden="true" className={cx(sizes[size], className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
