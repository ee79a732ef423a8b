import { readdir, readFile } from 'node:fs/promises'
import type { Endpoint } from '@portal/contracts/endpoint'
import * as z from 'zod/mini'

/** What the document says about an endpoint in addition to its contract. */
export type EndpointNames = { operationId: string; tag: string; description?: string | undefined }

/** The names and comments of exported endpoints and schemas, which are found by their identity. */
export type Contracts = {
  endpoints: ReadonlyMap<Endpoint, EndpointNames>
  schemas: ReadonlyMap<z.ZodMiniType, { id: string; description?: string | undefined }>
}

let contracts: Promise<Contracts> | undefined

/**
 * Reads all contracts once. Names and comments are read from the deployed sources. As data in the contracts, they would
 * have to be repeated, and every page of the portal would load them.
 * @throws Error if two contracts have the same name
 */
export function readContracts(): Promise<Contracts> {
  contracts ??= readAll()
  return contracts
}

async function readAll(): Promise<Contracts> {
  const endpoints = new Map<Endpoint, EndpointNames>()
  const schemas = new Map<z.ZodMiniType, { id: string; description?: string | undefined }>()
  const owners = new Map<string, string>()
  const folder = new URL('.', import.meta.resolve('@portal/contracts/endpoint'))
  for (const file of await contractFiles(folder)) {
    const url = new URL(file, folder)
    const exported: Record<string, unknown> = await import(url.pathname)
    const comments = parseComments(await readFile(url, 'utf8'))
    for (const [name, value] of Object.entries(exported)) {
      const description = comments.get(name)
      // An endpoint that another module exports again keeps its first name.
      if (isEndpoint(value) && !endpoints.has(value)) {
        claim(name, file)
        endpoints.set(value, { operationId: name, tag: toTag(file), description })
      } else if (isSchema(value) && !schemas.has(value)) {
        claim(name, file)
        schemas.set(value, { id: name, description })
      }
    }
  }
  return { endpoints, schemas }

  function claim(name: string, file: string): void {
    const owner = owners.get(name)
    if (owner) throw new Error(`${owner} and ${file} both export ${name}: clients need a name for each of the two`)
    owners.set(name, file)
  }
}

async function contractFiles(folder: URL): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => /^(?!node_modules|\.types).*(?<!\.test|\.config)\.ts$/.test(file)).sort()
}

/** `payout-method.ts` → `payout-method`, `admin/restaurant.ts` → `admin-restaurant` */
function toTag(file: string): string {
  return file.replace(/\.ts$/, '').replaceAll('/', '-')
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return value instanceof z.core.$ZodType
}

/** The doc comment of each exported constant, as one paragraph. */
function parseComments(source: string): Map<string, string> {
  const comments = source.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\nexport const (\w+)/g)
  return new Map(
    [...comments].map(([, text = '', name = '']) => [
      name,
      text
        .replace(/^ *\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  )
}
