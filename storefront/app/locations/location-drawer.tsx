import { withQueries } from '@ceiba/client/query-provider';
import { cityOptions, type Department, offeredDepartments, zoneOptions } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { SelectField } from '@ceiba/ui/field';
import { Skeleton } from '@ceiba/ui/loading';
import { type FormEvent, useState } from 'react';
import { showToast } from '../alerts/notices.ts';
import { DepartmentsFailed } from './departments-failed.tsx';
import {
  type ChosenLocation,
  closeLocationDrawer,
  defaultLocation,
  setLocation,
  useLocationStore,
} from './location-store.ts';
import { useDepartments } from './use-departments.ts';

const formId = 'location-form';

/** Department, municipality and zone for the availability cards (MAP-04, DEC-25). */
export default withQueries(function LocationDrawer({ open }: { open: boolean }) {
  const departments = useDepartments();
  return (
    <Drawer
      open={open}
      onClose={closeLocationDrawer}
      title="Ajusta tu ubicación"
      footer={
        <Button type="submit" form={formId} block disabled={departments.list.length === 0}>
          Guardar ubicación
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-soft">Te mostramos las fechas de entrega y las tiendas de tu zona.</p>
        {departments.list.length > 0 && <LocationForm departments={offeredDepartments(departments.list)} />}
        {departments.isLoading && <FormSkeleton />}
        {departments.isFailed && <DepartmentsFailed reload={departments.reload} />}
      </div>
    </Drawer>
  );
});

function LocationForm({ departments }: { departments: readonly Department[] }) {
  const stored = useLocationStore((state) => state.location);
  const [choice, setChoice] = useState<ChosenLocation>(stored ?? defaultLocation);
  const [isCityMissing, setCityMissing] = useState(false);
  const cities = cityOptions(departments, choice.userRegion);
  const zones = zoneOptions(departments, choice.userRegion, choice.userCity);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice.userCity === '') setCityMissing(true);
    else {
      setLocation(choice);
      showToast('Ubicación guardada');
    }
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="grid gap-4">
      <SelectField
        label="Departamento"
        name="region"
        required
        value={choice.userRegion}
        onChange={(event) => setChoice({ userRegion: Number(event.currentTarget.value), userCity: '' })}
      >
        {departments.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Municipio"
        name="city"
        required
        value={choice.userCity}
        error={isCityMissing && choice.userCity === '' ? 'Elige tu municipio' : undefined}
        onChange={(event) => setChoice({ userRegion: choice.userRegion, userCity: event.currentTarget.value })}
      >
        <option value="" disabled>
          Elige un municipio
        </option>
        {cities.map((city) => (
          <option key={city} value={city}>
            {city}
          </option>
        ))}
      </SelectField>
      {zones.length > 0 && (
        <SelectField
          label="Zona"
          name="zone"
          value={choice.zone ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { zone: _, ...place } = choice;
            setChoice(value === '' ? place : { ...place, zone: value });
          }}
        >
          <option value="">Todas las zonas</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
      )}
    </form>
  );
}

function FormSkeleton() {
  return (
    <div className="grid gap-4" role="status" aria-label="Cargando">
      <Skeleton className="h-[74px]" />
      <Skeleton className="h-[74px]" />
    </div>
  );
}
