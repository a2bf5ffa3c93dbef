import type { EntityParts } from '../entity/entity-place.ts';
import { BlocksField } from './blocks-field.tsx';
import { PagePreview } from './page-preview.tsx';

/** The parts of the editor of content pages besides fields. */
export const pageParts: EntityParts = { controls: { blocks: BlocksField }, preview: PagePreview };
