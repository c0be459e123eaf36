import { UserError } from '../../spec/index.ts';

/** The address of a store without what is nobody's business: user, password and parameters. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//');
}

/** Loads an optional package. Throws UserError where it is not installed. */
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

/** What is said of a store that cannot be used at the beginning. */
export function cannotUse(url: string, reason: string, next: string): UserError {
  return new UserError(`Cannot use the store ${shownAddress(url)}: ${reason}. ${next}`);
}
