import { z } from 'zod';

/** What the web process asks of the picture process. */
export const pictureRequest = z.object({ id: z.int(), source: z.string(), widths: z.array(z.int()) });

/** What the picture process answers: the stored picture, or why it could not be made. */
export const pictureAnswer = z.union([
  z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  z.object({ id: z.int(), error: z.string() }),
]);
