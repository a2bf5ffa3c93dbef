/** Maximum size of a file of rows, in bytes (BULK-02). */
export const largestFile = 50 * 1024 * 1024;

/** Maximum size of a ZIP with pictures, in bytes. */
export const largestZip = 200 * 1024 * 1024;

/** Maximum size of the unpacked pictures, in bytes. Packing hardly reduces the size of pictures. */
export const largestUnpackedZip = 400 * 1024 * 1024;

/** Maximum number of pictures in a ZIP. The data about each picture takes memory until all have been read. */
export const maxPicturesOfZip = 20_000;

/** Maximum size of one picture, in bytes. */
export const largestPicture = 20 * 1024 * 1024;

/** Maximum number of rows in an uploaded file, with blank rows (BULK-02). */
export const maxRows = 200_000;

/** Maximum number of rows in a file for a command. Stock of 20,000 products in 15 stores has 300,000 rows. */
export const maxRowsOfCommand = 1_000_000;

/** Maximum number of headings in a spreadsheet, which is in memory as a whole. No kind has nearly as many columns. */
export const maxHeadings = 100;

/** Maximum number of headings in a CSV. Exports of other systems have a column for each attribute and picture. */
export const maxHeadingsOfCsv = 400;

/**
 * Maximum length of a row in characters, ten times the longest column. Without this limit an unclosed quote would turn
 * the whole file into one row.
 */
export const largestRow = 200_000;

/** Returns the message about a file that is too large. */
export const tooLargeText = (bytes: number): string =>
  `El archivo pesa más de ${Math.floor(bytes / (1024 * 1024))} MB: divídelo.`;

export const tooManyRowsText = (most: number): string => `El archivo tiene más de ${most} filas: divídelo.`;

export const tooManyHeadingsText = (most: number): string =>
  `El archivo tiene más de ${most} columnas: deja solo las que se importan.`;

export const tooLongRowText = (row: number): string => `La fila ${row} tiene más de ${largestRow} letras.`;

/** Limits of a spreadsheet, which is in memory as a whole. */
export const sheetLimits = {
  /** In bytes, packed and unpacked. A few packed MB may contain gigabytes. */
  packed: 20 * 1024 * 1024,
  unpacked: 100 * 1024 * 1024,
  /** Rows below the headings. */
  rows: 20_000,
  /** Maximum number of cells with a value. A cell takes about 150 bytes of memory. */
  cells: 800_000,
} as const;
