/**
 * SQLSTATE of a server that stops, starts, has no disk, memory or connection left (class 53), reads only (25006: a standby that is not
 * promoted yet), was cut off or has cut us off (25P03: idle in a transaction), and what the system says of a broken connection.
 */
const awayCode =
  /^(?:57P0[1-5]|25006|25P03|08\w{3}|53\d{3}|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's own errors, which carry no code. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable/;

/** SQLSTATE of a statement that took longer than it may, or waited that long for a lock. */
export const isOverTime = ({ code }: { code?: string }): boolean => code === '57014' || code === '55P03';

/** The database cannot do what it does at other times: not a defect of the statement, and over without a change of ours. */
export const isDatabaseAway = (error: { code?: string; message?: string }): boolean =>
  awayCode.test(error.code ?? '') || awayMessage.test(error.message ?? '');
