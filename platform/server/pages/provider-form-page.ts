import type { ShellRelease } from '../../bundler/release.ts'
import type { ProviderFormOptions } from '../inline/provider-form.ts'
import { providerForm, theme } from '../inline-scripts.ts'
import { pageFiles } from '../releases/page-files.ts'
import { documentHead, jsonForHtml, sandboxBanner, sandboxBannerStyle, stylesheetLink } from './document.ts'

export const NEW_CARD_PATH = '/settings/cards/add'

type Page = { shell: ShellRelease; script: string; nonce: string; isSandboxBank: boolean }

/**
 * Renders the document in which a provider's form reads a card. It runs no code of the shell or of a remote, because
 * that code would share the page with the provider's script.
 */
export function renderProviderForm({ shell, script, nonce, isSandboxBank }: Page): string {
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
<p>Его читает форма ЮKassa. Портал номера не получает и не хранит.</p>
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
