import type { ReactNode, Ref } from 'react';

/** The frame of the store map, with its controls below, where they cover no marker. The same size while the map loads. */
export function MapPlace({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <div
        ref={ref}
        className="isolate h-[230px] overflow-hidden rounded-lg bg-[#eef0e8] shadow-[inset_0_0_0_1px_var(--color-border)]"
      />
      <div className="flex items-center justify-end gap-2">
        <p className="mr-auto hidden text-sm text-ink-soft pointer-coarse:block">Mueve el mapa con dos dedos</p>
        {children}
      </div>
    </div>
  );
}
