import { type Tag, tagLookOf } from '@ceiba/domain/catalog/tags';
import type { ReactNode } from 'react';
import { cx } from '../platform/class-names.ts';
import { Icon } from './icon.tsx';

/**
 * A tag of a product, always icon and text, on two lines where one has no room (320 px). Its colours come by class: the
 * CSP allows no style attributes.
 */
export function ProductTag({ tag }: { tag: Omit<Tag, 'id' | 'category'> }) {
  return (
    <span className={`tag tag-${tagLookOf(tag)}`}>
      <Icon name={tag.icon} size="sm" />
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
  return <span className={cx('tag', tones[tone])}>{children}</span>;
}
