/** What a CSV begins with, so that a spreadsheet knows that it is UTF-8: of the desk's lists, of commands, of errors of an import. */
export const csvMark = '\uFEFF';
