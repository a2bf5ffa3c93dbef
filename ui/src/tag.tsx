import { type Tag, tagLookOf } from '@ceiba/domain/catalog/tags';
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
