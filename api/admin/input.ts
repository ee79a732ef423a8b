import { readFile } from 'node:fs/promises'
import { Rejected } from './client.ts'

/** Reads a file that the operator has named. @throws Rejected with the reason in one sentence */
export async function readInput(file: string): Promise<Buffer> {
  return await readFile(file).catch((error: Error) => {
    throw new Rejected(`${file} cannot be read: ${error.message}`)
  })
}
