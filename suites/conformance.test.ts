import { conformance } from './vitest/index.ts';

/** Judges our own simulator by every rule, as in any vitest project. `npm run prove` does it at standard depth. */
conformance({ depth: 'quick' });
