import { Dialog } from '@base-ui/react/dialog';
import type { GalleryImage } from '@ceiba/contract/catalog';
import { pictureVariant } from '@ceiba/contract/pictures';
import { BackCloses } from '@ceiba/ui/back-closes';
import PhotoSwipe, { type SlideData } from 'photoswipe';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import 'photoswipe/style.css';
import './gallery-viewer.css';

interface ViewerProps {
  images: readonly GalleryImage[];
  /** Index of the picture in view. */
  shown: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/** The pictures in a full-window dialog, with paging and zoom. */
export default function GalleryViewer({
  open,
  returnTo,
  ...props
}: ViewerProps & {
  open: boolean;
  /** The element that takes the focus when the dialog closes. */
  returnTo: () => HTMLElement | null;
}) {
  const { images, shown, onClose } = props;
  const viewer = useRef<PhotoSwipe>(null);
  // Handled here, because the dialog stops arrow keys before they reach the document, where PhotoSwipe listens.
  const onKeyDown = (event: KeyboardEvent) => {
    const press = keys[event.key];
    if (press === undefined || viewer.current === null) return;
    event.preventDefault();
    press(viewer.current);
  };
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BackCloses open={open} onClose={onClose} />
      <Dialog.Portal>
        <Dialog.Popup
          aria-label={`Imagen ${shown + 1} de ${images.length}`}
          finalFocus={returnTo}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-(--z-drawer) outline-none"
        >
          <Slides {...props} viewer={viewer} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** PhotoSwipe handles swiping, pinching, double taps and the wheel. The dialog handles focus, Escape and "back". */
function Slides({
  images,
  shown,
  onShow,
  onClose,
  viewer: place,
}: ViewerProps & { viewer: RefObject<PhotoSwipe | null> }) {
  const element = useRef<HTMLDivElement>(null);
  const begin = useEffectEvent((appendToEl: HTMLElement) => {
    const viewer = new PhotoSwipe({ ...options, dataSource: images.map(toSlide), index: shown, appendToEl });
    viewer.addFilter('placeholderSrc', (src, { data }) => data.msrc ?? src);
    viewer.on('change', () => onShow(viewer.currIndex));
    viewer.on('destroy', () => onClose());
    viewer.init();
    viewer.element?.removeAttribute('role');
    viewer.element?.querySelector('.pswp__counter')?.setAttribute('aria-live', 'polite');
    place.current = viewer;
    return viewer;
  });
  useEffect(() => {
    if (element.current === null) return;
    const viewer = begin(element.current);
    return () => viewer.destroy();
  }, []);
  return <div ref={element} className="gallery-viewer" />;
}

const options = {
  bgOpacity: 1,
  padding: { top: 56, right: 0, bottom: 16, left: 0 },
  wheelToZoom: true,
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

/** The action of each key. */
const keys: Readonly<Record<string, (viewer: PhotoSwipe) => void>> = {
  ArrowLeft: (viewer) => viewer.prev(),
  ArrowRight: (viewer) => viewer.next(),
  ArrowUp: (viewer) => panBy(viewer, 80),
  ArrowDown: (viewer) => panBy(viewer, -80),
  '+': (viewer) => zoomBy(viewer, 1.5),
  '-': (viewer) => zoomBy(viewer, 1 / 1.5),
};

/** Moves an enlarged picture down by this many pixels. */
function panBy({ currSlide }: PhotoSwipe, pixels: number): void {
  if (currSlide?.isPannable()) currSlide.panTo(currSlide.pan.x, currSlide.pan.y + pixels);
}

function zoomBy(viewer: PhotoSwipe, factor: number): void {
  const slide = viewer.currSlide;
  if (slide === undefined) return;
  const { initial, max } = slide.zoomLevels;
  viewer.zoomTo(Math.min(max, Math.max(initial, slide.currZoomLevel * factor)), viewer.getViewportCenterPoint(), 200);
}

/** A picture as a PhotoSwipe slide. The browser fetches the large file only for zooming or for a high-density screen. */
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
