import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { PublicSettings } from '@portal/contracts/public-settings'
import type { FastifyInstance } from 'fastify'
import { otherPageHeaders, pageHeaders, providerFormPolicy, type Transport } from '../http/security.ts'
import { NEW_CARD_PATH, renderProviderForm } from './provider-form-page.ts'

/** The only document whose policy allows the provider's origin. */
const FORM_PATH = '/cards/card-form/yookassa'

export type ProviderFormOptions = Transport & { publicSettings?: (() => PublicSettings | undefined) | undefined }

/**
 * Serves the document of the provider's form. Without a provider it redirects to the new card page with our own form.
 */
export async function serveProviderForm(app: FastifyInstance, options: ProviderFormOptions): Promise<void> {
  await app.register(helmet, { ...pageHeaders(options), enableCSPNonces: false, contentSecurityPolicy: false })
  app.get(FORM_PATH, async (_request, reply) => {
    const { card_form, sandbox_bank = false } = options.publicSettings?.() ?? {}
    if (!card_form) return reply.redirect(NEW_CARD_PATH)
    const { script } = card_form
    const nonce = randomBytes(16).toString('hex')
    reply.headers({
      ...otherPageHeaders(options),
      'Content-Security-Policy': providerFormPolicy(nonce, script, options),
      'Cache-Control': 'no-cache',
    })
    const { shell } = app.published()
    return reply
      .type('text/html; charset=utf-8')
      .send(renderProviderForm({ shell, script, nonce, isSandboxBank: sandbox_bank }))
  })
}
