import { Dialog } from '@base-ui/react/dialog';
import { pictureVariant } from '@ceiba/contract/pictures';
import type { Image } from '@ceiba/contract/shapes';
import type { KeyboardEvent } from 'react';
import { BackCloses } from '../ui/back-closes.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** The pictures over the whole window; the arrow keys turn the pages. */
export default function GalleryZoom({
  open,
  onClose,
  images,
  shown,
  onShow,
}: {
  open: boolean;
  onClose: () => void;
  images: readonly Image[];
  shown: number;
  onShow: (index: number) => void;
}) {
  const image = images[shown];
  const turn = (step: number) => onShow((shown + step + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BackCloses open={open} onClose={onClose} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-(--z-scrim) bg-scrim" />
        <Dialog.Popup
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-(--z-drawer) grid grid-rows-[auto_1fr] bg-surface outline-none lg:inset-6 lg:rounded-xl"
        >
          <div className="flex items-center justify-between gap-4 px-4 py-2">
            <Dialog.Title className="font-sans text-sm font-medium text-ink-soft">
              Imagen {shown + 1} de {images.length}
            </Dialog.Title>
            <Dialog.Close
              aria-label="Cerrar"
              className="grid size-touch place-items-center rounded-full text-ink-soft hover:bg-surface-sunken"
            >
              <Icon name="x" />
            </Dialog.Close>
          </div>
          <div className="relative grid min-h-0 place-items-center px-4 pb-6">
            {image && (
              <img
                src={pictureVariant(image.url, 960, 'webp')}
                alt={image.label}
                width={960}
                height={960}
                className="max-h-full max-w-full object-contain"
              />
            )}
            {images.length > 1 && (
              <>
                <IconButton
                  label="Imagen anterior"
                  raised
                  onClick={() => turn(-1)}
                  className="absolute left-3 lg:left-6"
                >
                  <Icon name="chevron-left" />
                </IconButton>
                <IconButton
                  label="Imagen siguiente"
                  raised
                  onClick={() => turn(1)}
                  className="absolute right-3 lg:right-6"
                >
                  <Icon name="chevron-right" />
                </IconButton>
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
