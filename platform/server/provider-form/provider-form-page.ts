import type { ShellRelease } from '../../bundler/release.ts'
import type { ProviderFormOptions } from '../inline/provider-form.ts'
import { providerForm, theme } from '../inline-scripts.ts'
import { documentHead, jsonForHtml, sheet } from '../page.ts'
import { pageFiles } from '../preloads.ts'
import { sandboxBanner, sandboxBannerStyle } from '../sandbox-banner.ts'

export const newCardPath = '/settings/cards/add'

type Page = { shell: ShellRelease; script: string; nonce: string; sandboxBank: boolean }

/**
 * Renders the document in which a provider's form reads a card. It runs no code of the shell or of a remote, because
 * that code would share the page with the provider's script.
 */
export function renderProviderForm({ shell, script, nonce, sandboxBank }: Page): string {
  const options: ProviderFormOptions = { script, back: newCardPath }
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead('Номер карты')}
<script nonce="${nonce}">${theme}</script>
${pageFiles(shell, shell.css).map(sheet).join('\n')}
<link rel="stylesheet" href="/provider-form.css">
${sandboxBank ? sandboxBannerStyle : ''}
</head>
<body>
${sandboxBank ? sandboxBanner : ''}
<main class="provider-form">
<h1>Номер карты</h1>
<p>Его читает форма ЮKassa. Портал номера не получает и не хранит.</p>
<noscript><p class="provider-form-problem">Форма не работает без JavaScript. Включите его в настройках браузера.</p></noscript>
<p class="provider-form-problem" id="provider-form-problem" role="alert" hidden></p>
<p class="provider-form-status" id="provider-form-status" role="status"></p>
<div id="provider-form-container"></div>
<button class="provider-form-button" id="provider-form-retry" type="button" hidden>Повторить</button>
<a class="provider-form-back" id="provider-form-back" href="${newCardPath}">Вернуться без карты</a>
</main>
<script nonce="${nonce}">{const providerForm=${jsonForHtml(options)};${providerForm}}</script>
</body>
</html>
`
}
