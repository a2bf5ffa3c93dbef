/** Bytes of a file of rows, at most (BULK-02). */
export const largestFile = 50 * 1024 * 1024;

/** Of a ZIP of pictures. */
export const largestZip = 200 * 1024 * 1024;

/** What whoever has a larger one is told. */
export const tooLargeText = (bytes: number): string =>
  `El archivo pesa más de ${Math.floor(bytes / (1024 * 1024))} MB: divídelo.`;
