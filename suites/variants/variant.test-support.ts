import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatorOptions } from '../../simulator/index.ts';
import type { Change } from '../../simulator/mutants/change.ts';
import type { ApiRequest, ApiResponse } from '../../simulator/wire.ts';
import type { areas } from '../catalogue.ts';
import type { Profile } from '../profile/profile.ts';

/** An area of rules. */
export type Area = keyof typeof areas;

/** Answers a request, of the API or of the control API. */
export type Handle = (request: ApiRequest) => Promise<ApiResponse>;

/**
 * A correct server that is not like the simulator: it uses a freedom that the specification, or a reading, leaves. No rule may fail
 * on it or be left inconclusive, and a rule may warn only where `readings.md` says so.
 */
export interface Variant {
  /** What it does, to follow «a server that». */
  readonly name: string;
  /** Areas to judge; all unless told. */
  readonly areas?: readonly Area[];
  /** Of these areas, the rules to judge; all unless told. */
  readonly rules?: (id: string) => boolean;
  /** How it behaves. */
  readonly change?: Change;
  /** Puts something in front of it, for one run: sees the control API too, and every path as the client sent it. */
  readonly front?: (handle: Handle) => Handle;
  /** Sees the bare response of Node before anything is written to it; asked for once for a run. */
  readonly connection?: () => (response: ServerResponse, request: IncomingMessage) => void;
  readonly options?: Pick<SimulatorOptions, 'clock'>;
  /** How its profile differs from the simulator's. */
  readonly profile?: (profile: Profile) => Profile;
  /** Whether the run may fetch attachments; reading PDFs takes long. */
  readonly fixtures?: boolean;
  /** Rules that warn, each by a reading. */
  readonly warned?: readonly string[];
  /** Rules that pass with a note: what the specification permits with «may». */
  readonly noted?: readonly string[];
  /** Rules that find nothing to judge, beside those whose capability the profile lacks. */
  readonly skipped?: readonly string[];
}

/** True for requests to the API itself. */
export const isPublic = ({ path }: ApiRequest): boolean => !/\/_control(\/|$)/.test(path);
