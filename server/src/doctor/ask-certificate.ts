import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { broken, type Diagnosis, look, sound } from './diagnosis.ts';
import { outsideTexts as texts } from './outside-texts.ts';

/** Whoever renews certificates does so a month before they end: with less left nobody does. */
const leastDays = 14;

/** How long the shop's address has to answer, in milliseconds. */
const patienceMs = 5_000;

/** Until when the certificate holds that whoever stands behind the shop's address shows. */
export const askCertificate = async (publicUrl: string, now: Date): Promise<Diagnosis[]> => {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
  // What it says is judged here, not by the connection: an expired one has to be read, too.
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
