/** @throws Error when a deployed portal at `origin` does not have the file */
export async function readJson<T>(origin: string, path: string): Promise<T> {
  const response = await fetch(origin + path).catch(() => undefined)
  if (!response?.ok)
    throw new Error(`${origin}${path} ${response ? `responded with ${response.status}` : 'does not respond'}`)
  return (await response.json()) as T
}
