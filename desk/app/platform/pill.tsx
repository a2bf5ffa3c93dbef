import { cx } from '@ceiba/ui/class-names';
import { DeskIcon, type DeskIconName } from '@ceiba/ui/desk-icon';

/** Classes of the colours of states. A colour always comes with an icon and a text. */
type PillLook = 'stone' | 'sky' | 'teal' | 'jade' | 'good' | 'corn' | 'red' | 'out';

const looks: Record<PillLook, string> = {
  stone: 'bg-tag-agotado-bg text-tag-agotado-fg',
  sky: 'bg-tag-preventa-bg text-tag-preventa-fg',
  teal: 'bg-tag-digital-bg text-tag-digital-fg',
  jade: 'bg-tag-web-bg text-tag-web-fg',
  corn: 'bg-tag-regalo-bg text-tag-regalo-fg',
  good: 'bg-success-soft text-on-success-soft inset-ring inset-ring-[#b5dcc4]',
  red: 'bg-danger-soft text-on-danger-soft inset-ring inset-ring-[#f1c1bc]',
  out: 'bg-surface text-ink-soft inset-ring inset-ring-border-control',
};

export interface PillStyle {
  look: PillLook;
  icon: DeskIconName;
}

/** A state with its icon and text. */
export function Pill({ look, icon, children }: PillStyle & { children: string }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-[22px] items-center gap-1 rounded-leaf-sm pr-2 pl-1.5 align-middle text-xs font-semibold lg:whitespace-nowrap',
        looks[look],
      )}
    >
      <DeskIcon name={icon} className="size-[13px] shrink-0 stroke-[2.3]" />
      {children}
    </span>
  );
}
