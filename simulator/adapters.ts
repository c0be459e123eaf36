/** What can stand between sockets and simulator: Express, or node:http alone, which costs less for each request. */
export const adapters = ['express', 'node'] as const;
export type Adapter = (typeof adapters)[number];
