import { attachmentsDeviations } from './attachments.ts';
import { authDeviations } from './auth.ts';
import { billingDeviations } from './billing.ts';
import { capabilitiesDeviations } from './capabilities.ts';
import { chatDeviations } from './chat.ts';
import { citationsDeviations } from './citations.ts';
import type { Deviation } from './deviation.ts';
import { domainsDeviations } from './domains.ts';
import { embeddingsDeviations } from './embeddings.ts';
import { errorsDeviations } from './errors.ts';
import { eventsDeviations } from './events.ts';
import { finderDeviations } from './finder.ts';
import { formsDeviations } from './forms.ts';
import { constraintDeviations } from './generated/constraints.ts';
import { endpointDeviations } from './generated/endpoints.ts';
import { fieldDeviations } from './generated/fields.ts';
import { requestsDeviations } from './requests.ts';
import { rerankDeviations } from './rerank.ts';
import { unsteadyDeviations } from './unsteady.ts';

/** Every deviation: those generated from rows of the specification, then those of each area. */
export const deviations: readonly Deviation[] = [
  constraintDeviations(),
  fieldDeviations(),
  endpointDeviations(),
  authDeviations,
  errorsDeviations,
  requestsDeviations,
  capabilitiesDeviations,
  domainsDeviations,
  embeddingsDeviations,
  rerankDeviations,
  finderDeviations,
  chatDeviations,
  citationsDeviations,
  attachmentsDeviations,
  eventsDeviations,
  billingDeviations,
  formsDeviations,
  unsteadyDeviations,
].flat();
