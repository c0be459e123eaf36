/**
 * Thrown for what the user can put right: a wrong option, a file that cannot be read, a folder that cannot be written. The message names the
 * thing with its value, the reason and the next step; the front door prints it as one line and ends with exit code 2. Any other error that
 * reaches the front door is a fault of our own.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
