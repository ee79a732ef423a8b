export async function loadRemote(remote: string): Promise<unknown> {
  throw new Error(`Not built yet: ${remote}`)
}
