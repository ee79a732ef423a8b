/** Markup that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

/** html`<b>${name}</b>`: everything that is not `Html` is escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? '') + string))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
