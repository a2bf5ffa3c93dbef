import { defaultMapPoint, type MapPoint } from '@ceiba/domain/locations/location';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMapTiles } from '../policies/shop-policy.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { drawMap, type PointMap } from './point-map.ts';
import { type Geolocation, useGeolocation } from './use-geolocation.ts';

/** MAP-01..03, DEC-46: a marker to move and to confirm, also where no tiles arrive. */
export default function MapDrawer({
  open,
  start,
  onClose,
  onConfirm,
}: {
  open: boolean;
  start: MapPoint | null;
  onClose: () => void;
  onConfirm: (point: MapPoint) => void;
}) {
  const { setFrame, point, locate, isLocating, isRefused } = usePointMap(start ?? defaultMapPoint);
  useEffect(() => {
    // A point that was confirmed before is kept.
    if (open && start === null) locate();
  }, [open, start, locate]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Ubica tu dirección"
      footer={
        <Button block onClick={() => onConfirm({ latitude: point.latitude, longitude: point.longitude })}>
          Confirmar ubicación
        </Button>
      }
    >
      <div className="grid gap-3.5">
        <p className="text-sm text-ink-soft">
          Mueve el marcador hasta la entrada de tu casa. También puedes tocar el mapa, o mover el marcador con las
          flechas del teclado.
        </p>
        <div className="relative isolate">
          <div
            ref={setFrame}
            className="h-[min(52dvh,420px)] rounded-lg bg-[#eef0e8] shadow-[inset_0_0_0_1px_var(--color-border)]"
          />
          <Button
            variant="outline"
            size="sm"
            loading={isLocating}
            icon={<Icon name="locate-fixed" size="sm" />}
            onClick={locate}
            className="absolute right-3 bottom-7 z-1000"
          >
            Mi ubicación
          </Button>
        </div>
        <p role="status" className="text-sm text-ink-muted tabular-nums">
          {isRefused && 'No pudimos obtener tu ubicación: mueve el marcador en el mapa. '}
          Punto elegido: {point.latitude.toFixed(5)}, {point.longitude.toFixed(5)}
        </p>
      </div>
    </Drawer>
  );
}

export interface PointChoice extends Geolocation {
  /** The element the map is drawn in. */
  setFrame: (element: HTMLDivElement | null) => void;
  point: MapPoint;
}

/** A map with a marker in `setFrame`'s element, and the way to put it where the browser is (MAP-01, MAP-02). */
function usePointMap(start: MapPoint): PointChoice {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [point, setPoint] = useState(start);
  const tiles = useMapTiles();
  const map = useRef<PointMap | null>(null);
  const firstPoint = useRef(start);
  useEffect(() => {
    if (frame === null) return;
    const drawn = drawMap(frame, { start: firstPoint.current, tiles }, setPoint);
    map.current = drawn;
    return () => {
      map.current = null;
      drawn.remove();
    };
  }, [frame, tiles]);
  const moveTo = useCallback((found: MapPoint) => {
    // Known before the map is drawn: it begins there.
    firstPoint.current = found;
    setPoint(found);
    map.current?.moveTo(found);
  }, []);
  return { setFrame, point, ...useGeolocation(moveTo) };
}
