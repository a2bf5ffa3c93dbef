import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';

/** Colours of states: never alone, always with an icon and words. */
type PillLook = 'stone' | 'sky' | 'teal' | 'jade' | 'good' | 'corn' | 'red' | 'out';

export interface PillStyle {
  look: PillLook;
  icon: DeskIconName;
}

/** A state by its icon and words. */
export function Pill({ look, icon, children }: PillStyle & { children: string }) {
  return (
    <span className={cx('pill', look)}>
      <DeskIcon name={icon} />
      {children}
    </span>
  );
}
