import type { ShellRelease } from '../../bundler/release.ts'
import { pageFiles } from '../releases/page-files.ts'
import { documentHead, sandboxBanner, sandboxBannerStyle, stylesheetLink } from './document.ts'

const notFound = {
  title: 'Страница не найдена',
  text: 'Такого адреса нет. Возможно, ссылка устарела или в ней опечатка.',
}
const tooLong = {
  title: 'Слишком длинный адрес',
  text: 'Портал не открывает такие длинные адреса. Нужный раздел есть в меню.',
}
const failed = {
  title: 'Страница не открылась',
  text: 'На сервере что-то пошло не так. Попробуйте ещё раз через минуту.',
}

/** Renders the page for a navigation that this server rejects itself, before the shell knows of it. */
export function renderErrorPage(status: number, shell: ShellRelease, isSandboxBank: boolean): string {
  const { title, text } = status === 431 ? tooLong : status >= 500 ? failed : notFound
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead(title)}
${pageFiles(shell, shell.css).map(stylesheetLink).join('\n')}
<link rel="stylesheet" href="/error-page.css">
${isSandboxBank ? sandboxBannerStyle : ''}
</head>
<body>
${isSandboxBank ? sandboxBanner : ''}
<main class="error-page">
<h1>${title}</h1>
<p>${text}</p>
<a href="/">На главную</a>
</main>
</body>
</html>
`
}
