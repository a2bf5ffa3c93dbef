import { defaultMapPoint } from '@ceiba/domain/locations/location';
import leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import './point-map.css';

/** DEC-46: where the shop names no tile server of its own. */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** Pixels one press of an arrow key moves the marker. */
const keyStep = 16;

export interface MapPoint {
  latitude: number;
  longitude: number;
}

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

const pin =
  '<svg viewBox="0 0 34 43" aria-hidden="true"><path d="M17 42C17 42 32 27 32 16A15 15 0 0 0 2 16C2 27 17 42 17 42z" fill="#bd1a34" stroke="#fff" stroke-width="2.5"/><circle cx="17" cy="16" r="5.5" fill="#fff"/></svg>';

/** A map with one marker: dragged, put by a tap, or moved by arrow keys. Without tiles it works on its plain ground. */
export function drawMap(
  frame: HTMLElement,
  { start, tiles = openStreetMap }: { start: MapPoint; tiles?: string | undefined },
  onMove: (point: MapPoint) => void,
): PointMap {
  const at = leaflet.latLng(start.latitude, start.longitude);
  const map = leaflet.map(frame, { keyboard: false }).setView(at, defaultMapPoint.zoom);
  map.attributionControl.setPrefix(false);
  leaflet.tileLayer(tiles, { maxZoom: 19, attribution: '© OpenStreetMap' }).addTo(map);
  const icon = leaflet.divIcon({ html: pin, className: 'map-pin', iconSize: [40, 51], iconAnchor: [20, 50] });
  const marker = leaflet.marker(at, { icon, draggable: true, alt: 'Marcador de tu dirección' }).addTo(map);
  const put = (point: leaflet.LatLng) => {
    marker.setLatLng(point);
    onMove({ latitude: point.lat, longitude: point.lng });
  };
  marker.on('dragend', () => put(marker.getLatLng()));
  map.on('click', ({ latlng }) => put(latlng));
  const element = marker.getElement();
  element?.setAttribute('aria-label', 'Marcador de tu dirección: muévelo con las flechas');
  element?.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const moved = map.containerPointToLatLng(map.latLngToContainerPoint(marker.getLatLng()).add(step));
    put(moved);
    map.panInside(moved, { padding: [48, 48] });
  });
  // The drawer slides in: the frame has its size only afterwards.
  const resized = new ResizeObserver(() => map.invalidateSize());
  resized.observe(frame);
  return {
    moveTo: (point) => {
      const target = leaflet.latLng(point.latitude, point.longitude);
      map.setView(target, defaultMapPoint.zoom);
      put(target);
    },
    remove: () => {
      resized.disconnect();
      map.remove();
    },
  };
}
