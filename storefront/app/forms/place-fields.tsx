import { offeredDepartments } from '@ceiba/domain/locations/location';

/** The departments of the shop's deliveries, as the options of a select. */
export const departmentOptions = (departments: Parameters<typeof offeredDepartments>[0]) => (
  <>
    <option value="">Elige un departamento</option>
    {offeredDepartments(departments).map(({ value, title }) => (
      <option key={value} value={value}>
        {title}
      </option>
    ))}
  </>
);

/** Options whose value is their name, so that a browser's translation of the page does not change it. `none`: the text that shows before a choice. */
export const nameOptions = (none: string, names: readonly string[]) => (
  <>
    <option value="">{none}</option>
    {names.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </>
);

/** The fields of a delivery address. The department is chosen first. */
export const placeFields = {
  address: {
    label: 'Dirección',
    required: true,
    autoComplete: 'street-address',
    kind: 'line',
    placeholder: 'Calle, avenida, número de casa o apartamento',
  },
  department: { label: 'Departamento', required: true },
  city: { label: 'Municipio', required: true },
  name: { required: true, maxLength: 60, kind: 'line', placeholder: 'Casa, oficina…' },
} as const;
