import type { EntityParts } from '../entity/entity-place.ts';
import { BlocksField } from './blocks-field.tsx';
import { PagePreview } from './page-preview.tsx';

/** Special parts of the editor of content pages: the control of blocks, and the preview. */
export const pageParts: EntityParts = { controls: { blocks: BlocksField }, preview: PagePreview };
