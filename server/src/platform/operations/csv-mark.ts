/** The byte order mark at the start of every CSV (lists, commands, import errors). It shows spreadsheets that the file is UTF-8. */
export const csvMark = '\uFEFF';
