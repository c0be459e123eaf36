// The types of `assay/msw` for projects without "type": "module": they meet msw's own types for those, which are other ones.
import type { HttpHandler } from 'msw';
import type { HandlersOptions } from './msw.js' with { 'resolution-mode': 'import' };

export type { HandlersOptions };
export declare function createHandlers(options: HandlersOptions): HttpHandler[];
