/** `postgres://…/postgres?host=…` → the same with another database. */
export function databaseUrl(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}
