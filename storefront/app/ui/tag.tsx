import type { Tag as TagData } from '@ceiba/contract/catalog';
import { Clock, Gift, Globe, PackageX, Tag as TagIcon, Wifi, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../platform/class-names.ts';

/** Fixed tags have classes because the CSP allows no style attributes; colours are those of DEC-26. */
const fixedLooks: Record<string, { look: string; icon: typeof Gift }> = {
  Agotado: { look: 'bg-tag-agotado-bg text-tag-agotado-fg', icon: PackageX },
  'Oferta relámpago': { look: 'bg-tag-relampago-bg text-tag-relampago-fg', icon: Zap },
  Preventa: { look: 'bg-tag-preventa-bg text-tag-preventa-fg', icon: Clock },
  'Exclusivo web': { look: 'bg-tag-web-bg text-tag-web-fg', icon: Globe },
  'Producto digital': { look: 'bg-tag-digital-bg text-tag-digital-fg', icon: Wifi },
  'Incluye regalo': { look: 'bg-tag-regalo-bg text-tag-regalo-fg', icon: Gift },
  'Regalos incluidos con este producto': { look: 'bg-tag-regalo-bg text-tag-regalo-fg', icon: Gift },
};
const contentLook = { look: 'bg-primary-soft text-on-primary-soft', icon: TagIcon };

const tagClass =
  'inline-flex min-h-6 items-center gap-1 rounded-leaf-sm px-[9px] py-[3px] text-xs font-semibold whitespace-nowrap';

export function ProductTag({ tag }: { tag: Pick<TagData, 'textContent'> }) {
  const { look, icon: Icon } = fixedLooks[tag.textContent] ?? contentLook;
  return (
    <span className={cx(tagClass, look)}>
      <Icon aria-hidden="true" className="size-3.5 flex-none stroke-[2.2]" />
      {tag.textContent}
    </span>
  );
}

const tones = {
  success: 'bg-success-soft text-on-success-soft',
  warning: 'bg-warning-soft text-on-warning-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  info: 'bg-info-soft text-on-info-soft',
};

/** A state in a word or two, with an icon of the caller. */
export function StateTag({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <span className={cx(tagClass, tones[tone])}>{children}</span>;
}
