import type { ImportedPicture } from './import-picture.ts';
import { pictureGate } from './picture-gate.ts';
import { openPictureLane, type RefusedPicture } from './picture-lane.ts';
import type { PictureRecipe } from './picture-recipe.ts';
import { isHeic, isSentType } from './picture-types.ts';

/** The reason why a sent file is not accepted as a picture. */
type PictureFault = 'heic' | 'type' | 'small' | 'unreadable';

const types = ['jpeg', 'png', 'webp'] as const;

const isSmall = (answer: ImportedPicture | RefusedPicture): boolean =>
  'error' in answer && answer.error.includes('TooSmall');

/**
 * Stores a sent picture, in the sizes of a recipe. Its first bytes decide its type. A separate process opens it, and ends afterwards
 * (record 0022). `leastSide`: minimum pixels of the shorter side. `client`: the sender, whose pictures are processed one after the other.
 * @throws Overloaded if the picture waited too long
 */
export async function takePicture(
  mediaDir: string,
  bytes: Uint8Array,
  { recipe, leastSide, client }: { recipe: PictureRecipe; leastSide: number; client: string },
): Promise<ImportedPicture | { fault: PictureFault }> {
  if (isHeic(bytes)) return { fault: 'heic' };
  if (!types.some((type) => isSentType(type, bytes))) return { fault: 'type' };
  return pictureGate.run(client, async () => {
    const lane = openPictureLane(mediaDir);
    try {
      const answer = await lane.try(bytes, recipe, leastSide);
      if (!('error' in answer)) return answer;
      return { fault: isSmall(answer) ? 'small' : 'unreadable' };
    } finally {
      lane.close();
    }
  });
}
