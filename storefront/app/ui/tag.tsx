import type { Tag as TagData } from '@ceiba/contract/catalog';
import type { ReactNode } from 'react';
import { cx } from '../platform/class-names.ts';
import { Icon } from './icon.tsx';

/** Fixed tags have classes because the CSP allows no style attributes; the colours are those of DEC-26. */
const fixedLooks: Record<string, string> = {
  Agotado: 'bg-tag-agotado-bg text-tag-agotado-fg',
  'Oferta relámpago': 'bg-tag-relampago-bg text-tag-relampago-fg',
  Preventa: 'bg-tag-preventa-bg text-tag-preventa-fg',
  'Exclusivo web': 'bg-tag-web-bg text-tag-web-fg',
  'Producto digital': 'bg-tag-digital-bg text-tag-digital-fg',
  'Incluye regalo': 'bg-tag-regalo-bg text-tag-regalo-fg',
  'Regalos incluidos con este producto': 'bg-tag-regalo-bg text-tag-regalo-fg',
};

const tagClass =
  'inline-flex min-h-6 items-center gap-1 rounded-leaf-sm px-[9px] py-[3px] text-xs font-semibold whitespace-nowrap';

/** A tag of a product, always icon and text; tags of content are jade. */
export function ProductTag({ tag }: { tag: Pick<TagData, 'textContent' | 'icon'> }) {
  return (
    <span className={cx(tagClass, fixedLooks[tag.textContent] ?? 'bg-primary-soft text-on-primary-soft')}>
      <Icon name={tag.icon} size="sm" className="size-3.5 stroke-[2.2]" />
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

/** A state in a word or two. */
export function StateTag({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <span className={cx(tagClass, tones[tone])}>{children}</span>;
}
