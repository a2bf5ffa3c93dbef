import { returnImageSide } from '@ceiba/domain/returns/return-window';

/** Smaller ones are sent as they are. Bytes. */
const worthShrinking = 500_000;

/**
 * A telephone's photo at the size that is kept, so that it is sent within seconds; as it was where the browser cannot, or
 * where that would not make it smaller.
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  if (photo.size <= worthShrinking || !('createImageBitmap' in globalThis)) return photo;
  try {
    const bitmap = await createImageBitmap(photo);
    const scale = Math.min(1, returnImageSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85));
    return small !== null && small.size < photo.size ? new File([small], photo.name, { type: 'image/jpeg' }) : photo;
  } catch {
    // What this browser cannot open the server judges.
    return photo;
  }
}
