import type { PickupStore } from '@ceiba/contract/delivery';
import { defaultMapPoint, type MapPoint } from '@ceiba/domain/locations/location';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { drawGround, pin } from '@ceiba/ui/map-ground';
import leaflet from 'leaflet';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMapTiles } from '../policies/shop-policy.ts';
import { MapPlace } from './map-place.tsx';

/** Stores in the first view, the nearest ones: with all stores of the country, the stores of the capital would overlap. */
const seenAtFirst = 4;

/** Pixels between a marker and the frame's edge. */
const margin: [number, number] = [48, 64];

export interface ShownStores {
  /** In the order of the list: nearest first. */
  stores: readonly PickupStore[];
  chosenCode: string | null;
  /** The shopper's location or the order's address. Null while unknown. */
  place: MapPoint | null;
  /** True if the stores are search results: all of them are in view. */
  isSearched: boolean;
}

export interface StoreMarkers {
  show: (shown: ShownStores) => void;
  /** Zooms in by this many steps, or out if the number is negative. */
  zoom: (steps: number) => void;
  remove: () => void;
}

const at = ({ latitude, longitude }: MapPoint) => leaflet.latLng(latitude, longitude);

/**
 * Draws a map with a button as marker for each store. The markers are one tab stop: arrows move between them in the order of the list, Enter and the
 * space bar choose.
 */
function drawStoreMarkers(
  frame: HTMLElement,
  tiles: string | undefined,
  onChoose: (storeCode: string) => void,
): StoreMarkers {
  const ground = drawGround(frame, tiles, { hasZoomControl: false });
  const { map } = ground;
  // The wheel and a single finger scroll the drawer; two fingers move the map.
  map.scrollWheelZoom.disable();
  if (matchMedia('(pointer: coarse)').matches) map.dragging.disable();
  map.setView(at(defaultMapPoint), 12);
  const layer = leaflet.layerGroup().addTo(map);
  let drawn = new Map<string, { marker: leaflet.Marker; element: HTMLElement }>();
  let view = '';

  const drawAll = ({ stores, place }: ShownStores) => {
    layer.clearLayers();
    drawn = new Map();
    if (place !== null) {
      const icon = leaflet.divIcon({ className: 'map-here', iconSize: [18, 18] });
      leaflet.marker(at(place), { icon, interactive: false, keyboard: false, alt: '' }).addTo(layer);
    }
    for (const store of stores) {
      const icon = leaflet.divIcon({ html: pin, className: 'map-store', iconSize: [46, 52], iconAnchor: [23, 51] });
      const marker = leaflet.marker(at(store), { icon, title: store.name, keyboard: false }).addTo(layer);
      const element = marker.getElement();
      if (element === undefined) continue;
      element.setAttribute('role', 'button');
      element.setAttribute('aria-label', store.name);
      drawn.set(store.storeCode, { marker, element });
      marker.on('click', () => onChoose(store.storeCode));
      // Only for keyboard focus, because a map that moves during a click loses the click.
      element.addEventListener(
        'focus',
        () => element.matches(':focus-visible') && map.panInside(at(store), { padding: margin }),
      );
      element.addEventListener('keydown', (event) => followKey(event, element, store.storeCode));
    }
  };

  const followKey = (event: KeyboardEvent, element: HTMLElement, storeCode: string) => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (step === 0) return onChoose(storeCode);
    const all = [...drawn.values()].map((one) => one.element);
    const next = all[(all.indexOf(element) + step + all.length) % all.length];
    for (const other of all) other.tabIndex = other === next ? 0 : -1;
    next?.focus();
  };

  const fit = ({ stores, chosenCode, place, isSearched }: ShownStores) => {
    const shownFirst = isSearched ? stores : stores.slice(0, seenAtFirst);
    const chosen = stores.filter((store) => store.storeCode === chosenCode);
    const points = [...shownFirst, ...chosen, ...(place === null ? [] : [place])].map(at);
    if (points.length > 0)
      map.fitBounds(leaflet.latLngBounds(points), { padding: margin, maxZoom: 15, animate: false });
  };

  return {
    show: (shown) => {
      const { stores, place, chosenCode } = shown;
      const next = JSON.stringify([place, stores.map(({ storeCode }) => storeCode)]);
      const isNew = next !== view;
      view = next;
      if (isNew) drawAll(shown);
      const reachable = stores.some(({ storeCode }) => storeCode === chosenCode) ? chosenCode : stores[0]?.storeCode;
      for (const [storeCode, { marker, element }] of drawn) {
        const isChosen = storeCode === chosenCode;
        element.setAttribute('aria-pressed', String(isChosen));
        // The chosen marker is above its neighbours and shows its label.
        marker.setZIndexOffset(isChosen ? 1000 : 0);
        element.tabIndex = storeCode === reachable ? 0 : -1;
      }
      const chosen = stores.find(({ storeCode }) => storeCode === chosenCode);
      if (isNew) fit(shown);
      else if (chosen !== undefined) map.panInside(at(chosen), { padding: margin });
    },
    zoom: (steps) => {
      map.setZoom(map.getZoom() + steps);
    },
    remove: ground.remove,
  };
}

/** The effect of each key: 0 chooses, other numbers move by as many stores. */
const keySteps: Record<string, number> = {
  Enter: 0,
  ' ': 0,
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** The stores of the list on a map (DEL-25): a second way to choose, which also works without tiles. */
export default function StoreMap({
  onChoose,
  aside,
  ...shown
}: ShownStores & {
  onChoose: (storeCode: string) => void;
  /** Shown beside the map's own controls. */
  aside: ReactNode;
}) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const tiles = useMapTiles();
  const markers = useRef<StoreMarkers | null>(null);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  }, [onChoose]);
  useEffect(() => {
    if (frame === null) return;
    const drawn = drawStoreMarkers(frame, tiles, (storeCode) => choose.current(storeCode));
    markers.current = drawn;
    return () => {
      markers.current = null;
      drawn.remove();
    };
  }, [frame, tiles]);
  // Runs after every render; the map itself detects changes. `frame` is set once the markers can be shown.
  useEffect(() => {
    if (frame !== null) markers.current?.show(shown);
  });
  return (
    <fieldset className="contents">
      <legend className="sr-only">Tiendas en el mapa</legend>
      <MapPlace ref={setFrame}>
        <IconButton raised label="Alejar el mapa" onClick={() => markers.current?.zoom(-1)}>
          <Icon name="minus" />
        </IconButton>
        <IconButton raised label="Acercar el mapa" onClick={() => markers.current?.zoom(1)}>
          <Icon name="plus" />
        </IconButton>
        {aside}
      </MapPlace>
    </fieldset>
  );
}
