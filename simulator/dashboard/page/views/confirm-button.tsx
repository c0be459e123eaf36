import { useEffect, useRef, useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** The text on the button, if shorter. */
  readonly short?: string;
  readonly question: string;
  readonly yes: string;
  readonly onConfirm: () => void;
}

/** A button that asks for confirmation in its place. */
export function ConfirmButton({ label, short = label, question, yes, onConfirm }: ConfirmButtonProps) {
  const [isAsking, ask] = useState(false);
  const yesButton = useRef<HTMLButtonElement>(null);
  const firstButton = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) yesButton.current?.focus();
    else if (wasAsking.current) firstButton.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={firstButton} type="button" class="danger" aria-label={label} onClick={() => ask(true)}>
        {short}
      </button>
    );
  }
  return (
    <fieldset
      class="confirm"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        ask(false);
      }}
    >
      <legend>{question}</legend>
      <button
        ref={yesButton}
        type="button"
        class="danger strong"
        onClick={() => {
          ask(false);
          onConfirm();
        }}
      >
        {yes}
      </button>
      <button type="button" onClick={() => ask(false)}>
        Cancel
      </button>
    </fieldset>
  );
}
