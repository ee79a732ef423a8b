import { receiveTipEvent, type TipEvent } from '@portal/contracts/ingest'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { adjustTips } from './adjust-tips.ts'
import type { CeilingCheck } from './ceilings.ts'
import { type BookingOptions, bookTips } from './service.ts'
import { isSigned, readHeaders, type WebhookHeaders } from './webhook-signature.ts'

/**
 * Serves the webhook in its own scope of Fastify. The body parser of this scope checks the signature, so that no other
 * body reaches the handler.
 */
export function tipWebhook(app: App, { db, settings }: AppDependencies, requireBelowCeilings: CeilingCheck): void {
  app.register(async (scope) => {
    // Runs before the body is read, because an anonymous client may send any body.
    scope.addHook('onRequest', async ({ headers }) => void readHeaders(headers))
    const parseJson = scope.getDefaultJsonParser('error', 'error')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
      const body = String(text)
      if (!isSigned(readHeaders(request.headers), body, settings.webhookSecrets ?? [])) {
        return done(new Problem(401, 'unauthorized'))
      }
      parseJson(request, body, done)
    })
    route(scope, receiveTipEvent, async ({ body, request }) => {
      const headers = readHeaders(request.headers)
      return await book(db, body, { accept: (trx) => refuseReplay(trx, headers), requireBelowCeilings })
    })
  })
}

/**
 * Accepts a signed message only once, in the transaction that books it, so that nobody who has recorded it can send it
 * again. The sender signs each attempt again, with the time of the attempt. @throws Problem 409 `replayed_message`
 */
async function refuseReplay(trx: Db, headers: WebhookHeaders): Promise<void> {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  const { numAffectedRows } = await sql`
    insert into webhook_message (id, signed_at) values (${id}, to_timestamp(${timestamp}::float8)) on conflict do nothing`.execute(
    trx,
  )
  if (numAffectedRows === 0n) throw new Problem(409, 'replayed_message')
}

async function book(db: Db, event: TipEvent, options: BookingOptions) {
  return event.type === 'tips.booked'
    ? await bookTips(db, event.data.tips, options)
    : await adjustTips(db, event.data.adjustments, options)
}
