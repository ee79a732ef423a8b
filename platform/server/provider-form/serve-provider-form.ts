import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { PublicSettings } from '@portal/contracts/public-settings'
import type { FastifyInstance } from 'fastify'
import type { LiveReleases } from '../../releases/live.ts'
import { otherPageHeaders, type PageSafety, pageHeaders, providerFormPolicy } from '../security.ts'
import { newCardPath, renderProviderForm } from './provider-form-page.ts'

/** The only document whose policy allows the provider's origin. */
const formPath = '/cards/card-form/yookassa'

type Options = {
  tls: boolean | undefined
  published: () => LiveReleases
  publicSettings: () => PublicSettings | undefined
}

/**
 * Serves the document of the provider's form. Without a provider it redirects to the new card page with our own form.
 */
export async function serveProviderForm(
  app: FastifyInstance,
  { tls, published, publicSettings }: Options,
): Promise<void> {
  const safety: PageSafety = { tls }
  await app.register(helmet, { ...pageHeaders(safety), enableCSPNonces: false, contentSecurityPolicy: false })
  app.get(formPath, async (_request, reply) => {
    const { card_form, sandbox_bank = false } = publicSettings() ?? {}
    if (!card_form) return reply.redirect(newCardPath)
    const { script } = card_form
    const nonce = randomBytes(16).toString('hex')
    reply.headers({
      ...otherPageHeaders(safety),
      'Content-Security-Policy': providerFormPolicy(nonce, script, safety),
      'Cache-Control': 'no-cache',
    })
    const { shell } = published()
    return reply
      .type('text/html; charset=utf-8')
      .send(renderProviderForm({ shell, script, nonce, sandboxBank: sandbox_bank }))
  })
}
