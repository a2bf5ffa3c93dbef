import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Refusal } from '../platform/http/route.ts';
import type { ImportedPicture } from './import-picture.ts';
import type { PictureRecipe } from './picture-recipe.ts';
import { takePicture } from './take-picture.ts';

const invalid = (text: string) =>
  refuse({ code: 'PICTURE_INVALID' as const, message: text, metadata: { fields: { pictures: text } } });

/** Messages for a file that the shop does not accept as a picture. */
const texts = {
  heic: 'Es una foto HEIC. Guárdala como JPG y súbela de nuevo; en un iPhone: Ajustes, Cámara, Formatos, «Más compatible».',
  type: 'No es una foto JPG, PNG ni WebP. Guárdala como una de ellas y súbela de nuevo.',
  unreadable: 'La foto está dañada o es demasiado grande. Ábrela en tu equipo, guárdala de nuevo como JPG y súbela.',
} as const;

/**
 * Stores the picture of a form in all its sizes, or returns a message with advice for the person (PROD-06). No page
 * shows the picture before its row is written. `leastSide`: minimum pixels of the shorter side. `client`: the sender,
 * whose pictures are processed one after the other.
 */
export async function storeSentPicture(
  file: File | undefined,
  mediaDir: string,
  { recipe, leastSide, client }: { recipe: PictureRecipe; leastSide: number; client: string },
): Promise<Result<ImportedPicture, Refusal<'PICTURE_INVALID'>>> {
  if (file === undefined) return invalid('Elige una foto.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const taken = await takePicture(mediaDir, bytes, { recipe, leastSide, client });
  if (!('fault' in taken)) return ok(taken);
  return invalid(
    taken.fault === 'small' ? `Mide menos de ${leastSide} píxeles de lado: sube una más grande.` : texts[taken.fault],
  );
}
