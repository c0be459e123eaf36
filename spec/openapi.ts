export function openApiDocument(_baseUrl?: string): object {
  return {};
}
