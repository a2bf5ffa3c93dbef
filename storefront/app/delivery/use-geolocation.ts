import type { MapPoint } from '@ceiba/domain/locations/location';
import { useCallback, useState } from 'react';

/** Milliseconds; a phone that does not know where it is by then is asked no longer. */
const geolocationTimeoutMs = 8_000;

export interface Geolocation {
  locate: () => void;
  isLocating: boolean;
  /** The browser does not tell where it is (MAP-02). */
  isRefused: boolean;
}

/** Asks the browser where it is, when `locate` is called (MAP-01); `onFound` must stay the same function. */
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
