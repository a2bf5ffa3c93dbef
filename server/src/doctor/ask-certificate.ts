import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import { outsideTexts as texts } from './outside-texts.ts';

/** Certificates are usually renewed a month before they expire. Fewer days left mean that renewal fails. */
const leastDays = 14;

/** Time-out for the shop's address, in milliseconds. */
const patienceMs = 5_000;

/** Checks how long the certificate of the shop's address is valid. */
export const askCertificate = async (publicUrl: string, now: Date): Promise<Diagnosis[]> => {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  // Validity is checked here instead of by the connection, because an expired certificate must be readable, too.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    rejectUnauthorized: false,
  });
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    const end = new Date(socket.getPeerCertificate().valid_to);
    const left = Math.floor((end.getTime() - now.getTime()) / dayMs);
    const day = end.toISOString().slice(0, 10);
    if (left < 0) return [broken(texts.certificateEnded(publicUrl, day))];
    return [left < leastDays ? look(texts.certificateEnds(publicUrl, day)) : sound(texts.certificate(day))];
  } catch {
    return [look(texts.certificateUnread(publicUrl))];
  } finally {
    socket.destroy();
  }
};
