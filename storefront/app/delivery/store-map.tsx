import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMapTiles } from '../policies/shop-policy.ts';
import { MapPlace } from './map-place.tsx';
import { drawStoreMarkers, type ShownStores, type StoreMarkers } from './store-markers.ts';

/** The stores of the list on a map (DEL-25): a second way to choose, which needs no tile to arrive. */
export default function StoreMap({
  onChoose,
  aside,
  ...shown
}: ShownStores & {
  onChoose: (storeCode: string) => void;
  /** Stands beside the map's own controls. */
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
  // After every drawing: the map itself looks what is new. `frame` stands once the markers can be shown.
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
