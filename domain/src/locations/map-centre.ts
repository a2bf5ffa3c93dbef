import { homeRegionId } from '../delivery/regions.ts';
import { headTowns, type Point } from './department-points.ts';
import { defaultMapPoint, type MapPoint } from './location.ts';

/** The first view of the map, wide enough for a shopper to find the street. */
export interface MapView extends MapPoint {
  zoom: number;
}

const zoneZoom = 15;
const cityZoom = 14;
const departmentZoom = 11;

/** The centres of the zones of Guatemala City in degrees (WGS 84), within 1 km. */
const zones: Record<string, Point> = {
  'Zona 1': [14.6407, -90.5133],
  'Zona 2': [14.656, -90.514],
  'Zona 3': [14.633, -90.526],
  'Zona 4': [14.621, -90.517],
  'Zona 5': [14.624, -90.498],
  'Zona 6': [14.66, -90.493],
  'Zona 7': [14.64, -90.548],
  'Zona 8': [14.62, -90.531],
  'Zona 9': [14.606, -90.519],
  'Zona 10': [14.597, -90.507],
  'Zona 11': [14.61, -90.55],
  'Zona 12': [14.586, -90.541],
  'Zona 13': [14.585, -90.525],
  'Zona 14': [14.583, -90.51],
  'Zona 15': [14.605, -90.489],
  'Zona 16': [14.615, -90.47],
  'Zona 17': [14.638, -90.462],
  'Zona 18': [14.666, -90.448],
  'Zona 19': [14.648, -90.565],
  'Zona 21': [14.555, -90.548],
  'Zona 24': [14.609, -90.433],
  'Zona 25': [14.682, -90.413],
};

/** The other municipalities of the department of Guatemala. */
const neighbours: Record<string, Point> = {
  'Santa Catarina Pinula': [14.569, -90.495],
  'San José Pinula': [14.546, -90.411],
  'San José del Golfo': [14.764, -90.375],
  Palencia: [14.667, -90.358],
  Chinautla: [14.704, -90.5],
  'San Pedro Ayampuc': [14.786, -90.451],
  Mixco: [14.633, -90.606],
  'San Pedro Sacatepéquez': [14.686, -90.641],
  'San Juan Sacatepéquez': [14.718, -90.644],
  'San Raymundo': [14.766, -90.595],
  Chuarrancho: [14.819, -90.51],
  Fraijanes: [14.464, -90.441],
  Amatitlán: [14.479, -90.617],
  'Villa Nueva': [14.527, -90.588],
  'Villa Canales': [14.482, -90.532],
  'San Miguel Petapa': [14.502, -90.557],
};

const viewOf = ([latitude, longitude]: Point, zoom: number): MapView => ({ latitude, longitude, zoom });

/**
 * Returns the first view of the map for a chosen place: its zone or municipality if this file has it. Otherwise the
 * department's main town, zoomed out so that the surroundings show. Without a chosen place, the default point (MAP-02).
 */
export function mapViewOf(place: { region: number; city: string; zone?: string } | null): MapView {
  if (place === null) return defaultMapPoint;
  if (place.region === homeRegionId) {
    const zone = place.city === headTowns[homeRegionId]?.city ? zones[place.zone ?? ''] : undefined;
    if (zone !== undefined) return viewOf(zone, zoneZoom);
    const neighbour = neighbours[place.city];
    return neighbour === undefined ? defaultMapPoint : viewOf(neighbour, cityZoom);
  }
  const head = headTowns[place.region];
  if (head === undefined) return defaultMapPoint;
  return viewOf(head.point, head.city === place.city ? cityZoom : departmentZoom);
}
