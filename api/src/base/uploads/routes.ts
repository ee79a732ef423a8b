import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import { MAX_UPLOAD_BYTES, uploadImage } from '@portal/contracts/upload'
import type { FastifyBaseLogger } from 'fastify'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { storageProblem, storageUnavailable } from '../../http/storage-problem.ts'
import { createImageStore } from './configured-image-store.ts'
import { type ImageStore, uploadUrl } from './image-store.ts'
import { readForm } from './read-form.ts'
import { reencode } from './reencode.ts'
import { addUpload } from './repository.ts'

/** Registers the form parser in its own plugin, so that no other route accepts a form. */
export function uploadRoutes(app: App, { db, settings, log }: AppDependencies): void {
  const store = createImageStore(settings)
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 1, fieldSize: 100, parts: 2 },
    })

    route(forms, uploadImage, async ({ user, request }) => {
      await consumeUserBudget(db, 'upload', user.id, 60)
      const { file, type } = await readForm(request)
      const image = await reencode(file, user.id)
      const name = imageName(image)
      await addUpload(db, { name, user_id: user.id, kind: type })
      await store.put(name, image).catch((err: unknown) => reject(log, err, 'image not stored'))
      return { url: `${uploadUrl}${name}` }
    })
  })
}

function imageName(image: Buffer): string {
  return `${createHash('sha256').update(image).digest('hex')}.png`
}

/** Responds with 503 to any error of the disk or the bucket, because it is temporary and not the caller's fault. */
function reject(log: FastifyBaseLogger, err: unknown, message: string): never {
  log.error({ err }, message)
  throw storageProblem(err) ?? storageUnavailable
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * `/uploads/<hash of the content>.png`: the name is known only to viewers of the image, and its content never changes.
 */
export function storedImageRoutes(
  app: App,
  { settings }: AppDependencies,
  store: ImageStore = createImageStore(settings),
): void {
  app.get<{ Params: { name: string } }>(`${uploadUrl}:name`, async ({ params: { name }, log }, reply) => {
    const isName = /^[0-9a-f]{64}\.png$/.test(name)
    const image = isName ? await store.get(name).catch((err: unknown) => reject(log, err, 'image not read')) : undefined
    // A symbolic link, or a file whose content does not match its name, is not an image.
    if (!image || imageName(image) !== name) throw new Problem(404, 'not_found')
    return reply.type('image/png').header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`).send(image)
  })
}
