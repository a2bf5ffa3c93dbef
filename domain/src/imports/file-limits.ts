/** Bytes of a file of rows, at most (BULK-02). */
export const largestFile = 50 * 1024 * 1024;

/** Bytes of a ZIP of pictures. */
export const largestZip = 200 * 1024 * 1024;

/** Bytes of its unpacked pictures, which are hardly larger than packed ones. */
export const largestUnpackedZip = 400 * 1024 * 1024;

/** Pictures of a ZIP: what each of them is takes memory until all have been read. */
export const mostPicturesOfZip = 20_000;

/** Bytes of one. */
export const largestPicture = 20 * 1024 * 1024;

/** Rows of a file that is uploaded (BULK-02), blank ones with them. */
export const mostRows = 200_000;

/** Rows of a file that a command reads: stock of 20,000 products in 15 stores is 300,000. */
export const mostRowsOfCommand = 1_000_000;

/** Headings of a spreadsheet, which is in memory whole: several times as many as any kind has columns. */
export const mostHeadings = 100;

/** Headings of a CSV: exports of other systems have a column for each attribute and picture. */
export const mostHeadingsOfCsv = 400;

/** Characters of a row, ten times what its longest column takes: quotes that do not close would make one of the whole file. */
export const largestRow = 200_000;

/** The message about a larger file. */
export const tooLargeText = (bytes: number): string =>
  `El archivo pesa más de ${Math.floor(bytes / (1024 * 1024))} MB: divídelo.`;

export const tooManyRowsText = (most: number): string => `El archivo tiene más de ${most} filas: divídelo.`;

export const tooManyHeadingsText = (most: number): string =>
  `El archivo tiene más de ${most} columnas: deja solo las que se importan.`;

export const tooLongRowText = (row: number): string => `La fila ${row} tiene más de ${largestRow} letras.`;

/** A spreadsheet, which is in memory whole. */
export const sheetLimits = {
  /** Bytes, packed, and of what it unpacks to: a few MB may be gigabytes. */
  packed: 20 * 1024 * 1024,
  unpacked: 100 * 1024 * 1024,
  /** Below the headings. */
  rows: 20_000,
  /** That have something in them: each takes some 150 bytes of memory. */
  cells: 800_000,
} as const;
