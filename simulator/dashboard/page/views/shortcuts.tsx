const id = 'shortcuts';

const rows = [
  [['/'], 'Go to the filter'],
  [['↑', '↓', 'k', 'j'], 'Move in the journal'],
  [['Enter'], 'Open a request'],
  [['Esc'], 'Close what is open'],
  [['1', '2', '3'], 'Journal, Keys, Faults'],
  [['?'], 'Show these keys'],
] as const;

function dialog(): HTMLDialogElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLDialogElement ? found : null;
}

/** Opens the list of shortcuts. */
export function showShortcuts(): void {
  dialog()?.showModal();
}

/** Whether the list is open, which disables the shortcuts. */
export function areShortcutsOpen(): boolean {
  return dialog()?.open === true;
}

/** The list of shortcuts. */
export function Shortcuts() {
  return (
    <dialog id={id} class="shortcuts" aria-labelledby="shortcuts-title">
      <form method="dialog">
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <dl>
          {rows.map(([names, text]) => (
            <div key={text}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
