import { useCallback, useEffect, useRef, useState } from 'react';
import { drawMap, type MapPoint, type PointMap } from './point-map.ts';

/** Milliseconds; a phone that does not know where it is by then is asked no longer. */
const geolocationTimeoutMs = 8_000;

export interface PointChoice {
  /** The element the map is drawn in. */
  setFrame: (element: HTMLDivElement | null) => void;
  point: MapPoint;
  locate: () => void;
  isLocating: boolean;
  /** The browser does not tell where it is (MAP-02). */
  isRefused: boolean;
}

/** A map with a marker in `setFrame`'s element, and the way to put it where the browser is (MAP-01, MAP-02). */
export function usePointMap(start: MapPoint): PointChoice {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [point, setPoint] = useState(start);
  const [locating, setLocating] = useState<'idle' | 'asking' | 'refused'>('idle');
  const map = useRef<PointMap | null>(null);
  const firstPoint = useRef(start);
  useEffect(() => {
    if (frame === null) return;
    const drawn = drawMap(frame, firstPoint.current, setPoint);
    map.current = drawn;
    return () => {
      map.current = null;
      drawn.remove();
    };
  }, [frame]);
  const locate = useCallback(() => {
    if (!('geolocation' in navigator)) return setLocating('refused');
    setLocating('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating('idle');
        map.current?.moveTo({ latitude, longitude });
      },
      () => setLocating('refused'),
      { timeout: geolocationTimeoutMs },
    );
  }, []);
  return { setFrame, point, locate, isLocating: locating === 'asking', isRefused: locating === 'refused' };
}
