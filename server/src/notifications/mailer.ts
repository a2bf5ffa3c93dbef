import { createTransport } from 'nodemailer';
import { z } from 'zod';

interface OutgoingMail {
  /** Stable name of the mail: a server that sees it twice can tell. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Of mails that are no receipt: takes the post of RFC 8058. */
  unsubscribeUrl: string | null;
}

/**
 * Why a mail was not taken. Its message and fields name what broke and may be logged; `response` is the mail server's own
 * words, which quote recipients ("550 <ana@correo.gt>: no such user"), for operators who look at that mail.
 */
export class MailNotTaken extends Error {
  readonly #response: string;

  constructor(parts: readonly (string | number | undefined)[], response: string) {
    super(`the mail server did not take it (${parts.filter((part) => part !== undefined).join(', ')})`);
    this.#response = response;
  }

  get response(): string {
    return this.#response;
  }
}

/** What nodemailer tells of an error: its own code, the command that failed, and the server's status. */
const smtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** The command's first words: `RCPT TO:<ana@correo.gt>` names somebody, too. */
const verbOf = (command: string | undefined): string | undefined => command?.split(/[:<]/, 1)[0];

const notTaken = (error: unknown): MailNotTaken => {
  const known = smtpError.safeParse(error);
  if (!known.success) return new MailNotTaken(['unknown'], String(error));
  const { code, command, responseCode, message } = known.data;
  return new MailNotTaken([code, verbOf(command), responseCode], message);
};

/** Hands mails to a mail server. @throws MailNotTaken when one is not accepted: the job that sends it tries again. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in; sends nothing. @throws MailNotTaken when that fails. */
  verify(): Promise<void>;
  close(): void;
  /** Its reader has nothing but the outbox: the text of a secret mail stays there. */
  keepsText?: true;
}

/** The demo shop's: `/demo/correo` shows what was written, so that each mail has arrived as soon as it was sent. */
export const createDemoMailbox = (): Mailer & { keepsText: true } => ({
  send: async () => {},
  verify: async () => {},
  close: () => {},
  keepsText: true,
});

export interface SmtpMailerOptions {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** "Tienda <ventas@tienda.gt>", or the address alone. */
  from: string;
  /** Present name of the shop: the sender's name if `from` has none. */
  name?: () => string;
}

/** By these a mail program shows a button of its own, and posts where the first leads (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const timeoutMs = 10_000;

/** The sender as the header wants it: nodemailer quotes the name. */
const senderOf = (from: string, name: string): string | { name: string; address: string } =>
  from.includes('<') || name === '' ? from : { name, address: from };

/** Over SMTP with a few kept connections. */
export const createSmtpMailer = ({ url, from, name = () => '' }: SmtpMailerOptions): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  // A name of the shop's own: a mail whose Message-ID names another domain than its sender's looks forged.
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, html, text, unsubscribeUrl }) => {
      const headers = unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl);
      const mail = { from: senderOf(from, name()), to, subject, html, text, headers, messageId: `<${id}@${domain}>` };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw notTaken(error);
      });
    },
    verify: async () => {
      await transport.verify().catch((error: unknown) => {
        throw notTaken(error);
      });
    },
    close: () => transport.close(),
  };
};
