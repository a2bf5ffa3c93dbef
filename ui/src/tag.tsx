import { tagLookOf } from '@ceiba/domain/catalog/tag-look';
import type { Tag } from '@ceiba/domain/catalog/tags';
import { Icon } from './icon.tsx';

/**
 * A product's tag with icon and text, on two lines if one is too narrow (320 px). A class sets its colours, because the CSP allows no style
 * attributes.
 */
export function ProductTag({ tag }: { tag: Omit<Tag, 'id' | 'category'> }) {
  return (
    <span className={`tag tag-${tagLookOf(tag)}`}>
      <Icon name={tag.icon} size="sm" />
      {tag.textContent}
    </span>
  );
}
