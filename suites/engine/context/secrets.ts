import { secretsOnWay } from '../../http/transport/network.ts';
import type { RunSettings } from './settings.ts';

/** What no report and no recording may hold. */
export const secretsOf = (settings: Pick<RunSettings, 'profile'>): readonly string[] => [
  ...Object.values(settings.profile.keys).filter((key) => key !== undefined),
  ...secretsOnWay(),
];
