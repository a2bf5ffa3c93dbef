import { type PointerEvent, useRef } from 'react';
import { Button } from '../platform/button.tsx';

/** Pixels of the stored picture, which is wider than any phone shows it. */
const [width, height] = [720, 300];

/**
 * An area to sign with a finger, a pen or a mouse. `onChange` gets a PNG after each stroke, and undefined after the
 * area is cleared.
 */
export function SignaturePad({ onChange }: { onChange: (signature: Blob | undefined) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pen = event.currentTarget.getContext('2d');
    if (pen === null) return;
    Object.assign(pen, { lineWidth: 4, lineCap: 'round', lineJoin: 'round', strokeStyle: '#14211c' });
    pen.beginPath();
    pen.moveTo(...placeOf(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pen = event.currentTarget.getContext('2d');
    pen?.lineTo(...placeOf(event));
    pen?.stroke();
  };
  const wipe = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height);
    onChange(undefined);
  };
  return (
    <div className="stack">
      <canvas
        ref={canvas}
        className="block w-full cursor-crosshair touch-none rounded-sm bg-white inset-ring inset-ring-border-control [forced-color-adjust:none]"
        width={width}
        height={height}
        role="img"
        aria-label="Espacio para firmar"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={({ currentTarget }) => currentTarget.toBlob((signature) => onChange(signature ?? undefined))}
      />
      <Button look="ghost" icon="rotate-ccw" onClick={wipe}>
        Borrar
      </Button>
    </div>
  );
}
