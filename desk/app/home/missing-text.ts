import { countedText } from '../platform/formats.ts';

/** How many of the first steps are left. */
export const missingText = (missing: number): string =>
  missing === 0 ? 'Todo listo' : countedText(missing, 'paso pendiente', 'pasos pendientes');
