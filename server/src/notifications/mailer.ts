import { createTransport } from 'nodemailer';
import { z } from 'zod';

interface OutgoingMail {
  /** A stable ID of the mail, by which a server can recognize a repetition. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Only for mails that are no receipt: the address that accepts the POST of RFC 8058. */
  unsubscribeUrl: string | null;
  attachment?: { name: string; type: string; bytes: Uint8Array } | null;
}

/**
 * Why a mail was not accepted. Its message and fields name what failed, and may be logged. `response` is the mail server's text, which quotes
 * recipients ("550 <ana@correo.gt>: no such user"), for operators who look at that mail.
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

/** Nodemailer's fields of an error: its code, the failed command, and the server's status. */
const smtpError = z.object({
  message: z.string(),
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Returns only the command's first word, because `RCPT TO:<ana@correo.gt>` names a person. */
const verbOf = (command: string | undefined): string | undefined => command?.split(/[:<]/, 1)[0];

const notTaken = (error: unknown): MailNotTaken => {
  const known = smtpError.safeParse(error);
  if (!known.success) return new MailNotTaken(['unknown'], String(error));
  const { code, command, responseCode, message } = known.data;
  return new MailNotTaken([code, verbOf(command), responseCode], message);
};

/** Passes mails to a mail server. @throws MailNotTaken if one is not accepted; its job tries again. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, without sending. @throws MailNotTaken if that fails. */
  verify(): Promise<void>;
  close(): void;
  /** True if the outbox is the only place to read mails, so that the text of a secret mail stays there. */
  keepsText?: true;
}

/** The demo shop's mailer. `/demo/correo` shows the outbox, so that each mail has arrived as soon as it is sent. */
export const createDemoMailbox = (): Mailer & { keepsText: true } => ({
  send: async () => {},
  verify: async () => {},
  close: () => {},
  keepsText: true,
});

export interface SmtpMailerOptions {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** "Tienda <ventas@tienda.gt>", or only the address. */
  from: string;
  /** The shop's current name, used as the sender's name if `from` has none. */
  name?: () => string;
}

/** These headers make a mail program show its own unsubscribe button, which posts to the first one's address (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const timeoutMs = 10_000;

/** Returns the sender for the header; nodemailer quotes the name. */
const senderOf = (from: string, name: string): string | { name: string; address: string } =>
  from.includes('<') || name === '' ? from : { name, address: from };

/** Sends over SMTP with a few persistent connections. */
export const createSmtpMailer = ({ url, from, name = () => '' }: SmtpMailerOptions): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  // The sender's domain for the Message-ID: a mail whose Message-ID names another domain looks forged.
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ id, to, subject, html, text, unsubscribeUrl, attachment = null }) => {
      const headers = unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl);
      const files = attachment === null ? [] : [attachment];
      const mail = {
        ...{ from: senderOf(from, name()), to, subject, html, text, headers, messageId: `<${id}@${domain}>` },
        attachments: files.map(({ name: filename, type, bytes }) => ({
          filename,
          contentType: type,
          content: Buffer.from(bytes),
        })),
      };
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
