import type { ShellRelease } from '../bundler/release.ts'
import { headOf, sheet } from './page.ts'
import { filesOf } from './preloads.ts'
import { sandboxBanner, sandboxBannerStyle } from './sandbox-banner.ts'

type ErrorText = { title: string; heading: string; text: string }

const notFound = {
  title: 'Страница не найдена',
  heading: 'Такого адреса нет',
  text: 'Возможно, ссылка устарела или в ней опечатка.',
}
const texts: Record<number, ErrorText> = {
  404: notFound,
  431: {
    title: 'Слишком длинный адрес',
    heading: 'Слишком длинный адрес',
    text: 'Такие адреса портал не открывает. Откройте нужный раздел из меню.',
  },
}
const failed = {
  title: 'Страница не открылась',
  heading: 'Страница не открылась',
  text: 'На сервере что-то пошло не так. Попробуйте ещё раз через минуту.',
}

/** Renders the page for a navigation that this server rejects itself, before the shell knows of it. */
export function renderErrorPage(status: number, shell: ShellRelease | undefined, sandboxBank: boolean): string {
  const { title, heading, text } = texts[status] ?? (status >= 500 ? failed : notFound)
  return `<!doctype html>
<html lang="ru">
<head>
${headOf(title)}
${shell ? filesOf(shell, shell.css).map(sheet).join('\n') : ''}
<link rel="stylesheet" href="/error-page.css">
${sandboxBank ? sandboxBannerStyle : ''}
</head>
<body>
${sandboxBank ? sandboxBanner : ''}
<main class="error-page">
<h1>${heading}</h1>
<p>${text}</p>
<a href="/">На главную</a>
</main>
</body>
</html>
`
}
