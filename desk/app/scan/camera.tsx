import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Note } from '../platform/notes.tsx';
import { findReader } from './code-reader.ts';

/** ms between two reads of the camera's picture. */
const readPauseMs = 120;
/** ms after which the same code counts as a new scan. */
const sameCodeMs = 1_500;

/**
 * The picture of the device's camera, with code recognition. The camera stops when the page closes, because its light
 * would otherwise stay on.
 */
export function Camera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    let isClosed = false;
    let stream: MediaStream | undefined;
    const seen = { code: '', at: 0 };
    const open = async (): Promise<void> => {
      const [reader, opened] = await Promise.all([
        findReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
      ]);
      stream = opened;
      const element = video.current;
      if (isClosed || element === null) return stop();
      element.srcObject = opened;
      await element.play();
      const look = async (): Promise<void> => {
        if (isClosed) return;
        const [found] = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await reader.detect(element) : [];
        const now = Date.now();
        if (found !== undefined && (found.rawValue !== seen.code || now - seen.at > sameCodeMs))
          reportCode(found.rawValue);
        if (found !== undefined) Object.assign(seen, { code: found.rawValue, at: now });
        setTimeout(() => void look().catch(fail), readPauseMs);
      };
      await look();
    };
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const fail = (error: unknown): void => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (!isClosed)
        setProblem(
          isRefused
            ? 'Permite el uso de la cámara en tu navegador.'
            : 'No pudimos abrir la cámara de este dispositivo.',
        );
    };
    void open().catch(fail);
    return () => {
      isClosed = true;
      stop();
    };
  }, []);
  if (problem !== undefined)
    return (
      <Note
        kind="warning"
        title={problem}
        isNews
        actions={
          <Button size="small" onClick={onClose}>
            Cerrar
          </Button>
        }
      >
        Puedes seguir con el lector o escribir el código.
      </Note>
    );
  return (
    <video
      ref={video}
      className="max-h-[50vh] w-full rounded-md bg-[#000] object-cover"
      muted
      playsInline
      aria-label="Cámara"
    />
  );
}
