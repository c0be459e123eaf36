import { UserError } from '../../spec/index.ts';

/** The address of a store without its secrets: user, password and parameters. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//');
}

/** Loads an optional package. Throws UserError if it is not installed. */
export async function load<Module>(name: string, url: string, importing: () => Promise<Module>): Promise<Module> {
  try {
    return await importing();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    const reason = isMissing ? 'is not installed' : `cannot be loaded (${message.split('\n')[0]})`;
    throw new UserError(`Cannot use ${shownAddress(url)}: the package ${name} ${reason}. Run npm install ${name}.`);
  }
}

/** The error for a store that cannot be used at startup. */
export function cannotUse(url: string, reason: string, next: string): UserError {
  return new UserError(`Cannot use the store ${shownAddress(url)}: ${reason}. ${next}`);
}

/** The error for a store whose data have a newer version than `ours`; `did` is what a newer assay did, `instead` what else to use. */
export function tooNew(url: string, did: string, version: number, ours: number, instead: string): UserError {
  const reason = `a newer assay ${did}: it has version ${version}, and this assay knows ${ours}`;
  return cannotUse(url, reason, `Use that one, or another ${instead}.`);
}
