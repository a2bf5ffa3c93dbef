/** In ms. A backup older than this is overdue: a day for the nightly run, plus two hours (OPS-05 of docs/spec/desk.md). */
export const backupOverdueMs = 26 * 3_600_000;

/** In ms. A backup has to be checked or restored at least this often (OPS-07). */
export const restoreTestOverdueMs = 35 * 24 * 3_600_000;
