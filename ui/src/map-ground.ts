import leaflet from 'leaflet';
import 'leaflet/dist/leaflet.css';
import './map-ground.css';

/** The tile server if the shop names no tile server (DEC-46). */
const openStreetMap = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/**
 * Draws a map without view and markers, the same in every drawer. Without tiles the background stays plain. `tiles`:
 * template of their address, undefined for OpenStreetMap. `onTile` is called for each tile. Its argument is true if the
 * tile has loaded.
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
  // The drawer slides in, so the frame gets its size only afterwards.
  const resized = new ResizeObserver(() => map.invalidateSize());
  resized.observe(frame);
  const remove = () => {
    resized.disconnect();
    map.remove();
  };
  return { map, remove };
}

/** The drop shape of a marker, 34 by 43. The marker's class sets colour and size. */
export const pin =
  '<svg viewBox="0 0 34 43" aria-hidden="true"><path d="M17 42C17 42 32 27 32 16A15 15 0 0 0 2 16C2 27 17 42 17 42z" fill="currentColor" stroke="#fff" stroke-width="2.5"/><circle cx="17" cy="16" r="5.5" fill="#fff"/></svg>';
