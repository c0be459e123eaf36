import type { KeyRecord } from '../ledger/ledger.ts';
import type { RequestEntry } from '../pipeline/trace.ts';

/** A text that may be cut. */
export interface BoundedText {
  readonly text: string;
  /** Bytes of the whole text. */
  readonly bytes: number;
  /** Whether `text` is only the beginning. */
  readonly cut: boolean;
}

/** A request arrived. */
interface BeginMessage {
  readonly kind: 'begin';
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Names in lower case; keys are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BoundedText;
}

/** The status and headers of the answer were sent, and its body unless it is a stream (`null`). */
interface AnswerMessage {
  readonly kind: 'answer';
  readonly id: number;
  /** Since the request arrived. */
  readonly milliseconds: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BoundedText | null;
}

/** A piece of a streamed answer was sent, exactly as on the wire: it may contain several events, or a part of one. */
interface PieceMessage {
  readonly kind: 'piece';
  readonly id: number;
  /** Since the request arrived. */
  readonly milliseconds: number;
  readonly text: string;
}

/** The answer ended. */
interface EndMessage {
  readonly kind: 'end';
  readonly id: number;
  readonly entry: RequestEntry;
}

/** The data of the events of `GET /_control/live`. */
export type LiveMessage = BeginMessage | AnswerMessage | PieceMessage | EndMessage;

/** A key in the answer of `GET /_control/keys`. */
export type ListedKey = KeyRecord & {
  /** What a documented key is for: `active`, `failing` and so on. */
  readonly role?: string;
};
