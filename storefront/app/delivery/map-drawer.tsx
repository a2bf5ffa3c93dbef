import { extrasMessage } from '@ceiba/domain/addresses/address';
import { defaultMapPoint, type MapPoint } from '@ceiba/domain/locations/location';
import { type MapView, mapViewOf } from '@ceiba/domain/locations/map-centre';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { drawPointMap, type PointMap } from '@ceiba/ui/point-map';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useMapTiles } from '../policies/shop-policy.ts';
import type { DeliveryPlace } from './delivery-queries.ts';
import { type Geolocation, useGeolocation } from './use-geolocation.ts';

/**
 * A marker to move and confirm, starting at the confirmed point or the chosen place (MAP-01..03, DEC-46). Without tiles its position cannot be seen:
 * the drawer asks for a landmark, and sends the point only if the shopper has moved it.
 */
export default function MapDrawer({
  open,
  start,
  place,
  landmark: known,
  onClose,
  onConfirm,
}: {
  open: boolean;
  start: MapPoint | null;
  place: DeliveryPlace | null;
  /** The directions typed so far. */
  landmark: string;
  onClose: () => void;
  /** A value is null if the shopper did not enter it. */
  onConfirm: (point: MapPoint | null, landmark: string | null) => void;
}) {
  const view = start === null ? mapViewOf(place) : { ...start, zoom: defaultMapPoint.zoom };
  const { setFrame, point, isMoved, isBlank, locate, isLocating, isRefused } = usePointMap(view);
  const [landmark, setLandmark] = useState(known);
  // The typed text stays, even if the tiles arrive later.
  const isLandmarkAsked = isBlank || landmark !== known;
  const isUnseen = isBlank && !isMoved;
  const isLandmarkMissing = isUnseen && landmark.trim() === '';
  useEffect(() => {
    // A point that was confirmed before stays.
    if (open && start === null) locate();
  }, [open, start, locate]);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Ubica tu dirección"
      footer={
        <Button
          block
          blocked={isLandmarkMissing}
          aria-describedby={isLandmarkMissing ? 'mapa-sin-imagen' : undefined}
          onClick={() =>
            onConfirm(
              isUnseen ? start : { latitude: point.latitude, longitude: point.longitude },
              isLandmarkAsked ? landmark.trim() : null,
            )
          }
        >
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
        {isLandmarkAsked && (
          <TextField
            label="Punto de referencia"
            hint={
              <span id="mapa-sin-imagen">
                {isBlank && 'El mapa no se puede mostrar ahora. '}Dinos qué hay cerca: una tienda, una iglesia, el color
                del portón.
              </span>
            }
            error={extrasMessage(landmark) ?? undefined}
            value={landmark}
            // A bar separates phone and directions, so it cannot be typed (DEC-90).
            onChange={(event) => setLandmark(event.currentTarget.value.replaceAll('|', '/'))}
          />
        )}
        <p role="status" className="text-sm text-ink-muted tabular-nums">
          {isRefused && 'No pudimos obtener tu ubicación: mueve el marcador en el mapa. '}
          Punto elegido: {point.latitude.toFixed(5)}, {point.longitude.toFixed(5)}
        </p>
      </div>
    </Drawer>
  );
}

export interface PointChoice extends Geolocation {
  /** Receives the element in which the map is drawn. */
  setFrame: (element: HTMLDivElement | null) => void;
  point: MapPoint;
  /** True once the shopper or the browser's location has placed the marker. */
  isMoved: boolean;
  /** True if tiles fail and no tile has loaded. */
  isBlank: boolean;
}

/** Draws a map with a marker in `setFrame`'s element. `locate` moves the marker to the browser's location (MAP-01, MAP-02). */
function usePointMap(start: MapView): PointChoice {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [moved, setMoved] = useState<MapPoint | null>(null);
  const [tilesCame, setTilesCame] = useState<boolean | null>(null);
  const tiles = useMapTiles();
  const map = useRef<PointMap | null>(null);
  const firstPoint = useRef(start);
  useEffect(() => {
    if (frame === null) return;
    const onTile = (hasCome: boolean) => setTilesCame((before) => before === true || hasCome);
    const view = { start: firstPoint.current, tiles, label: 'Marcador de tu dirección' };
    const drawn = drawPointMap(frame, view, { onMove: setMoved, onTile });
    map.current = drawn;
    return () => {
      map.current = null;
      drawn.remove();
    };
  }, [frame, tiles]);
  const moveTo = useCallback((found: MapPoint) => {
    // The location came before the map was drawn: the map starts there.
    firstPoint.current = { ...found, zoom: defaultMapPoint.zoom };
    setMoved(found);
    map.current?.moveTo(found);
  }, []);
  return {
    setFrame,
    point: moved ?? start,
    isMoved: moved !== null,
    isBlank: tilesCame === false,
    ...useGeolocation(moveTo),
  };
}
