import { signal } from '@preact/signals';
import { get } from './api.ts';

interface Profile {
  readonly base_url: string;
  readonly keys?: Readonly<Record<string, string>>;
}

const profile = signal<Profile | null>(null);

/** Loads the profile of the server. */
export async function loadProfile(): Promise<void> {
  profile.value = await get<Profile>('profile');
}

/** Address of the API. */
export function baseUrl(): string {
  return profile.value?.base_url ?? location.origin;
}

/** A key to try the API with. */
export function firstKey(): string {
  return profile.value?.keys?.active ?? 'YOUR_KEY';
}
