import { conformance } from './vitest/index.ts';

/** Our own simulator by every rule, as anybody judges a server in a vitest project. `npm run prove` does it at standard depth. */
conformance({ depth: 'quick' });
