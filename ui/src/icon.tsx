import type { IconName } from '../icons/icon-names.ts';
import { cx } from './class-names.ts';
import sprite from './icons.svg?no-inline';

const sizes = { sm: 'icon-sm', md: 'icon', lg: 'icon-lg' };

/**
 * An icon of the sprite, 16, 20 or 24 px. Decoration only: the text beside it, or the control's label, has the meaning. Renders nothing for a name of
 * content that the sprite lacks.
 */
export function Icon({
  name,
  size = 'md',
  className,
}: {
  name: IconName | (string & {});
  size?: keyof typeof sizes;
  className?: string;
}) {
  return (
    <svg aria-hidden="true" className={cx(sizes[size], className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
