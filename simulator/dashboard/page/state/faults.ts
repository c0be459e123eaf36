import { signal } from '@preact/signals';
import type { FaultList } from '../../../control/control-calls.ts';
import type { ArmedFault, Fault, FaultName } from '../../../faults/faults.ts';
import { words } from '../text/format.ts';
import { announce } from './announce.ts';
import { get, post, remove } from './api.ts';

/** The armed faults and all kinds of faults; null until they are loaded. */
export const faultList = signal<FaultList | null>(null);

/** The fault whose form is open. */
export const chosenFault = signal<FaultName | null>(null);

/** Reloads the armed faults. */
export async function loadFaults(): Promise<void> {
  faultList.value = await get<FaultList>('faults');
}

export async function armFault(fault: Fault): Promise<void> {
  await post('faults', fault);
  announce(`Armed: ${words(fault.fault)}`);
  await loadFaults();
}

export async function disarmFault({ id, fault }: ArmedFault): Promise<void> {
  await remove(`faults/${id}`);
  announce(`Disarmed: ${words(fault)}`);
  await loadFaults();
}

/** Disarms every fault. */
export async function disarmAll(): Promise<void> {
  await remove('faults');
  announce('Disarmed all faults');
  await loadFaults();
}

/** Resets the simulator: its own keys and balances, no faults. */
export async function resetSimulator(): Promise<void> {
  await post('reset');
  announce('The simulator is back to the beginning');
  await loadFaults();
}
