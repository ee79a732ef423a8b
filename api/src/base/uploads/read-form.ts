import { hasCardNumber } from '@portal/contracts/free-text'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../http/problem.ts'

export type UploadForm = { file: Buffer; type: string | null }

/**
 * Reads one file under any name, and an optional text `type`.
 * @throws Problem 413 `too_large`, 415 `media_type_unsupported`, 400 `malformed`
 * @throws Problem 422 `image_invalid` unless there is exactly one file
 */
export async function readForm(request: FastifyRequest): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Problem(415, 'media_type_unsupported')
  try {
    return await readParts(request)
  } catch (error) {
    // The form parser's errors have no codes.
    throw error instanceof Problem || (error instanceof Error && 'code' in error)
      ? error
      : new Problem(400, 'malformed')
  }
}

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  let file: Buffer | undefined
  let type: string | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') file = await part.toBuffer()
    else if (part.fieldname === 'type' && isType(part.value)) type = part.value || null
    else throw new Problem(400, 'malformed', { errors: { [part.fieldname]: ['unrecognized_keys'] } })
  }
  if (!file || file.length === 0) throw new Problem(422, 'image_invalid')
  return { file, type }
}

/** Whether it is one word that says what the image is for. */
function isType(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{0,40}$/.test(value) && !hasCardNumber(value)
}
