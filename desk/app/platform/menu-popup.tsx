import { Menu as BaseMenu } from '@base-ui/react/menu';
import { cx } from '@ceiba/ui/class-names';
import type { ComponentProps } from 'react';

/** The popup of a menu button. `children`: the entries. */
export const MenuPopup = ({
  children,
  ...place
}: Pick<ComponentProps<typeof BaseMenu.Positioner>, 'side' | 'align' | 'children'>) => (
  <BaseMenu.Portal>
    <BaseMenu.Positioner {...place} className="z-(--z-drawer)" sideOffset={4}>
      <BaseMenu.Popup className="min-w-[200px] rounded-md border border-border-strong bg-surface p-1.5 shadow-lg">
        {children}
      </BaseMenu.Popup>
    </BaseMenu.Positioner>
  </BaseMenu.Portal>
);

export const MenuItem = ({
  isDanger = false,
  ...item
}: Omit<ComponentProps<typeof BaseMenu.Item>, 'className'> & { isDanger?: boolean }) => (
  <BaseMenu.Item
    {...item}
    className={cx(
      'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-xs px-2.5 py-1 text-dense data-disabled:text-ink-disabled data-highlighted:bg-surface-sunken data-highlighted:outline-none',
      isDanger && 'text-danger',
    )}
  />
);
