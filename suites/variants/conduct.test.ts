import { capabilityVariants } from './capabilities.test-support.ts';
import { errorVariants } from './errors.test-support.ts';
import { moneyVariants } from './money.test-support.ts';
import { proveVariants } from './prove-variants.test-support.ts';
import { requestVariants } from './requests.test-support.ts';
import { unsteadyVariants } from './unsteady.test-support.ts';
import { wireVariants } from './wire.test-support.ts';

proveVariants([
  ...wireVariants,
  ...errorVariants,
  ...requestVariants,
  ...moneyVariants,
  ...capabilityVariants,
  ...unsteadyVariants,
]);
