import { countedText } from '../platform/formats.ts';

/** Says how many of the first steps are not done. */
export const missingText = (missing: number): string =>
  missing === 0 ? 'Todo listo' : countedText(missing, 'paso pendiente', 'pasos pendientes');
