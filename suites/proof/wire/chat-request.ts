import { type JsonObject, models } from '../../../spec/index.ts';
import { objectsIn } from './wire.ts';

/** The messages of a chat request. */
export const messagesIn = ({ messages }: JsonObject): readonly JsonObject[] => objectsIn(messages);

/** True for a request to the standard model. */
export const isStandard = ({ model }: JsonObject): boolean => model === models.chat;

/** True for a request that asks for follow-up questions. */
export const wantsFollowUps = (input: JsonObject): boolean => input.include_follow_ups === true;
