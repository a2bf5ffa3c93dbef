import { Dialog } from '../platform/dialog.tsx';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Buscar órdenes, productos y páginas'],
  [['/'], 'Buscar'],
  [['?'], 'Ver estos atajos'],
  [['J'], 'Siguiente renglón de la lista'],
  [['K'], 'Renglón anterior'],
  [['Enter'], 'Abrir el renglón'],
  [['X'], 'Seleccionar el renglón'],
  [['F'], 'Filtrar la lista'],
  [['Ctrl', 'S'], 'Guardar'],
  [['Alt', '↑'], 'Subir una columna'],
  [['Alt', '↓'], 'Bajar una columna'],
  [['F6'], 'Ir a los avisos, como «Deshacer»'],
  [['Esc'], 'Cerrar'],
];

/** The dialog that lists the keys and their actions (OFF-14). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Atajos de teclado" text="Mientras escribes solo funcionan los de Ctrl, F6 y Esc." onClose={onClose}>
      <dl className="facts">
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
