import leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import './map-ground.css';

/** DEC-46: where the shop names no tile server of its own. */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/**
 * A map without a view and without markers, the same in every drawer; where no tile comes, its ground stays plain. `tiles`:
 * template of their address, undefined for OpenStreetMap's. `onTile` hears of each whether it came.
 */
export function drawGround(
  frame: HTMLElement,
  tiles = openStreetMap,
  { hasZoomControl = true, onTile }: { hasZoomControl?: boolean; onTile?: (hasCome: boolean) => void } = {},
): { map: leaflet.Map; remove: () => void } {
  const map = leaflet.map(frame, { keyboard: false, zoomControl: false });
  if (hasZoomControl)
    leaflet.control.zoom({ zoomInTitle: 'Acercar el mapa', zoomOutTitle: 'Alejar el mapa' }).addTo(map);
  map.attributionControl.setPrefix(false);
  leaflet
    .tileLayer(tiles, { maxZoom: 19, attribution: '© OpenStreetMap' })
    .on('tileload', () => onTile?.(true))
    .on('tileerror', () => onTile?.(false))
    .addTo(map);
  // The drawer slides in: the frame has its size only afterwards.
  const resized = new ResizeObserver(() => map.invalidateSize());
  resized.observe(frame);
  const remove = () => {
    resized.disconnect();
    map.remove();
  };
  return { map, remove };
}

/** The drop of a marker, 34 by 43; its colour and size are those of the marker's class. */
export const pin =
  '<svg viewBox="0 0 34 43" aria-hidden="true"><path d="M17 42C17 42 32 27 32 16A15 15 0 0 0 2 16C2 27 17 42 17 42z" fill="currentColor" stroke="#fff" stroke-width="2.5"/><circle cx="17" cy="16" r="5.5" fill="#fff"/></svg>';
