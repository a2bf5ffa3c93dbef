import type { EntityParts } from '../entity/entity-place.ts';
import { ButtonLink } from '../platform/button.tsx';
import { BannerPicture } from './banner-picture.tsx';
import { BannerPreview } from './banner-preview.tsx';

/** Special parts of the pages of banners. The control of the picture also sets the field of the cut for phones. */
export const bannerParts: EntityParts = {
  controls: { picture: BannerPicture, phonePicture: () => null },
  preview: BannerPreview,
  listActions: () => (
    <ButtonLink icon="grip-vertical" to="/contenido/banners/orden">
      Ordenar
    </ButtonLink>
  ),
};
