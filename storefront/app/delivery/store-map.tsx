import { useEffect, useRef, useState } from 'react';
import { useMapTiles } from '../policies/shop-policy.ts';
import { drawStoreMarkers, type ShownStores, type StoreMarkers } from './store-markers.ts';

/** The stores of the list on a map (DEL-25): a second way to choose, which needs no tile to arrive. */
export default function StoreMap({ onChoose, ...shown }: ShownStores & { onChoose: (storeCode: string) => void }) {
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
      <div ref={setFrame} className="size-full" />
    </fieldset>
  );
}
