import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PlacingNotice } from './placing-notices.ts';

/** As the style sheet's `lg`: there the button stands in the summary, else in the bar at the foot of the window. */
const wide = '(min-width: 1024px)';

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(wide);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/**
 * Where a notice is read: with the button that was pressed, which is in view. One that says how the attempt ended leaves the
 * bar, which takes its room from the form, to the form's foot once the shopper goes on typing.
 */
export function useNoticePlace(notice: PlacingNotice | null): 'button' | 'bar' | 'forms' {
  const isWide = useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(false);
    if (notice === null || !['notPlaced', 'beingPaid', 'notCharged', 'notSent'].includes(notice)) return;
    const pass = (): void => setPast(true);
    window.addEventListener('input', pass, { once: true });
    return () => window.removeEventListener('input', pass);
  }, [notice]);
  if (isWide) return 'button';
  return isPast ? 'forms' : 'bar';
}
