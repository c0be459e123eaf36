import { defineSuite } from './engine/worker.ts';

defineSuite('auth');
