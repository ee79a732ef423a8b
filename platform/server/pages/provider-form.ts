import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { PublicSettings } from '@portal/contracts/public-settings'
import type { FastifyInstance } from 'fastify'
import type { ShellRelease } from '../../bundler/release.ts'
import { otherPageHeaders, pageHeaders, providerFormPolicy, type Transport } from '../http/security.ts'
import type { ProviderFormOptions } from '../inline/provider-form.ts'
import { providerForm, theme } from '../inline-scripts.ts'
import { pageFiles } from '../releases/page-files.ts'
import { documentHead, jsonForHtml, sandboxBanner, sandboxBannerStyle, stylesheetLink } from './document.ts'

/** The only document whose policy allows the provider's origin. */
const FORM_PATH = '/cards/card-form/yookassa'
const NEW_CARD_PATH = '/settings/cards/add'

export type ProviderFormSettings = Transport & { publicSettings?: (() => PublicSettings | undefined) | undefined }

/**
 * Serves the document of the provider's form. Without a provider it redirects to the new card page with our own form.
 */
export async function serveProviderForm(app: FastifyInstance, options: ProviderFormSettings): Promise<void> {
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

type Page = { shell: ShellRelease; script: string; nonce: string; isSandboxBank: boolean }

/**
 * Renders the document in which a provider's form reads a card. It runs no code of the shell or of a remote, because
 * that code would share the page with the provider's script.
 */
function renderProviderForm({ shell, script, nonce, isSandboxBank }: Page): string {
  const options: ProviderFormOptions = { script, back: NEW_CARD_PATH }
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead('Номер карты')}
<script nonce="${nonce}">${theme}</script>
${pageFiles(shell, shell.css).map(stylesheetLink).join('\n')}
<link rel="stylesheet" href="/provider-form.css">
${isSandboxBank ? sandboxBannerStyle : ''}
</head>
<body>
${isSandboxBank ? sandboxBanner : ''}
<main class="provider-form">
<h1>Номер карты</h1>
<p>Введите его в форме ЮKassa: портал номера не видит и не хранит.</p>
<noscript><p class="provider-form-problem">Форма не работает без JavaScript. Включите его в настройках браузера.</p></noscript>
<p class="provider-form-problem" id="provider-form-problem" role="alert" hidden></p>
<p class="provider-form-status" id="provider-form-status" role="status"></p>
<div id="provider-form-container"></div>
<button class="provider-form-button" id="provider-form-retry" type="button" hidden>Повторить</button>
<a class="provider-form-back" id="provider-form-back" href="${NEW_CARD_PATH}">Вернуться без карты</a>
</main>
<script nonce="${nonce}">{const providerForm=${jsonForHtml(options)};${providerForm}}</script>
</body>
</html>
`
}
