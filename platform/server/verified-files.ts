import { basename, extname, join } from 'node:path'
import { acceptsCoding } from '@portal/api/http/compress-json'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digestIn, type Release, toIntegrity } from '../bundler/release.ts'
import type { StoredFile } from '../releases/stored-files.ts'
import { readPlainFile } from '../releases/stores/plain-file.ts'
import { integrityByFile, isAsBuilt } from '../releases/stores/release-content.ts'

type Description = { text: string; integrities: Record<string, string> }

/** All retained releases are fewer. */
const MAX_DESCRIPTIONS = 500

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const

/**
 * Sends only the files of a release that release.json names and whose hash it contains. Other files in the folder and
 * targets of links are not sent.
 */
export function createVerifiedFiles(filesFolder: string) {
  const descriptions = new Map<string, Description>()
  /** Hashes of compressed files whose content was compared, so that each is unpacked only once. */
  const compared = new Set<string>()

  /** Returns undefined when release.json is missing or belongs to another release. */
  async function describe(name: string, version: string): Promise<Description | undefined> {
    const key = join(name, version)
    const known = descriptions.get(key)
    if (known) return known
    const text = String(await readPlainFile(filesFolder, name, version, 'release.json'))
    const release = parsed(text)
    if (release?.name !== name || release.version !== version) return undefined
    const description = { text, integrities: integrityByFile(release) }
    if (descriptions.size >= MAX_DESCRIPTIONS) descriptions.clear()
    descriptions.set(key, description)
    return description
  }

  async function read({ path, integrity }: StoredFile, extension: string): Promise<Buffer | undefined> {
    const content = await readPlainFile(filesFolder, path + extension)
    if (!content) return undefined
    const hashes = `${integrity} ${toIntegrity(content)}`
    if (extension && compared.has(hashes)) return content
    const file = basename(path)
    if (!isAsBuilt(file + extension, content, { [file]: integrity })) return undefined
    if (extension) compared.add(hashes)
    return content
  }

  return {
    /** Returns release.json. */
    describe: async (name: string, version: string): Promise<string | undefined> =>
      (await describe(name, version))?.text,

    /** Returns a file of a release, or undefined when its release.json does not name it. */
    async find(name: string, version: string, file: string): Promise<StoredFile | undefined> {
      const { integrities = {} } = (await describe(name, version)) ?? {}
      const integrity = Object.hasOwn(integrities, file) ? integrities[file] : undefined
      return integrity === undefined ? undefined : { path: join(name, version, file), integrity }
    },

    /**
     * Sends a file with these headers, compressed where the browser accepts that.
     * Responds with 404 when it is not as release.json says.
     */
    async send(
      { headers: asked }: FastifyRequest,
      reply: FastifyReply,
      file: StoredFile,
      headers: Record<string, string>,
    ): Promise<FastifyReply> {
      for (const [coding, extension] of codings) {
        const content =
          coding === 'identity' || acceptsCoding(asked['accept-encoding'], coding)
            ? await read(file, extension)
            : undefined
        if (!content) continue
        const tag = `W/"${digestIn(file.integrity)}"`
        reply.headers({ ...headers, ETag: tag })
        if (asked['if-none-match'] === tag) return reply.code(304).send()
        if (extension) reply.header('Content-Encoding', coding)
        return reply.type(`${types[extname(file.path)]}; charset=utf-8`).send(content)
      }
      reply.callNotFound()
      return reply
    },
  }
}

function parsed(text: string): Release | undefined {
  try {
    return JSON.parse(text) as Release
  } catch {
    return undefined
  }
}
