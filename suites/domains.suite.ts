import { defineSuite } from './engine/worker.ts';

defineSuite('domains');
