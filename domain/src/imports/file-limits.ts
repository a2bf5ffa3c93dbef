/** Bytes of a file of rows, at most (BULK-02). */
export const largestFile = 50 * 1024 * 1024;

/** Bytes of a ZIP of pictures, at most. */
export const largestZip = 200 * 1024 * 1024;

/** Bytes of the unpacked pictures, at most. Pictures hardly shrink when they are packed. */
export const largestUnpackedZip = 400 * 1024 * 1024;

/** Pictures in a ZIP, at most. The data about each picture takes memory until all have been read. */
export const maxPicturesOfZip = 20_000;

/** Bytes of one picture, at most. */
export const largestPicture = 20 * 1024 * 1024;

/** Rows of an uploaded file including blank ones, at most (BULK-02). */
export const maxRows = 200_000;

/** Rows of a file that a command reads, at most. Stock of 20,000 products in 15 stores is 300,000 rows. */
export const maxRowsOfCommand = 1_000_000;

/** Headings of a spreadsheet, at most: it is in memory as a whole. No kind has nearly as many columns. */
export const maxHeadings = 100;

/** Headings of a CSV, at most: exports of other systems have a column for each attribute and picture. */
export const maxHeadingsOfCsv = 400;

/**
 * Characters of a row, ten times the length of its longest column. Without this limit an unclosed quote would turn the whole file
 * into one row.
 */
export const largestRow = 200_000;

/** The message about a file that is too large. */
export const tooLargeText = (bytes: number): string =>
  `El archivo pesa más de ${Math.floor(bytes / (1024 * 1024))} MB: divídelo.`;

export const tooManyRowsText = (most: number): string => `El archivo tiene más de ${most} filas: divídelo.`;

export const tooManyHeadingsText = (most: number): string =>
  `El archivo tiene más de ${most} columnas: deja solo las que se importan.`;

export const tooLongRowText = (row: number): string => `La fila ${row} tiene más de ${largestRow} letras.`;

/** Limits of a spreadsheet, which is in memory as a whole. */
export const sheetLimits = {
  /** Bytes, packed and unpacked: a few packed MB may hold gigabytes. */
  packed: 20 * 1024 * 1024,
  unpacked: 100 * 1024 * 1024,
  /** Rows below the headings. */
  rows: 20_000,
  /** Cells with a value; each takes about 150 bytes of memory. */
  cells: 800_000,
} as const;
