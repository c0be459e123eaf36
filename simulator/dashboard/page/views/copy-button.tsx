import { useEffect, useState } from 'preact/hooks';
import { announce } from '../state/announce.ts';

interface CopyButtonProps {
  readonly label: string;
  /** The text on the button. */
  readonly short?: string;
  readonly text: () => string | Promise<string>;
  readonly disabled?: boolean;
}

/** Copies a text, and confirms it. */
export function CopyButton({ label, short = 'Copy', text, disabled = false }: CopyButtonProps) {
  const [said, say] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => say(null), 1_500);
    return () => clearTimeout(timer);
  }, [said]);
  const onClick = async (): Promise<void> => {
    const isCopied = await copy(await text()).catch(() => false);
    say(isCopied ? 'Copied' : 'Not copied');
    announce(isCopied ? 'Copied to the clipboard' : 'The browser did not let the page copy');
  };
  return (
    <button type="button" class="copy" aria-label={label} disabled={disabled} onClick={() => void onClick()}>
      {said ?? short}
    </button>
  );
}

/** Browsers offer the clipboard only on loopback and https; otherwise this uses the old way. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const area = document.createElement('textarea');
  area.value = text;
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
