import { offeredDepartments } from '@ceiba/domain/locations/location';

/** The departments the shop delivers to, as the options of a select. */
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

/** Names that stand for themselves, also where a browser has translated the page: the value is the name. `none`: what nothing chosen reads. */
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

/** The address of a delivery; the department is chosen first. */
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
