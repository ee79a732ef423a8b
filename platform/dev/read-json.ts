import { sendRequest } from '@portal/command/send-request'

/** @throws Error when a deployed portal at `origin` does not have the file */
export async function readJson<T>(origin: string, path: string): Promise<T> {
  const url = origin + path
  const response = await sendRequest({ url }).catch(() => undefined)
  if (response?.status !== 200) {
    throw new Error(`${url} ${response ? `responded with ${response.status}` : 'does not respond'}`)
  }
  return JSON.parse(response.text) as T
}
