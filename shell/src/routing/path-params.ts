/** `/i/:code`, `/i/DEMO` → `{ code: 'DEMO' }`; undefined when the pattern has no such address. */
export function pathParams(pattern: string, pathname: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const found = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}/?$`, 'i').exec(pathname)
  return found ? Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')])) : undefined
}

/** As react-router does: what is no encoded text stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
