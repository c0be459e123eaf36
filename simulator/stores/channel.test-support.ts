import { EventEmitter } from 'node:events';
import type { Channel } from './primary.ts';

/** Two ends of a channel, on which values are copied as between processes. */
export function channel(): readonly [Channel, Channel] {
  const wires = [new EventEmitter(), new EventEmitter()] as const;
  const end = (own: EventEmitter, other: EventEmitter): Channel => ({
    send: (message) => void setImmediate(() => other.emit('message', structuredClone(message))),
    listen: (hear) => void own.on('message', hear),
  });
  return [end(...wires), end(wires[1], wires[0])];
}
