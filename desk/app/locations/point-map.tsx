import { defaultMapPoint, type MapPoint } from '@ceiba/domain/locations/location';
import { type PointMap as DrawnMap, drawPointMap } from '@ceiba/ui/point-map';
import { useEffect, useRef, useState } from 'react';
import { shopOfDesk } from '../platform/shop.ts';

/** Shows the streets around a store. */
const zoom = 16;

/** A map with the store's marker. `point`: the marker's position, which typed numbers change. If it is undefined, the marker does not move. */
export default function PointMap({
  point,
  onMove,
}: {
  point: MapPoint | undefined;
  onMove: (point: MapPoint) => void;
}) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const map = useRef<DrawnMap | null>(null);
  const move = useRef(onMove);
  // The point that the map shows. Only a point from elsewhere moves the map.
  const shown = useRef<MapPoint>(point ?? defaultMapPoint);
  // True while typed numbers move the marker. The map must then not rewrite the typed numbers.
  const isFollowing = useRef(false);
  useEffect(() => {
    move.current = onMove;
  }, [onMove]);
  useEffect(() => {
    if (frame === null) return;
    const tiles = shopOfDesk().mapTiles ?? undefined;
    const onMoved = (moved: MapPoint): void => {
      if (isFollowing.current) return;
      shown.current = { latitude: Number(moved.latitude.toFixed(6)), longitude: Number(moved.longitude.toFixed(6)) };
      move.current(moved);
    };
    const drawn = drawPointMap(
      frame,
      { start: { ...shown.current, zoom }, tiles, label: 'Marcador de la tienda' },
      { onMove: onMoved },
    );
    map.current = drawn;
    return () => {
      map.current = null;
      drawn.remove();
    };
  }, [frame]);
  const { latitude, longitude } = point ?? {};
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    if (latitude === shown.current.latitude && longitude === shown.current.longitude) return;
    shown.current = { latitude, longitude };
    isFollowing.current = true;
    map.current?.moveTo({ latitude, longitude });
    isFollowing.current = false;
  }, [latitude, longitude]);
  return (
    <div className="stack gap-2">
      <div
        ref={setFrame}
        className="isolate h-80 overflow-hidden rounded-sm bg-[#eef0e8] inset-ring inset-ring-border"
      />
      <p className="text-xs text-ink-muted">
        Haz clic donde está la tienda, o arrastra el marcador. Con el teclado: las flechas lo mueven.
      </p>
    </div>
  );
}
