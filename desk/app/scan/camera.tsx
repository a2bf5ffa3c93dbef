import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../platform/button.tsx';
import { Note } from '../platform/notes.tsx';
import { findReader } from './code-reader.ts';

/** ms between two reads of the camera's picture. */
const readEveryMs = 120;
/** ms until the same code counts as scanned again. */
const sameCodeAfterMs = 1_500;

/** Shows the camera's picture and reads codes in it. The camera stops when the page closes, so that the camera's light goes out. */
export function Camera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const reportCode = useEffectEvent(onCode);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const seen = { code: '', at: 0 };
    const open = async (): Promise<void> => {
      const [reader, opened] = await Promise.all([
        findReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
      ]);
      stream = opened;
      const place = video.current;
      if (isOver || place === null) return stop();
      place.srcObject = opened;
      await place.play();
      const look = async (): Promise<void> => {
        if (isOver) return;
        const [found] = place.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await reader.detect(place) : [];
        const now = Date.now();
        if (found !== undefined && (found.rawValue !== seen.code || now - seen.at > sameCodeAfterMs))
          reportCode(found.rawValue);
        if (found !== undefined) Object.assign(seen, { code: found.rawValue, at: now });
        setTimeout(() => void look().catch(fail), readEveryMs);
      };
      await look();
    };
    const stop = (): void => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const fail = (error: unknown): void => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (!isOver)
        setProblem(
          isRefused
            ? 'Permite el uso de la cámara en tu navegador.'
            : 'No pudimos abrir la cámara de este dispositivo.',
        );
    };
    void open().catch(fail);
    return () => {
      isOver = true;
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
