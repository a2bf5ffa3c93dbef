import { createTransport } from 'nodemailer';

interface OutgoingMail {
  /** Stable name of the mail: a server that sees it twice can tell. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Hands mails to a mail server. Throws when one is not accepted: the job that sends it tries again. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export interface SmtpMailerOptions {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** "Ceiba <tienda@ceiba.example>" */
  from: string;
}

const timeoutMs = 10_000;

/** Over SMTP with a few kept connections. */
export const createSmtpMailer = ({ url, from }: SmtpMailerOptions): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: async ({ id, to, subject, html, text }) => {
      await transport.sendMail({ from, to, subject, html, text, messageId: `<${id}@ceiba.example>` });
    },
    close: () => transport.close(),
  };
};
