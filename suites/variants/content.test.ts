import { answerVariants } from './answers.test-support.ts';
import { catalogueVariants } from './catalogue.test-support.ts';
import { chatVariants } from './chat.test-support.ts';
import { jsonVariants } from './json.test-support.ts';
import { movingVariants } from './moving.test-support.ts';
import { proveVariants } from './prove-variants.test-support.ts';
import { streamVariants } from './streams.test-support.ts';

proveVariants([
  ...jsonVariants,
  ...chatVariants,
  ...streamVariants,
  ...answerVariants,
  ...catalogueVariants,
  ...movingVariants,
]);
