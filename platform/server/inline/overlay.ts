// Shows compile errors and thrown errors over the page of a development server. It obeys the policy of the page: its stylesheet is adopted,
// and it inserts text only.

/** A line of a stack. `file` is relative to the repository, or an address without a source map. */
export type Frame = { name: string; file: string; line: number; isOwn: boolean }

/** A compile error of a package: `file` is relative to the repository, `line` counts from 1. */
type BuildProblem = { bundle: string; file: string; line: number | null; message: string }

/** The message to the page after each build. `builtAt` is the time of the last build without a problem, by Date.now(). */
export type BuildState = { problems: readonly BuildProblem[]; builtAt: number }

/** `isScreenLost`: it was reported by an error boundary (shell/src/main.tsx). */
type Thrown = { text: string; stack: string; frames: Frame[]; at: number; isScreenLost: boolean }

let build: BuildState = { problems: [], builtAt: 0 }
let thrown: Thrown[] = []

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { position: fixed; inset: 0; width: auto; height: auto; max-width: none; max-height: none; margin: 0; border: 0; padding: 16px;
    overflow: auto; box-sizing: border-box; background: rgb(0 0 0 / 60%); color-scheme: dark; }
  section { max-width: 880px; margin: 0 auto; padding: 20px; border-radius: 12px; border-top: 4px solid #f2695c;
    background: #1e1e1b; color: #f3f1ec; font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  header { display: flex; justify-content: space-between; gap: 16px; align-items: center; }
  h1 { margin: 0; font-size: 18px; line-height: 1.3; }
  h2 { margin: 20px 0 4px; font-size: 15px; color: #ffb4a9; }
  p { margin: 0; color: #aba69b; }
  section > p:last-child { margin-top: 16px; }
  p.place, pre, li { font-family: ui-monospace, monospace; font-size: 13px; }
  p.place { color: #9fd0ff; }
  pre { margin: 8px 0 0; padding: 12px; border-radius: 8px; background: #111; overflow-x: auto; }
  ol { margin: 8px 0 0; padding: 0; list-style: none; color: #aba69b; }
  li.own { color: #f3f1ec; }
  button { min-height: 44px; padding: 0 16px; border: 1px solid #6b675e; border-radius: 8px; background: none; color: inherit;
    font: inherit; white-space: nowrap; cursor: pointer; }
  button:focus-visible { outline: 2px solid #9fd0ff; outline-offset: 2px; }`)

const host = document.createElement('dev-overlay')
host.popover = 'manual'
const root = host.attachShadow({ mode: 'open' })
root.adoptedStyleSheets = [sheet]

function element(name: string, text = '', ...children: Node[]): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.append(...children)
  return made
}

function sourceLine(file: string, line: number | null): HTMLElement {
  const made = element('p', line ? `${file}:${line}` : file)
  made.className = 'place'
  return made
}

function stackFrame({ name, file, line, isOwn }: Frame): HTMLElement {
  const made = element('li', `${name || '(anonymous)'}  ${file}:${line}`)
  if (isOwn) made.className = 'own'
  return made
}

function problemsSection(button: HTMLElement): HTMLElement {
  const title = element('h1', build.problems.length > 0 ? 'It does not compile' : 'Thrown in the page')
  const section = element('section', '', element('header', '', title, button))
  section.setAttribute('role', 'alertdialog')
  section.setAttribute('aria-label', 'Problems of this working copy')
  for (const { bundle, file, line, message } of build.problems) {
    section.append(element('h2', bundle), sourceLine(file, line), element('pre', message))
  }
  for (const { text, stack, frames } of thrown) {
    const ownFrame = frames.find(({ isOwn }) => isOwn)
    section.append(element('h2', text))
    if (ownFrame) section.append(sourceLine(ownFrame.file, ownFrame.line))
    section.append(frames.length > 0 ? element('ol', '', ...frames.map(stackFrame)) : element('pre', stack))
  }
  section.append(element('p', 'It goes by itself when the next build is good.'))
  return section
}

function close(): void {
  build = { ...build, problems: [] }
  thrown = []
  host.remove()
}

function show(): void {
  if (build.problems.length + thrown.length === 0) {
    host.remove()
    return
  }
  const button = element('button', 'Close (Esc)')
  button.addEventListener('click', close)
  root.replaceChildren(problemsSection(button))
  if (host.isConnected) return
  // It is above dialogs of the portal, and outside of the elements that they make inert.
  document.documentElement.append(host)
  host.showPopover()
  button.focus()
}

async function add(error: unknown): Promise<void> {
  // A response of the API is shown by the screen itself.
  if (!(error instanceof Error) || error.name === 'ApiError' || error.name === 'AbortError') return
  const { name, message, stack = '' } = error
  const isScreenLost = 'componentStack' in error
  const one: Thrown = { text: `${name}: ${message}`, stack, frames: [], at: Date.now(), isScreenLost }
  if (thrown.length === 5 || thrown.some((other) => other.stack === stack)) return
  thrown.push(one)
  try {
    const response = await fetch('/dev/stack', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: stack,
    })
    one.frames = await response.json()
  } catch {}
  if (thrown.includes(one)) show()
}

function onBuilt(state: BuildState): void {
  build = state
  const isGood = build.problems.length === 0
  // Errors of a new build are thrown after it.
  const mended = isGood ? thrown.filter(({ at }) => at < build.builtAt) : []
  thrown = thrown.filter((one) => !mended.includes(one))
  if (mended.some(({ isScreenLost }) => isScreenLost)) location.reload()
  else show()
}

addEventListener('error', ({ error }) => add(error))
addEventListener('unhandledrejection', ({ reason }) => add(reason))
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !host.isConnected) return
    event.stopImmediatePropagation()
    close()
  },
  true,
)
new EventSource('/dev/problems').addEventListener('message', ({ data }) => onBuilt(JSON.parse(data)))
