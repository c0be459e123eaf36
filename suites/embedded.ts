import { startEmbedded } from '../simulator/embedded.ts';
import type { Boot } from './cli/target.ts';

/** Starts the embedded simulator: the one place where what judges meets what it judges where no server is named. */
export const boot: Boot = startEmbedded;
