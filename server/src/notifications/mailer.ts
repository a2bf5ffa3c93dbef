import { createTransport } from 'nodemailer';
import { z } from 'zod';

interface OutgoingMail {
  /** A stable ID of the mail. A mail server can recognize a repeated mail by it. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The address that accepts the POST of RFC 8058. Only for mails that are not receipts. */
  unsubscribeUrl: string | null;
  attachment?: { name: string; type: string; bytes: Uint8Array } | null;
}

/**
 * The reason why a mail was not accepted. Message and fields name what failed, and may be logged. `response` is the mail server's text, for
 * operators who look at this mail. It quotes recipients ("550 <ana@correo.gt>: no such user").
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

/** Returns only the command's first word, because a command such as `RCPT TO:<ana@correo.gt>` names a person. */
const verbOf = (command: string | undefined): string | undefined => command?.split(/[:<]/, 1)[0];

const notTaken = (error: unknown): MailNotTaken => {
  const known = smtpError.safeParse(error);
  if (!known.success) return new MailNotTaken(['unknown'], String(error));
  const { code, command, responseCode, message } = known.data;
  return new MailNotTaken([code, verbOf(command), responseCode], message);
};

/** Passes mails to a mail server. @throws MailNotTaken if a mail is not accepted; its job then tries again */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, without sending a mail. @throws MailNotTaken if this fails */
  verify(): Promise<void>;
  close(): void;
  /** True if mails can only be read in the outbox. The text of a secret mail then stays there. */
  keepsText?: true;
}

/** Creates the demo shop's mailer. `/demo/correo` shows the outbox, so a mail has arrived as soon as it is sent. */
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
  /** Returns the shop's current name. It is the sender's name if `from` has no name. */
  name?: () => string;
}

/** Returns headers with which a mail program shows its own unsubscribe button. The button posts to the first address (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const timeoutMs = 10_000;

/** Returns the sender for the header. Nodemailer puts the name in quotation marks. */
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
  // The sender's domain for the Message-ID. A mail whose Message-ID has another domain looks forged.
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
