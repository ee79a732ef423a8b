// What the page has before the code of any remote.

export const root = document.getElementById('root') as HTMLElement
export const sheets = [...document.adoptedStyleSheets]
export const classes = new Map([document.documentElement, document.body].map((part) => [part, part.className]))
