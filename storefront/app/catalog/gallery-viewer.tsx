import { Dialog } from '@base-ui/react/dialog';
import type { GalleryImage } from '@ceiba/contract/catalog';
import { pictureVariant } from '@ceiba/contract/pictures';
import PhotoSwipe, { type SlideData } from 'photoswipe';
import { useEffect, useEffectEvent, useRef } from 'react';
import { BackCloses } from '../ui/back-closes.tsx';
import 'photoswipe/style.css';

interface ViewerProps {
  images: readonly GalleryImage[];
  /** Index of the picture in sight. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** The pictures over the whole window, to turn over and to look at closely. */
export default function GalleryViewer({
  open,
  returnTo,
  ...props
}: ViewerProps & {
  open: boolean;
  /** What has the focus afterwards. */
  returnTo: () => HTMLElement | null;
}) {
  const { images, shown, onClose } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BackCloses open={open} onClose={onClose} />
      <Dialog.Portal>
        <Dialog.Popup
          aria-label={`Imagen ${shown + 1} de ${images.length}`}
          finalFocus={returnTo}
          className="fixed inset-0 z-(--z-drawer) outline-none"
        >
          <Slides {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Swiping, pinching, double taps, the wheel and the arrow keys are PhotoSwipe's; focus, Escape and "back" the dialog's. */
function Slides({ images, shown, onShow, onClose }: ViewerProps) {
  const place = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent((appendToEl: HTMLElement) => {
    const viewer = new PhotoSwipe({ ...options, dataSource: images.map(toSlide), index: shown, appendToEl });
    viewer.addFilter('placeholderSrc', (src, { data }) => data.msrc ?? src);
    viewer.on('change', () => onShow(viewer.currIndex));
    viewer.on('destroy', () => onClose());
    viewer.on('keydown', ({ originalEvent: { key } }) => {
      const by = zoomKeys.get(key);
      if (by !== undefined) zoomBy(viewer, by);
    });
    viewer.init();
    viewer.element?.removeAttribute('role');
    viewer.element?.querySelector('.pswp__counter')?.setAttribute('aria-live', 'polite');
    return viewer;
  });
  useEffect(() => {
    if (place.current === null) return;
    const viewer = begin(place.current);
    return () => viewer.destroy();
  }, []);
  return <div ref={place} className="gallery-viewer" />;
}

const options = {
  bgOpacity: 1,
  padding: { top: 56, right: 0, bottom: 16, left: 0 },
  wheelToZoom: true,
  mouseMovePan: true,
  escKey: false,
  trapFocus: false,
  returnFocus: false,
  showHideAnimationType: 'fade',
  indexIndicatorSep: ' de ',
  closeTitle: 'Cerrar',
  zoomTitle: 'Acercar',
  arrowPrevTitle: 'Imagen anterior',
  arrowNextTitle: 'Imagen siguiente',
  errorMsg: 'No pudimos mostrar esta imagen. Revisa tu conexión.',
} as const;

const zoomKeys = new Map([
  ['+', 1.5],
  ['-', 1 / 1.5],
]);

function zoomBy(viewer: PhotoSwipe, factor: number): void {
  const slide = viewer.currSlide;
  if (slide === undefined) return;
  const { initial, max } = slide.zoomLevels;
  viewer.zoomTo(Math.min(max, Math.max(initial, slide.currZoomLevel * factor)), viewer.getViewportCenterPoint(), 200);
}

/** The large file is fetched by who looks closely, or has a screen that sharp. */
const toSlide = ({ url, label, full }: GalleryImage): SlideData => {
  const middle = pictureVariant(url, 960, 'avif');
  const { width, height } = full;
  if (middle === url || width <= 960) return { src: full.url, width, height, alt: label };
  return {
    src: middle,
    srcset: `${middle} 960w, ${full.url} ${width}w`,
    msrc: pictureVariant(url, 480, 'avif'),
    width,
    height,
    alt: label,
  };
};
