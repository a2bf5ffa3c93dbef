import { defaultMapPoint, type MapPoint } from '@ceiba/domain/locations/location';
import type { MapView } from '@ceiba/domain/locations/map-centre';
import leaflet from 'leaflet';
import { drawGround, pin } from './map-ground.ts';

/** Pixels by which one press of an arrow key moves the marker. */
const keyStep = 16;

export interface PointMap {
  moveTo: (point: MapPoint) => void;
  remove: () => void;
}

const steps: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
};

/**
 * Draws a map with one marker, which is dragged, placed by a tap, or moved by arrow keys. Works without tiles on a plain background. `label`: the
 * marker's name, in Spanish.
 */
export function drawPointMap(
  frame: HTMLElement,
  { start, tiles, label }: { start: MapView; tiles?: string | undefined; label: string },
  { onMove, onTile }: { onMove: (point: MapPoint) => void; onTile?: (hasCome: boolean) => void },
): PointMap {
  const at = leaflet.latLng(start.latitude, start.longitude);
  const { map, remove } = drawGround(frame, tiles, onTile && { onTile });
  map.setView(at, start.zoom);
  const icon = leaflet.divIcon({ html: pin, className: 'map-pin', iconSize: [40, 51], iconAnchor: [20, 50] });
  const marker = leaflet.marker(at, { icon, draggable: true, alt: label }).addTo(map);
  const put = (point: leaflet.LatLng) => {
    marker.setLatLng(point);
    onMove({ latitude: point.lat, longitude: point.lng });
  };
  marker.on('dragend', () => put(marker.getLatLng()));
  map.on('click', ({ latlng }) => put(latlng));
  const element = marker.getElement();
  element?.setAttribute('aria-label', `${label}: muévelo con las flechas`);
  element?.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const moved = map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add(step));
    put(moved);
    map.panInside(moved, { padding: [48, 48] });
  });
  return {
    moveTo: (point) => {
      const target = leaflet.latLng(point.latitude, point.longitude);
      map.setView(target, defaultMapPoint.zoom);
      put(target);
    },
    remove,
  };
}
