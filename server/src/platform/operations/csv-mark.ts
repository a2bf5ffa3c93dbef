/** The byte order mark at the start of every CSV (lists, commands, import errors), by which a spreadsheet recognizes UTF-8. */
export const csvMark = '\uFEFF';
