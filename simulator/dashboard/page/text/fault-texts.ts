import type { FaultName, StreamStyle } from '../../../faults/faults.ts';

/** A group of faults on the page. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly FaultName[];
}

/** Every fault in the order of the page. */
export const faultGroups: readonly FaultGroup[] = [
  {
    title: 'Server errors',
    faults: ['internal_error', 'bad_gateway', 'rate_limit', 'service_unavailable', 'custom_response'],
  },
  { title: 'Transport', faults: ['reset', 'truncate', 'stall'] },
  { title: 'Streams', faults: ['stream_error', 'reset_stream', 'cut_event', 'malformed_event', 'stream_style'] },
  {
    title: 'Content',
    faults: ['no_sources', 'no_follow_ups', 'follow_ups_not_invoked', 'no_results', 'no_answer', 'stale_catalog'],
  },
  { title: 'Time', faults: ['latency', 'pace', 'pass'] },
];

/** What a client gets, in one line. */
export const faultTexts: Readonly<Record<FaultName, string>> = {
  internal_error: '500 with the documented error.',
  bad_gateway: '502 with an HTML page, as load balancers send it.',
  rate_limit: '429 with a Retry-After header.',
  service_unavailable: '503: the catalogue of domains is down.',
  custom_response: 'A response of your own: any status, headers and body.',
  reset: 'The connection is reset before the answer.',
  truncate: 'Half of the JSON, or of an event in a stream; then the connection closes.',
  stall: 'Half of the JSON, or the events so far; then nothing for ten minutes.',
  stream_error: 'The error event and then [DONE], as documented.',
  reset_stream: 'The connection is reset in the middle of a stream.',
  cut_event: 'Half of an event; then the stream ends in order, without [DONE].',
  malformed_event: 'An event that is not JSON; then the stream goes on.',
  stream_style: 'A stream that is legal but hard to read.',
  no_sources: 'A chat answer without sources.',
  no_follow_ups: 'A chat answer whose list of follow-up questions is empty.',
  follow_ups_not_invoked: 'A chat answer for which no follow-up questions were looked for.',
  no_results: 'A search that finds nothing.',
  no_answer: 'A search with results, but without the answer that was asked for.',
  stale_catalog: 'The catalogue of domains is a day old.',
  latency: 'The answer comes late.',
  pass: 'Nothing: the request goes through, and the other faults wait for the next one.',
  pace: 'A chat answer that takes its time: before the first fragment and between events.',
};

/** What makes each style hard to read. */
export const styleTexts: Readonly<Record<StreamStyle, string>> = {
  split: 'pieces end anywhere, even inside a character',
  crlf: 'lines end with CR LF',
  comments: 'comment lines between the events',
  unknown_events: 'events of unknown types',
  unknown_fields: 'unknown fields in the events',
  late_sources: 'sources come only at the end',
  tiny_deltas: 'very small fragments',
  one_delta: 'the whole text in one fragment',
};

/** Fields of faults that are typed as JSON: the label, and an example. */
export const jsonFields: Readonly<Record<string, { readonly label: string; readonly example: string }>> = {
  headers: { label: 'Headers (JSON)', example: '{"retry-after": "2"}' },
  body: { label: 'Body (JSON, or text)', example: '{"results": []}' },
};

/** Numeric fields of faults: the label, and the value if left empty. */
export const numberFields: Readonly<Record<string, { readonly label: string; readonly usual: string }>> = {
  after_messages: { label: 'After how many message events', usual: '1' },
  latency_ms: { label: 'Wait (ms)', usual: '1000' },
  retry_after_s: { label: 'Retry-After (s)', usual: '1' },
  ttft_ms: { label: 'Until the first fragment (ms)', usual: 'as served' },
  event_ms: { label: 'Between events (ms)', usual: 'as served' },
  status: { label: 'Status (200 to 599)', usual: '' },
};
