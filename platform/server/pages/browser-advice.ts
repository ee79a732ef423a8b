/** The browsers to update, with the versions of .browserslistrc (compared by browser-check.test.ts). */
const updates = [
  [
    'Телефон с Android',
    'в Google Play обновите Chrome до версии 109 или новее. Если портал открывается внутри другого приложения, обновите там же «Android System WebView».',
  ],
  ['Телефон Samsung', 'в Galaxy Store обновите Samsung Internet до версии 21 или новее.'],
  [
    'iPhone и iPad',
    'обновите систему до iOS 16.4 или новее: «Настройки» → «Основные» → «Обновление ПО». На iPhone любой браузер обновляется вместе с системой.',
  ],
  [
    'Компьютер',
    'подойдут Chrome и Edge от 109, Safari от 16.4, Firefox от 115. Обновление обычно в меню браузера, в разделе «О браузере».',
  ],
] as const

const list = `<dl>${updates.map(([device, text]) => `<dt>${device}</dt><dd>${text}</dd>`).join('')}</dl>`
const again = '<p><a href="">Открыть портал ещё раз</a></p>'

/**
 * Shown instead of the portal. browser-check.ts shows it with one of the two headings when the browser is too old or
 * the portal did not start. The browser shows the last part when it runs no scripts.
 */
export const browserAdvice = `<template id="browser-advice"><main class="browser-advice">
<div id="browser-advice-old" hidden><h1>Обновите браузер</h1><p>Этот браузер слишком старый, портал в нём не работает. Ваши чаевые на месте: обновите браузер или откройте портал в другом.</p></div>
<div id="browser-advice-failed" hidden><h1>Портал не открылся</h1><p>Откройте его ещё раз. Если не помогло, обновите браузер или откройте портал в другом.</p></div>
${again}${list}</main></template>
<noscript><main class="browser-advice"><h1>Включите JavaScript</h1><p>Без него портал не работает, а в этом браузере он выключен. Включите его в настройках браузера, в разрешениях сайтов, или откройте портал в другом браузере.</p>${again}${list}</main></noscript>`

/** The style of the advice, in a document without stylesheets. */
export const adviceStyle = '<noscript><link rel="stylesheet" href="/browser-advice.css"></noscript>'
