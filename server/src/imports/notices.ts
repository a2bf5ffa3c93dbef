/**
 * A finding of a check that is not an error. Only twins prevent a file from being applied, until the command accepts
 * them.
 */
export interface Notice {
  code:
    | 'SYSTEM'
    | 'OTHER_KIND'
    | 'NO_PLACE'
    | 'IGNORED'
    | 'ROWS_LEFT_OUT'
    | 'MATCHED'
    | 'TITLE_ROW'
    | 'HIDDEN_ROWS'
    | 'OTHER_SHEETS'
    | 'DAY_ENDS'
    | 'OTHER_FILES'
    | 'TWINS'
    | 'DOUBTED_OFFERS';
  /** In Spanish. */
  text: string;
  /** The first rows of the file that the notice is about. */
  rows: readonly number[];
}

/** Maximum number of rows and names in one notice. */
export const maxInNotice = 20;

/** Lists names in a text: `«A», «B» y 3 más`. */
export const namesText = (names: readonly string[]): string => {
  const shown = names.slice(0, maxInNotice).map((name) => `«${name.length > 80 ? `${name.slice(0, 80)}…` : name}»`);
  return names.length > shown.length ? `${shown.join(', ')} y ${names.length - shown.length} más` : shown.join(', ');
};

/** Lists row numbers in a text: `2, 5, 9 y 3 más`. */
export const rowsText = (rows: readonly number[]): string => {
  const shown = rows.slice(0, maxInNotice);
  return rows.length > shown.length ? `${shown.join(', ')} y ${rows.length - shown.length} más` : shown.join(', ');
};
