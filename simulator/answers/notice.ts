/** Stands in every generated text, so that nobody takes a fixture for advice. */
export const notice = 'This answer is simulated and is not medical advice.';
