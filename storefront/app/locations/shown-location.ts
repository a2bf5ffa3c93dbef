import type { ChosenLocation } from './location-store.ts';

/** "Guatemala, Zona 10". */
export const shownLocation = ({ userCity, zone }: ChosenLocation): string =>
  zone === undefined ? userCity : `${userCity}, ${zone}`;
