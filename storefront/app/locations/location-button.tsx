import { headerActionClass } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { openLocationDrawer, shownLocation, useLocationStore } from './location-store.ts';

/** The delivery place in the header, from 1024 px. The availability cards have their own link (CAT-20). */
export function LocationButton() {
  const location = useLocationStore((state) => state.location);
  return (
    <button type="button" onClick={openLocationDrawer} aria-haspopup="dialog" className={headerActionClass}>
      <Icon name="map-pin" />
      <span>
        <small className="block text-xs text-ink-inverse-soft">Entregar en</small>
        <span className="block max-w-40 truncate leading-tight">
          {location ? shownLocation(location) : 'Ajusta tu ubicación'}
        </span>
      </span>
    </button>
  );
}
