import { homeRegionId } from '../delivery/regions.ts';

/** Latitude and longitude, degrees (WGS 84). */
export type Point = readonly [latitude: number, longitude: number];

/**
 * The main town of each department, by region id. A municipality has the same name. The point is within 1 km of the
 * town's centre.
 */
export const headTowns: Readonly<Record<number, { city: string; point: Point }>> = {
  [homeRegionId]: { city: 'Guatemala', point: [14.6349, -90.5069] },
  486: { city: 'Guastatoya', point: [14.854, -90.069] },
  487: { city: 'Antigua Guatemala', point: [14.557, -90.734] },
  488: { city: 'Chimaltenango', point: [14.662, -90.82] },
  489: { city: 'Escuintla', point: [14.304, -90.786] },
  490: { city: 'Cuilapa', point: [14.278, -90.299] },
  491: { city: 'Sololá', point: [14.772, -91.183] },
  492: { city: 'Totonicapán', point: [14.911, -91.361] },
  493: { city: 'Quetzaltenango', point: [14.844, -91.519] },
  494: { city: 'Mazatenango', point: [14.534, -91.503] },
  495: { city: 'Retalhuleu', point: [14.536, -91.677] },
  496: { city: 'San Marcos', point: [14.965, -91.795] },
  497: { city: 'Huehuetenango', point: [15.319, -91.471] },
  498: { city: 'Santa Cruz del Quiché', point: [15.03, -91.149] },
  499: { city: 'Salamá', point: [15.103, -90.317] },
  500: { city: 'Cobán', point: [15.47, -90.371] },
  501: { city: 'Flores', point: [16.925, -89.892] },
  502: { city: 'Puerto Barrios', point: [15.728, -88.594] },
  503: { city: 'Zacapa', point: [14.972, -89.53] },
  504: { city: 'Chiquimula', point: [14.798, -89.545] },
  505: { city: 'Jalapa', point: [14.633, -89.989] },
  506: { city: 'Jutiapa', point: [14.291, -89.896] },
};
