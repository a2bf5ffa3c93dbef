/** SQLSTATE of a server that stops, starts, is full, was cut off or has cut us off (25P03: idle in a transaction), and what the system says of a broken connection. */
const awayCode =
  /^(?:57P0[1-5]|25P03|08\w{3}|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's own errors, which carry no code. */
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable/;

/** SQLSTATE of a statement that took longer than it may, or waited that long for a lock. */
export const isOverTime = ({ code }: { code?: string }): boolean => code === '57014' || code === '55P03';

/** Connection lost or refused by a database that is restarting: not a defect, and over in a moment. */
export const isDatabaseAway = (error: { code?: string; message?: string }): boolean =>
  awayCode.test(error.code ?? '') || awayMessage.test(error.message ?? '');
