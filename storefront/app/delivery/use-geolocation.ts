import type { MapPoint } from '@ceiba/domain/locations/location';
import { useCallback, useState } from 'react';

/** Maximum milliseconds to wait for the location of a phone. */
const geolocationTimeoutMs = 8_000;

export interface Geolocation {
  locate: () => void;
  isLocating: boolean;
  /** True if the browser does not share its location (MAP-02). */
  isRefused: boolean;
}

/** Asks for the browser's location when `locate` is called (MAP-01). `onFound` must stay the same function. */
export function useGeolocation(onFound: (point: MapPoint) => void): Geolocation {
  const [locating, setLocating] = useState<'idle' | 'asking' | 'refused'>('idle');
  const locate = useCallback(() => {
    if (!('geolocation' in navigator)) return setLocating('refused');
    setLocating('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating('idle');
        onFound({ latitude, longitude });
      },
      () => setLocating('refused'),
      { timeout: geolocationTimeoutMs },
    );
  }, [onFound]);
  return { locate, isLocating: locating === 'asking', isRefused: locating === 'refused' };
}
