import { lazy, Suspense, useState } from 'react';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityPlace } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';

const PointMap = lazy(() => import('./point-map.tsx'));

const isDegrees = (value: number | undefined): value is number => Number.isFinite(value);

const degrees = (text: string | undefined): number => Number((text ?? '').trim().replace(',', '.') || Number.NaN);

/**
 * The point of a store on a map (PROD-28). A click, a dragged marker or the arrow keys fill latitude and longitude; both stay fields of the form. The
 * map loads after a press on its button.
 */
export const PointCard: NonNullable<EntityPlace['preview']> = ({ form, row }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [latitude, longitude] = form.watch(['latitude', 'longitude']).map(degrees);
  // Undefined while a number is being typed.
  const point = isDegrees(latitude) && isDegrees(longitude) ? { latitude, longitude } : undefined;
  const put = ([name, value]: readonly [name: string, value: number]): void =>
    form.setValue(name, value.toFixed(6), { shouldDirty: true, shouldValidate: true });
  return (
    <Card title="En el mapa">
      {isOpen ? (
        <Suspense fallback={<p className="text-ink-muted">Abriendo el mapa…</p>}>
          <PointMap
            point={point}
            onMove={(moved) => {
              put(['latitude', moved.latitude]);
              put(['longitude', moved.longitude]);
            }}
          />
        </Suspense>
      ) : (
        <span className="flex flex-wrap items-center gap-3">
          <Button icon="map-pin" onClick={() => setIsOpen(true)}>
            Marcar en el mapa
          </Button>
          <span className="text-ink-muted">Un clic escribe la latitud y la longitud.</span>
        </span>
      )}
      {row && (
        <a
          className="link"
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${String(row['latitude'])},${String(row['longitude'])}`)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Ver el punto guardado en Google Maps
        </a>
      )}
    </Card>
  );
};
