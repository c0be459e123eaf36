import { defineSuite } from './engine/worker.ts';

defineSuite('errors');
