/** Part of every generated text, so that nobody mistakes it for advice. */
export const notice = 'This answer is simulated and is not medical advice.';
