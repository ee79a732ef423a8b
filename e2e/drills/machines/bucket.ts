// The machine of a bucket, for the drill of machines: `node bucket.ts <folder> <address> [garbage]`.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { type StoredObject, startObjectStore } from '../backup/object-store.ts'
import { buckets } from './buckets.ts'

/** Objects that outlive the process: each in a file of its name. */
class FilesOfObjects extends Map<string, StoredObject> {
  readonly #folder: string

  constructor(folder: string) {
    super()
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    for (const file of readdirSync(folder)) {
      const path = join(folder, file)
      super.set(decodeURIComponent(file), { content: readFileSync(path), at: statSync(path).mtime })
    }
  }

  override set(name: string, object: StoredObject): this {
    writeFileSync(join(this.#folder, encodeURIComponent(name)), object.content)
    return super.set(name, object)
  }

  override delete(name: string): boolean {
    rmSync(join(this.#folder, encodeURIComponent(name)), { force: true })
    return super.delete(name)
  }
}

const [folder = '', host = '', mode] = process.argv.slice(2)
const tls = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') }
for (const { name, port } of Object.values(buckets)) {
  if (mode === 'garbage') serveGarbage(port)
  else {
    const objects = new FilesOfObjects(join(folder, name))
    await startObjectStore({ started: (part) => part }, { ...tls, bucket: name, keyId: 'KEY-ID', port, host, objects })
  }
}

/** As a gateway that has nothing behind it, and says that all is well. */
function serveGarbage(port: number): void {
  const options = { key: readFileSync(tls.key), cert: readFileSync(tls.certificate) }
  createServer(options, (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>It works!</body></html>')
  }).listen(port, host)
}
