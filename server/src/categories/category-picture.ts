import { setCategoryPicture } from '@ceiba/contract/desk/categories';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { pictureGate } from '../media/picture-gate.ts';
import { productRecipe } from '../media/picture-recipe.ts';
import { tryPictures } from '../media/try-pictures.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database } from '../platform/db/database.ts';
import type { Refusal, Route } from '../platform/http/route.ts';
import { preparedRoute } from '../platform/http/staff-route.ts';
import { listHeldAttributes } from './attributes.store.ts';
import { findCategory, lockCategory, putPicture } from './categories.store.ts';
import { detailOf } from './change-category.ts';

/** Minimum width of a picture in pixels. A narrower picture would be blurred on its tile (PROD-06). */
const leastWidth = 600;

const wrongPicture = (text: string) =>
  refuse<Refusal<'VALIDATION_ERROR'>>({
    code: 'VALIDATION_ERROR',
    message: text,
    metadata: { fields: { pictures: text } },
  });

const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(?:heic|heix|hevc|mif1|msf1)/.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'));

interface StoredPicture {
  key: string;
  width: number;
  height: number;
}

/**
 * Sets the picture of a category. Without a file, removes the picture. A child process decodes the file before anything
 * is written (record 0022).
 */
export const categoryPictureRoute = ({ db, mediaDir }: { db: Database; mediaDir: string }): Route => {
  const stored = async (
    file: File | undefined,
    client: string,
  ): Promise<Result<StoredPicture | null, Refusal<'VALIDATION_ERROR'>>> => {
    if (file === undefined) return ok(null);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isHeic(bytes))
      return wrongPicture(
        'El archivo es HEIC. En el iPhone elige Ajustes › Cámara › Formatos › «Más compatible», o envíalo como JPEG.',
      );
    const [made] = await pictureGate.run(client, () =>
      tryPictures(mediaDir, [{ draw: () => Promise.resolve(bytes), recipe: productRecipe }]),
    );
    if (made === undefined || 'error' in made)
      return wrongPicture('El archivo no es una imagen JPEG, PNG o WebP completa.');
    return made.width < leastWidth
      ? wrongPicture(`La imagen tiene ${made.width} píxeles de ancho: necesita ${leastWidth} por lo menos.`)
      : ok(made);
  };
  return preparedRoute(
    setCategoryPicture,
    db,
    async ({ params: { id }, body: { pictures } }, { client }) => {
      if ((await findCategory(db.write, id)) === undefined) return refuse({ code: 'NOT_FOUND' });
      return stored(pictures[0], client);
    },
    async ({ tx, params: { id }, query: { version }, prepared }) => {
      const before = await lockCategory(tx, id);
      if (before === undefined) return refuse({ code: 'NOT_FOUND' });
      if (before.version !== version) {
        const current = detailOf(before, await listHeldAttributes(tx, before.id));
        return refuse(
          await versionConflict(tx, { entity: 'categories', entityId: id, current, conflicts: ['picture'] }),
        );
      }
      await putPicture(tx, before.id, prepared);
      const row = await findCategory(tx, id);
      if (row === undefined) throw new Error(`category ${id} vanished`);
      const change = {
        entity: 'categories',
        entityId: id,
        before: { picture: before.pictureKey },
        after: { picture: row.pictureKey },
      };
      const data = detailOf(row, await listHeldAttributes(tx, row.id));
      return ok({ answer: { status: 200, data }, change: before.pictureKey === row.pictureKey ? null : change });
    },
  );
};
