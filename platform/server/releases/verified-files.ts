import { basename, extname, join } from 'node:path'
import { acceptsCoding } from '@portal/api/http/compress-json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestIn, type Release, toIntegrity } from '../../bundler/release.ts'
import type { StoredFile } from '../../releases/stored-files.ts'
import { readPlainFile } from '../../releases/stores/plain-file.ts'
import { integrityByFile, isAsBuilt } from '../../releases/stores/release-content.ts'

type Description = { text: string; integrities: Record<string, string> }

/** More than all releases that a store keeps. */
const MAX_DESCRIPTIONS = 500

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

const codings: readonly { coding: 'br' | 'gzip' | 'identity'; extension: string }[] = [
  { coding: 'br', extension: '.br' },
  { coding: 'gzip', extension: '.gz' },
  { coding: 'identity', extension: '' },
]

/**
 * Sends only the files of a release that release.json names and whose hash it contains. Other files in the folder and
 * targets of links are not sent.
 */
export class VerifiedFiles {
  readonly #filesFolder: string
  /** By the folder of the release: `mfe-tips/3f2a91c04be7`. */
  readonly #descriptions = new Map<string, Description>()
  /** Hashes of compressed files whose content was compared, so that each is unpacked only once. */
  readonly #compared = new Set<string>()

  constructor(filesFolder: string) {
    this.#filesFolder = filesFolder
  }

  /** Returns release.json, or undefined when it is missing or belongs to another release. */
  async describe(name: string, version: string): Promise<string | undefined> {
    return (await this.#describe(name, version))?.text
  }

  /** Returns a file of a release, or undefined when its release.json does not name it. */
  async find(name: string, version: string, file: string): Promise<StoredFile | undefined> {
    const { integrities = {} } = (await this.#describe(name, version)) ?? {}
    const integrity = Object.hasOwn(integrities, file) ? integrities[file] : undefined
    return integrity === undefined ? undefined : { path: join(name, version, file), integrity }
  }

  /**
   * Sends a file with these headers, compressed where the browser accepts that.
   * Responds with 404 when it is not as release.json says.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: StoredFile,
    headers: Record<string, string>,
  ): Promise<FastifyReply> {
    for (const { coding, extension } of acceptedCodings(request)) {
      const content = await this.#read(file, extension)
      if (!content) continue
      const tag = `W/"${digestIn(file.integrity)}"`
      reply.headers({ ...headers, ETag: tag })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      if (extension) reply.header('Content-Encoding', coding)
      return reply.type(`${types[extname(file.path)]}; charset=utf-8`).send(content)
    }
    reply.callNotFound()
    return reply
  }

  async #describe(name: string, version: string): Promise<Description | undefined> {
    const key = join(name, version)
    const known = this.#descriptions.get(key)
    if (known) return known
    const text = String(await readPlainFile(this.#filesFolder, name, version, 'release.json'))
    const release = parsed(text)
    if (release?.name !== name || release.version !== version) return undefined
    const description = { text, integrities: integrityByFile(release) }
    if (this.#descriptions.size >= MAX_DESCRIPTIONS) this.#descriptions.clear()
    this.#descriptions.set(key, description)
    return description
  }

  /** Returns undefined when there is no such file, or when its content is not as release.json says. */
  async #read({ path, integrity }: StoredFile, extension: string): Promise<Buffer | undefined> {
    const content = await readPlainFile(this.#filesFolder, path + extension)
    if (!content) return undefined
    const hashes = `${integrity} ${toIntegrity(content)}`
    if (extension && this.#compared.has(hashes)) return content
    const file = basename(path)
    if (!isAsBuilt(file + extension, content, { [file]: integrity })) return undefined
    if (extension) this.#compared.add(hashes)
    return content
  }
}

/** Returns the codings that the browser accepts, smallest first. The last one is the file as it is. */
function acceptedCodings({ headers }: FastifyRequest): typeof codings {
  return codings.filter(({ coding }) => coding === 'identity' || acceptsCoding(headers['accept-encoding'], coding))
}

function parsed(text: string): Release | undefined {
  try {
    return JSON.parse(text) as Release
  } catch {
    return undefined
  }
}
