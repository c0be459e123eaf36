import type { Middleware } from '../../../simulator/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import { editEvents, type Item } from './stream.ts';
import { editReply, isObject, listIn, objectsIn, together } from './wire.ts';

/** The content of a chat answer, the same for JSON and stream. */
export interface AnswerParts {
  readonly message: string;
  /** Empty if a JSON answer has null. */
  readonly sources: readonly JsonObject[];
  /** Empty if there are none, or none were asked for. */
  readonly followUps: readonly unknown[];
}

type EditParts = (parts: AnswerParts, input: JsonObject) => Partial<AnswerParts>;

/**
 * Edits the content of chat answers, so that JSON and stream agree: an edited message is cut into fragments again,
 * edited sources are on the retrieving step, too. Streams that fail are not changed.
 */
export const editAnswer = (edit: EditParts): Middleware =>
  together(
    editReply('chat', (body, input) => {
      const before = {
        message: String(body.message),
        sources: objectsIn(body.sources),
        followUps: listIn(body.follow_up_questions),
      };
      const { message, sources, followUps } = { ...before, ...edit(before, input) };
      return { ...body, message, sources: orNull(sources), follow_up_questions: orNull(followUps) };
    }),
    editEvents((items, input) =>
      items.some((item) => isEvent('error', item)) ? items : editedStream(items, (before) => edit(before, input)),
    ),
  );

function editedStream(items: readonly Item[], edit: (parts: AnswerParts) => Partial<AnswerParts>): readonly Item[] {
  const all = (type: string): readonly JsonObject[] => items.filter((item): item is JsonObject => isEvent(type, item));
  const before = {
    message: all('message')
      .map(({ content }) => content)
      .join(''),
    sources: objectsIn(all('sources').at(-1)?.sources),
    followUps: listIn(all('follow_up_questions').at(-1)?.follow_up_questions),
  };
  const { message, sources, followUps } = { ...before, ...edit(before) };
  const first = items.findIndex((item) => isEvent('message', item));
  return items.flatMap((item, at): readonly Item[] => {
    if (!isObject(item)) return [item];
    switch (item.type) {
      case 'steps':
        return [
          { ...item, steps: objectsIn(item.steps).map((step) => ('sources' in step ? { ...step, sources } : step)) },
        ];
      case 'message':
        if (message === before.message) return [item];
        return at === first ? fragmentsOf(message).map((content) => ({ ...item, content })) : [];
      case 'sources':
        return [{ ...item, sources }];
      case 'follow_up_questions':
        return [{ ...item, follow_up_questions: followUps }];
      default:
        return [item];
    }
  });
}

/** Edits only the sources. */
export const editSources = (
  edit: (sources: readonly JsonObject[], input: JsonObject) => readonly JsonObject[],
): Middleware => editAnswer(({ sources }, input) => ({ sources: edit(sources, input) }));

/** Renames citation ids, in the text and in the sources. */
export const editIds = (edit: (prefix: string, number: number, input: JsonObject) => string): Middleware =>
  editAnswer(({ message, sources }, input) => {
    const renamed = (id: unknown): string => edit(String(id).slice(0, 2), Number(String(id).slice(2)), input);
    return {
      message: message.replace(/\[([A-Z]{2}\d+)\]/g, (_, id: string) => `[${renamed(id)}]`),
      sources: sources.map((source) => ({ ...source, id: renamed(source.id) })),
    };
  });

/** Edits the steps of JSON answers and every snapshot of streams. */
export const editSteps = (edit: (steps: readonly JsonObject[]) => readonly unknown[]): Middleware =>
  together(
    editReply('chat', (body) => ({ ...body, steps: edit(objectsIn(body.steps)) })),
    editEvents((items) =>
      items.map((item) =>
        isObject(item) && item.type === 'steps' ? { ...item, steps: edit(objectsIn(item.steps)) } : item,
      ),
    ),
  );

/** True for the citation of a page of an attached PDF. */
export const isPage = ({ id }: JsonObject): boolean => /^PF\d+$/.test(String(id));

const isEvent = (type: string, item: Item): boolean => isObject(item) && item.type === type;
const orNull = (list: readonly unknown[]): unknown => (list.length > 0 ? list : null);
/** Eight characters each, so that citation tokens are cut in two. */
const fragmentsOf = (text: string): readonly string[] => text.match(/.{1,8}/gsu) ?? [''];
