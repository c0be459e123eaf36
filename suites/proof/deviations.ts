import { attachmentsDeviations } from './areas/attachments.ts';
import { authDeviations } from './areas/auth.ts';
import { billingDeviations } from './areas/billing.ts';
import { capabilitiesDeviations } from './areas/capabilities.ts';
import { chatDeviations } from './areas/chat.ts';
import { citationsDeviations } from './areas/citations.ts';
import { domainsDeviations } from './areas/domains.ts';
import { embeddingsDeviations } from './areas/embeddings.ts';
import { errorsDeviations } from './areas/errors.ts';
import { eventsDeviations } from './areas/events.ts';
import { finderDeviations } from './areas/finder.ts';
import { formsDeviations } from './areas/forms.ts';
import { requestsDeviations } from './areas/requests.ts';
import { rerankDeviations } from './areas/rerank.ts';
import { unsteadyDeviations } from './areas/unsteady.ts';
import type { Deviation } from './deviation.ts';
import { constraintDeviations } from './generated/constraints.ts';
import { endpointDeviations } from './generated/endpoints.ts';
import { fieldDeviations } from './generated/fields.ts';

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
