/** A department of Guatemala (DEL-14). */
export interface Department {
  /** Region id, 485 to 506 (DEC-87). */
  value: number;
  title: string;
  /** Only municipalities with zones have `zonas` (DEC-88). */
  municipios: readonly { nombre: string; zonas?: readonly string[] | undefined }[];
}

/** The title of an unknown department (APP-28). */
export const unknownDepartmentText = 'Departamento Desconocido';

export const departmentTitle = (departments: readonly Department[], regionId: number): string =>
  departments.find((department) => department.value === regionId)?.title ?? unknownDepartmentText;

/** Returns the departments with municipalities. Only these are offered (DEL-13). */
export const offeredDepartments = (departments: readonly Department[]): Department[] =>
  departments.filter((department) => department.municipios.length > 0);

/** Returns the municipalities of a department. Empty while no department is chosen (DEL-13). */
export const cityOptions = (departments: readonly Department[], regionId: number | null): string[] =>
  departments.find((department) => department.value === regionId)?.municipios.map(({ nombre }) => nombre) ?? [];

/** Returns the zones of a municipality. Empty without zones, or while no municipality is chosen (DEC-88). */
export const zoneOptions = (
  departments: readonly Department[],
  regionId: number | null,
  city: string,
): readonly string[] => {
  const department = departments.find(({ value }) => value === regionId);
  return department?.municipios.find(({ nombre }) => nombre === city)?.zonas ?? [];
};

/** The centre of the map while no place is chosen: Guatemala City (MAP-02, DEC-46). */
export const defaultMapPoint = { latitude: 14.6349, longitude: -90.5069, zoom: 18 } as const;

/** Degrees, WGS 84. */
export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** Returns the kilometres between two points on the globe. Stores are sorted by this distance, the nearest first (DEC-100). */
export function distanceKm(from: MapPoint, to: MapPoint): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const height = radians(to.latitude - from.latitude);
  const width = radians(to.longitude - from.longitude);
  const chord =
    Math.sin(height / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(width / 2) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The label of the button that opens the map in the delivery step (DEC-193). */
export const mapButtonText = 'Ajustar en el mapa';

/** Returns the label of the link that opens the location drawer (CAT-20, DEC-25, DEC-193). */
export const locationLinkText = (hasLocation: boolean): string =>
  hasLocation ? 'Cambiar ubicación' : 'Ajusta tu ubicación';
