import { type Reading, read } from '../reading/reading.ts';
import { rememberingTexts } from '../reading/remembering.ts';
import { withoutForm } from '../wording/style.ts';
import { withoutAsides } from './asides.ts';
import { affirmed } from './denied.ts';

/** Reads a question without asides, denied things and the form that it asks for. Cached, since a turn is sent again with each later turn. */
export const readAsked = rememberingTexts(
  { texts: 1_000, characters: 500_000, longest: 32_768 },
  (text): Reading => affirmed(read(withoutAsides(withoutForm(text)))),
);
