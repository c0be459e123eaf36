import { InvalidArgumentError } from 'commander';
import type { ReportFormat } from '../../../reports/index.ts';
import { type Depth, depths } from '../../engine/context/settings.ts';

/** Parses a whole number within bounds, for commander. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text.trim()) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Give a whole number from ${low} to ${high}.`);
  };
}

/** Parses US dollars to micros, for commander. */
export function dollars(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text.trim()) && Number.isFinite(value)) return Math.round(value * 1_000_000);
  throw new InvalidArgumentError('Give an amount of US dollars such as 2.50.');
}

/** The report formats that are written by default. */
export const FORMATS: readonly ReportFormat[] = ['json', 'junit', 'html', 'markdown'];

const ALL_FORMATS: readonly ReportFormat[] = [...FORMATS, 'sarif'];

/** Parses the depth of a run, for commander. */
export function depth(text: string): Depth {
  const found = depths.find((name) => name === text);
  if (found) return found;
  throw new InvalidArgumentError(`"${text}" is no depth. Choose from ${depths.join(', ')}.`);
}

/** Parses a list of report formats, for commander; those of an option that is given again are added. */
export function formats(text: string, before: readonly ReportFormat[] = FORMATS): ReportFormat[] {
  const named = list(text).map((name) => {
    const format = ALL_FORMATS.find((candidate) => candidate === name);
    if (format) return format;
    throw new InvalidArgumentError(`"${name}" is no format. Choose from ${ALL_FORMATS.join(', ')}.`);
  });
  return before === FORMATS ? named : [...before, ...named];
}

/** Splits a comma-separated list, for commander; the names of an option that is given again are added. */
export function list(text: string, before: readonly string[] = []): string[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => part === ''))
    throw new InvalidArgumentError('Give names separated by commas, none of them empty.');
  return [...before, ...parts];
}

/** One of `count` parts into which the rules are divided, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

const MAX_SHARDS = 100;

/** Parses `I/N`, for commander. */
export function shard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text.trim()) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MAX_SHARDS) return { index, count };
  throw new InvalidArgumentError(`Give I/N such as 1/4: the part, and of how many (up to ${MAX_SHARDS}).`);
}

export interface CheckOptions {
  readonly profile?: string;
  readonly key?: string;
  readonly rules?: readonly string[];
  readonly seed?: number;
  readonly runs?: number;
  readonly depth?: Depth;
  /** In micros. */
  readonly budget?: number;
  readonly freeRefusals?: boolean;
  readonly baseline?: string;
  /** Default `reports/out`; a replay has its own folder. */
  readonly out?: string;
  readonly format: readonly ReportFormat[];
  readonly concurrency?: number;
  readonly timeout?: number;
  /** In seconds. */
  readonly wait?: number;
  readonly strict?: boolean;
  readonly record?: string;
  /** File of the private key that signs the certificate. */
  readonly sign?: string;
  readonly validDays?: number;
  readonly replay?: string;
  readonly shard?: Shard;
  /** A list of profiles to judge. */
  readonly targets?: string;
  /** How many of them are judged in parallel. */
  readonly parallel?: number;
  readonly verbose?: boolean;
}
